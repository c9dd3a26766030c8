import type { Coverage } from '../../src/vulnerabilities/coverage/coverage.js';
import { createReportApp, OS } from './report-app.js';

export const TRACKER = JSON.stringify({
  openssl: {
    'CVE-2024-1': {
      releases: { bookworm: { status: 'open', urgency: 'high', repositories: {} } },
    },
  },
});
export const line = (name: string): string => `${name}\t1\tamd64\t${name}\t1\tii \t100\n`;
export const OTHERS = Array.from({ length: 150 }, (_, i) => line(`package-${i}`)).join('');

export interface Diff {
  summary: { new: number; fixed: number };
}

export const COLLECTED_AT = 1_795_000_000;
export const DAY = 86_400;
export const MACHINE = 'a'.repeat(32);

export interface ListReport {
  dpkg: string;
  removed?: string;
  more?: Record<string, string>;
}

/** Stores lists, a day apart, and runs a task after each. Returns what the last task says. */
export async function compareLists(reports: readonly ListReport[]) {
  const app = await createReportApp();
  await app.request(200, 'PUT', '/feeds/debian-tracker', TRACKER);
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('inventory', [host]);
  for (const [day, { dpkg, removed = '', more }] of reports.entries()) {
    const sections = {
      'os-release': OS,
      uname: 'Linux 6.1.0 #1 SMP x86_64',
      'machine-id': MACHINE,
      'collected-at': `${COLLECTED_AT + day * DAY}\n`,
      dpkg,
      removed,
      ...more,
    };
    await app.request(200, 'PUT', `/hosts/${host}/inventory`, { sections });
    await app.runTask(template);
  }
  const diffs = await app.request<
    (Diff & { not_compared: { reason: string; detail: string }[] })[]
  >(200, 'GET', `/api/v1/templates/${template}/diff`);
  const { coverage } = await app.request<{ coverage: Coverage }>(200, 'GET', `/hosts/${host}`);
  const diff = diffs.at(-1);
  return {
    fixed: diff?.summary.fixed,
    reasons: diff?.not_compared.map(({ reason }) => reason),
    state: coverage.packages.state,
  };
}

export const logSince = (seconds: number): string =>
  `log dpkg ${new Date(seconds * 1000).toISOString().slice(0, 19)}+0000\n`;
export const LONG_LOG = logSince(COLLECTED_AT - 30 * DAY);

/** The result of the last task where the only finding is fixed, and where its package counts as installed. */
export const FIXED = { fixed: 1, reasons: [], state: 'matched' };
export const KEPT = { fixed: 0, reasons: ['partial_list'], state: 'partly' };
