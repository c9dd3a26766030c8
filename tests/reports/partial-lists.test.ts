import { describe, expect, it } from 'vitest';
import type { TaskReportBody } from '../../src/commands/report/report.body.js';
import type { Coverage } from '../../src/vulnerabilities/coverage/coverage.js';
import { createReportApp, OS } from './report-app.js';

const TRACKER = JSON.stringify({
  openssl: {
    'CVE-2024-1': {
      releases: { bookworm: { status: 'open', urgency: 'high', repositories: {} } },
    },
  },
});
const line = (name: string): string => `${name}\t1\tamd64\t${name}\t1\tii \t100\n`;
const MANY = Array.from({ length: 30_001 }, (_, i) => line(`package-${i}`)).join('');

/** Imports a report with this package list (null: without one), runs a task, and returns what was checked. */
async function coverageAfter(dpkg: string | null) {
  const app = await createReportApp();
  await app.request(200, 'PUT', '/feeds/debian-tracker', TRACKER);
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('inventory', [host]);
  const read = async (): Promise<{ card: Coverage; task: Coverage; report: TaskReportBody }> => {
    const { coverage } = await app.request<{ coverage: Coverage }>(200, 'GET', `/hosts/${host}`);
    const [result] = await app.request<{ coverage: Coverage }[]>(
      200,
      'GET',
      '/api/v1/tasks/1/results',
    );
    const report = await app.request<TaskReportBody>(200, 'GET', '/api/v1/tasks/1/report');
    if (!result) throw new Error('The task has no result');
    return { card: coverage, task: result.coverage, report };
  };
  await app.request(200, 'PUT', `/hosts/${host}/inventory`, {
    sections: {
      'os-release': OS,
      uname: 'Linux 6.1.0 #1 SMP x86_64',
      ...(dpkg !== null && { dpkg }),
    },
  });
  await app.runTask(template);
  return read();
}

describe('the coverage of a host in its card, in its task and in the report', () => {
  it.each([
    ['a readable list', line('openssl'), 'matched', null],
    ['an unreadable entry', `${line('openssl')}${line('bash')}broken\n`, 'partly', 'unreadable'],
    ['a list that is cut', MANY, 'partly', 'unreadable'],
    ['no package list', null, 'not_matched', 'not_collected'],
    ['a list that is not one', 'dpkg-query: error\n', 'not_matched', 'unreadable'],
  ])('agree on %s', async (_what, dpkg, state, reason) => {
    const { card, task, report } = await coverageAfter(dpkg);
    expect(card.packages).toMatchObject({ state, reason });
    expect(task.packages).toEqual(card.packages);
    expect(report.summary.coverage.packages).toMatchObject({ [state]: 1 });
    expect(report.not_checked.map((gap) => gap.reason)).toEqual(reason === null ? [] : [reason]);
  });
});
