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

/** Opens a listening service with a template that ran once on a host with one finding. */
async function setUp(): Promise<{
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

async function runDiff(options: DiffOptions): Promise<{ code: number; out: string; err: string }> {
  const io = testIo();
  const code = await diff(options, io);
  return { code, out: io.out(), err: io.err() };
}

describe('hostwarden diff', () => {
  it('prints the latest task first, with the reason of a fix', async () => {
    const { app, host, connection } = await setUp();
    await app.importPackages(host, { openssl: '3.0.2' });
    await app.runTask(1);
    const { code, out } = await runDiff({ ...connection, template: 'INVENTORY of all' });
    expect(code).toBe(0);
    expect(out.indexOf('TASK-00002')).toBeLessThan(out.indexOf('TASK-00001'));
    expect(out).toContain('0 new, 1 fixed, 0 changed, 0 unchanged');
    expect(out).toMatch(/3\.0\.1.*3\.0\.2/);
  });

  it('names a running task that is not part of the report', async () => {
    const { app, host, connection } = await setUp();
    const scan = await app.addTemplate('pentest', [host]);
    app.network.set('10.0.0.1', 'waits');
    const task = await app.startTask(scan);
    const { code, out, err } = await runDiff({
      ...connection,
      template: String(scan),
      failOn: 'low',
    });
    expect([code, out, err]).toEqual([
      4, // nothing was checked yet
      'No finished tasks yet.\n',
      'TASK-00002 is still running and not part of this report.\n',
    ]);
    await app.request(202, 'POST', `/api/v1/tasks/${task}/stop`);
    await app.waitForTask(task);
    expect((await runDiff({ ...connection, template: String(scan) })).err).toBe('');
  });

  it('exits with 3 for a new finding of the severity in the latest task', async () => {
    const { app, host, template, connection } = await setUp();
    const severity = (await app.getDiffs(template))[0]?.new[0] as unknown as { severity: string };
    const exitCode = async (failOn: Severity) =>
      (await runDiff({ ...connection, template: String(template), failOn })).code;
    expect(await exitCode('unknown')).toBe(3);
    expect(await exitCode('critical')).toBe(severity.severity === 'critical' ? 3 : 0);
    await app.importPackages(host, { openssl: '3.0.1' });
    await app.runTask(template);
    expect(await exitCode('unknown')).toBe(0);
  });

  it('exits with 4 if the latest task did not check a host, also in the report', async () => {
    const { app, host, template, connection } = await setUp();
    await app.importPackages(host, { openssl: '3.0.2' });
    app.network.set('10.0.0.1', 'unreachable');
    await app.runTask(template);
    const options = { ...connection, template: String(template) };
    expect((await runDiff({ ...options, failOn: 'low' })).code).toBe(4);
    expect((await runDiff(options)).code).toBe(0);
    const codeOfReport = (task: string, failOn: Severity) =>
      report({ ...connection, task, failOn, format: 'csv' }, testIo());
    expect([await codeOfReport('2', 'low'), await codeOfReport('1', 'unknown')]).toEqual([4, 3]);
  });

  it('lists findings of at least the severity, and counts the others', async () => {
    const { template, connection } = await setUp();
    const options = { ...connection, template: String(template), severity: 'critical' as const };
    const { out } = await runDiff({ ...options, failOn: 'critical' });
    expect(out).toContain('1 new, 0 fixed');
    expect(out).toContain('1 finding below critical is not listed');
    expect(out).not.toContain('New (');
  });

  it('warns that --severity no longer sets the exit code, and does so for one version', async () => {
    const { template, connection } = await setUp();
    const options = { ...connection, template: String(template), severity: 'unknown' as const };
    const { code, err } = await runDiff(options);
    expect([code, err]).toEqual([3, expect.stringContaining('--fail-on')]);
    expect((await runDiff({ ...options, failOn: 'critical' })).err).toBe('');
  });

  it.each(['table', 'json', 'csv', 'markdown', 'html'])(
    'takes text and exit code of format %s from one response',
    async (format) => {
      const { app, host, template, connection } = await setUp();
      await app.importPackages(host, { openssl: '3.0.1' });
      await app.runTask(template); // without new findings
      let requests = 0;
      app.app.server.on('request', ({ url }) => {
        if (url?.includes('/diff')) requests += 1;
      });
      const options = {
        ...connection,
        template: String(template),
        format,
        failOn: 'unknown' as const,
      };
      expect((await runDiff({ ...options, last: '1' })).code).toBe(0);
      await app.importFeed({ openssl: { 'CVE-2024-1': '3.0.2', 'CVE-2024-2': '3.0.2' } });
      await app.importPackages(host, { openssl: '3.0.1' });
      await app.runTask(template);
      const { code, out } = await runDiff(options);
      expect([code, out.includes('CVE-2024-2'), requests]).toEqual([3, true, 2]);
    },
  );

  it('writes every format to a file', async () => {
    const { app, template, connection } = await setUp();
    for (const [format, beginning] of [
      ['json', '{"data":['],
      ['csv', 'number_task,'],
      ['markdown', '# Differential report'],
      ['html', '<!doctype html>'],
    ] as const) {
      const output = join(app.dir, `report.${format}`);
      const { out, err } = await runDiff({
        ...connection,
        template: String(template),
        format,
        output,
      });
      expect([out, err]).toEqual(['', `Written to ${output}.\n`]);
      expect(readFileSync(output, 'utf8').startsWith(beginning)).toBe(true);
    }
  });

  it('shows the only template that can be compared if none is named', async () => {
    const { app, host, template, connection } = await setUp();
    expect(await runDiff(connection)).toEqual({
      code: 0,
      out: 'ID\tNAME\tTASK\tFINISHED\tCHANGES\n',
      err: 'No template has two finished tasks to compare yet.\n',
    });
    await app.importPackages(host, { openssl: '3.0.2' });
    await app.runTask(template);
    const named = await runDiff({ ...connection, template: String(template) });
    expect(await runDiff(connection)).toEqual(named);
    expect((await runDiff({ ...connection, format: 'csv' })).out).toMatch(/^number_task,/);
  });

  it('lists the templates that can be compared if none is named', async () => {
    const { app, host, template, connection } = await setUp();
    await app.importPackages(host, { openssl: '3.0.2' });
    await app.runTask(template);
    const other = await app.addTemplate('inventory', [host]);
    await app.addTemplate('inventory', [host]); // has no task
    for (const version of ['3.0.1', '3.0.1']) {
      await app.importPackages(host, { openssl: version });
      await app.runTask(other);
    }
    const { code, out } = await runDiff(connection);
    expect(code).toBe(0);
    const rows = out.split('\n').map((line) => line.split('\t'));
    expect(rows.map(([id, , task, , changes]) => [id, task, changes])).toEqual([
      ['ID', 'TASK', 'CHANGES'],
      [String(other), 'TASK-00004', '0 new, 0 fixed'],
      [String(template), 'TASK-00002', '0 new, 1 fixed'],
      ['', undefined, undefined],
    ]);
    for (const options of [{ format: 'json' }, { severity: 'low' as const }])
      await expect(runDiff({ ...connection, ...options })).rejects.toMatchObject({ exitCode: 2 });
  });

  it('rejects an unknown template', async () => {
    const { connection } = await setUp();
    await expect(runDiff({ ...connection, template: 'unknown' })).rejects.toThrow(
      'Unknown template "unknown"',
    );
    await expect(runDiff({ ...connection, template: '99' })).rejects.toThrow('99 not found');
  });
});

describe('hostwarden report', () => {
  it('prints the counts and findings of a task', async () => {
    const { connection } = await setUp();
    const io = testIo();
    expect(await report({ ...connection, task: 'TASK-00001' }, io)).toBe(0);
    expect(io.out()).toMatch(
      /TASK-00001 {2}.* UTC, completed\n1 open finding, 0 accepted, 0 open ports, 0 hosts without result\nOpen: 1 \w+\n/,
    );
    expect(io.out()).toContain('CVE-2024-1');
  });

  it('rejects text that is not a task', async () => {
    await expect(report({ task: 'x' }, testIo())).rejects.toThrow('"x" is not a task');
  });
});
