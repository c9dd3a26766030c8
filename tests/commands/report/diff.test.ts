import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Severity } from '../../../src/knowledge/records.js';
import { diff, type DiffOptions } from '../../../src/commands/report/diff.js';
import { report } from '../../../src/commands/report/report.js';
import { createReportApp, type ReportApp } from '../../reports/report-app.js';
import { ADMIN } from '../../support/app.js';
import { testIo } from '../../support/command.js';

/** A template that ran once on a host with one finding, on a service that listens. */
async function world(): Promise<{
  app: ReportApp;
  host: number;
  template: number;
  connection: { url: string; token: string };
}> {
  const app = await createReportApp();
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  await app.importFeed({ openssl: { 'CVE-2024-1': '3.0.2' } });
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('inventory', [host]);
  await app.importPackages(host, { openssl: '3.0.1' });
  await app.runTask(template);
  return {
    app,
    host,
    template,
    connection: {
      url: `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`,
      token: ADMIN,
    },
  };
}

async function printed(options: DiffOptions): Promise<{ code: number; out: string; err: string }> {
  const io = testIo();
  const code = await diff(options, io);
  return { code, out: io.out(), err: io.err() };
}

describe('hostwarden diff', () => {
  it('prints the newest task first, and why something is fixed', async () => {
    const { app, host, connection } = await world();
    await app.importPackages(host, { openssl: '3.0.2' });
    await app.runTask(1);
    const { code, out } = await printed({ ...connection, template: 'INVENTORY of all' });
    expect(code).toBe(0);
    expect(out.indexOf('TASK-00002')).toBeLessThan(out.indexOf('TASK-00001'));
    expect(out).toContain('0 new, 1 fixed, 0 changed, 0 unchanged');
    expect(out).toMatch(/3\.0\.1.*3\.0\.2/);
  });

  it('says which task is not in the report because it still works', async () => {
    const { app, host, connection } = await world();
    const scan = await app.addTemplate('pentest', [host]);
    app.network.set('10.0.0.1', 'waits');
    const task = await app.startTask(scan);
    const { code, out, err } = await printed({
      ...connection,
      template: String(scan),
      severity: 'low',
    });
    expect([code, out, err]).toEqual([
      0,
      'No task of this template has finished yet.\n',
      'TASK-00002 has not finished: it is not in this report.\n',
    ]);
    await app.request(202, 'POST', `/api/v1/tasks/${task}/stop`);
    await app.waitForTask(task);
    expect((await printed({ ...connection, template: String(scan) })).err).toBe('');
  });

  it('ends with 3 when something new of a severity appeared, unless it is accepted or of an older task', async () => {
    const { app, host, template, connection } = await world();
    const severity = (await app.getDiffs(template))[0]?.new[0] as unknown as { severity: string };
    const code = async (wanted: Severity) =>
      (await printed({ ...connection, template: String(template), severity: wanted })).code;
    expect(await code('unknown')).toBe(3);
    expect(await code('critical')).toBe(severity.severity === 'critical' ? 3 : 0);
    await app.importPackages(host, { openssl: '3.0.1' });
    await app.runTask(template);
    expect(await code('unknown')).toBe(0);
  });

  it.each(['table', 'json', 'csv', 'markdown', 'html'])(
    'takes text and exit code from one answer, as %s',
    async (format) => {
      const { app, host, template, connection } = await world();
      await app.importPackages(host, { openssl: '3.0.1' });
      await app.runTask(template); // nothing new in this one
      let asked = 0;
      app.app.server.on('request', ({ url }) => {
        if (url?.includes('/diff')) asked += 1;
      });
      const options = {
        ...connection,
        template: String(template),
        format,
        severity: 'unknown' as const,
      };
      expect((await printed({ ...options, last: '1' })).code).toBe(0);
      await app.importFeed({ openssl: { 'CVE-2024-1': '3.0.2', 'CVE-2024-2': '3.0.2' } });
      await app.importPackages(host, { openssl: '3.0.1' });
      await app.runTask(template);
      const { code, out } = await printed(options);
      expect([code, out.includes('CVE-2024-2'), asked]).toEqual([3, true, 2]);
    },
  );

  it('writes every format to a file', async () => {
    const { app, template, connection } = await world();
    for (const [format, beginning] of [
      ['json', '{"data":['],
      ['csv', 'number_task,'],
      ['markdown', '# Differential report'],
      ['html', '<!doctype html>'],
    ] as const) {
      const output = join(app.dir, `report.${format}`);
      const { out, err } = await printed({
        ...connection,
        template: String(template),
        format,
        output,
      });
      expect([out, err]).toEqual(['', `Written to ${output}.\n`]);
      expect(readFileSync(output, 'utf8').startsWith(beginning)).toBe(true);
    }
  });

  it('says that there is no such template', async () => {
    const { connection } = await world();
    await expect(printed({ ...connection, template: 'nothing' })).rejects.toThrow(
      'There is no template "nothing"',
    );
    await expect(printed({ ...connection, template: '99' })).rejects.toThrow(
      'There is no template 99',
    );
  });
});

describe('hostwarden report', () => {
  it('prints all that a task found', async () => {
    const { connection } = await world();
    const io = testIo();
    expect(await report({ ...connection, task: 'TASK-00001' }, io)).toBe(0);
    expect(io.out()).toMatch(
      /TASK-00001 {2}completed\n1 finding \(1 \w+\), 0 accepted, 0 open ports, 0 hosts without result/,
    );
    expect(io.out()).toContain('CVE-2024-1');
  });

  it('takes no task that is none', async () => {
    await expect(report({ task: 'x' }, testIo())).rejects.toThrow('"x" is no task');
  });
});
