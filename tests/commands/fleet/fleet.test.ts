import type { AddressInfo } from 'node:net';
import { noCoverageCounts } from '../../../src/vulnerabilities/coverage/coverage-counts.js';
import { describe, expect, it } from 'vitest';
import { fixes } from '../../../src/commands/fleet/fixes.js';
import { renderFixes } from '../../../src/commands/fleet/fixes.text.js';
import { status } from '../../../src/commands/fleet/status.js';
import { renderStatus } from '../../../src/commands/fleet/status.text.js';
import { CommandError } from '../../../src/commands/output/errors.js';
import { createPainter } from '../../../src/commands/output/text.js';
import type { SummaryBody } from '../../../src/fleet/fleet.schemas.js';
import { remediationExample } from '../../../src/vulnerabilities/remediations/remediation.schemas.js';
import { ADMIN } from '../../support/app.js';
import { testIo } from '../../support/command.js';
import { setUpFleet } from '../../support/fleet.js';
import { range, record } from '../../support/stored-records.js';

async function setUp() {
  const app = await setUpFleet();
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  app.storeRecords('osv-debian', [
    record('DEBIAN-CVE-2024-1', { severity: 'critical', ranges: [range('a', '2')] }),
    record('DEBIAN-CVE-2024-2', { severity: 'low', ranges: [range('b', null)] }),
  ]);
  const host = await app.addHost('10.0.0.1');
  const port = (app.app.server.address() as AddressInfo).port;
  return { ...app, host, connection: { url: `http://127.0.0.1:${port}`, token: ADMIN } };
}

const NOW = 1_790_000_000;

async function readSummary({ connection }: Awaited<ReturnType<typeof setUp>>) {
  const io = testIo();
  await status({ ...connection, json: true }, io);
  return { summary: JSON.parse(io.out()) as SummaryBody };
}

const PACKAGES = [
  { name: 'a', version: '1' },
  { name: 'b', version: '1' },
];

describe('hostwarden status', () => {
  it('says first what was not checked, and how to change that', async () => {
    const { connection } = await setUp();
    const io = testIo();
    expect(await status(connection, io)).toBe(0);
    const [first, second] = io.out().split('\n');
    expect(first).toBe('Packages: 0 of 1 host checked. Ports: 0 of 1 host checked.');
    expect(second).toContain('hostwarden inventory import');
    expect(io.out()).toContain('none known to be open');
    expect(io.out()).toContain('30 days: none known to have appeared or disappeared\n');
    expect(io.out()).not.toMatch(/\b0 (appeared|disappeared|accepted)/);
    expect(io.out().split('\n').length).toBeLessThanOrEqual(25);
  });

  it('names addresses without a host beside the hosts', async () => {
    const { connection, addHost, ctx } = await setUp();
    await addHost('10.0.0.2');
    ctx.database.sqlite.prepare("UPDATE hosts SET unanswered = 1 WHERE ip = '10.0.0.2'").run();
    const io = testIo();
    await status(connection, io);
    expect(io.out()).toMatch(/^Packages: 0 of 1 host checked\. Ports: 0 of 1 host checked\./);
    expect(io.out()).toContain('\n1 address did not answer: no host is known there.\n');
  });

  it('prints the worst hosts and what to do first', async () => {
    const { connection, importInventory, host } = await setUp();
    await importInventory(host, PACKAGES);
    const io = testIo();
    await status(connection, io);
    expect(io.out()).toContain('2 open (1 critical, 1 lower)');
    expect(io.out()).toMatch(
      /7 days: \d+ appeared, \d+ disappeared; 30 days: \d+ appeared, \d+ disappeared; 0 accepted/,
    );
    expect(io.out()).toContain('10.0.0.1: apt-get install --only-upgrade a');
  });

  it('cuts no count on a terminal', async () => {
    const { summary } = await setUp().then(readSummary);
    const changes = { new_7d: 12, fixed_7d: 10, new_30d: 12, fixed_30d: 10, accepted: 2 };
    const body = { ...summary, findings: { ...summary.findings, ...changes } };
    const style = { paint: createPainter(false), width: 80, now: NOW };
    const text = renderStatus(body, style);
    expect(text).toMatch(/^ {12}7 days: 12 known to have appeared, 10 disappeared$/m);
    expect(text).toMatch(/^ {12}30 days: 12 known to have appeared, 10 disappeared$/m);
    expect(text).toMatch(/^ {12}2 accepted$/m);
  });

  it.each([
    [30, 'now'],
    [-30, 'now'],
    [7300, 'in 2 h'],
    [-7300, 'was due 2 h ago: only `hostwarden serve` starts it'],
  ])('says of a start in %i seconds: %s', async (seconds, text) => {
    const { summary } = await setUp().then(readSummary);
    const next = [{ template_id: 1, name: 'nightly', at: NOW + seconds }];
    const body = { ...summary, schedules: { missed_24h: 0, next } };
    const style = { paint: createPainter(false), width: undefined, now: NOW };
    expect(renderStatus(body, style)).toContain(`next: nightly ${text}\n`);
  });

  it('says of each feed without current data what it lacks, and why its last update failed', async () => {
    const { summary } = await setUp().then(readSummary);
    const feed = {
      name: 'kev' as const,
      needed: true,
      stale: false,
      status: 'ready' as const,
      data_from: NOW,
      error: null,
    };
    const none = { data_from: null };
    const feeds = [
      { ...feed, ...none, status: 'failed' as const, error: 'the archive ends\nearly' },
      { ...feed, name: 'epss' as const, error: 'HTTP 503' },
      { ...feed, ...none, name: 'nvd' as const, status: 'empty' as const },
      { ...feed, ...none, name: 'osv-debian' as const, status: 'updating' as const },
    ];
    const style = { paint: createPainter(false), width: undefined, now: NOW };
    const text = renderStatus({ ...summary, feeds }, style);
    expect(text).toContain(
      [
        'Data        not loaded: nvd',
        'not loaded yet: osv-debian',
        'kev: not loaded, the last update failed: the archive ends early',
        'epss: the last update failed: HTTP 503',
        'epss of 2026',
      ].join('\n            '),
    );
    expect(text).not.toContain('unknown)');
  });

  it('lists the failed import of a feed in the summary', async () => {
    const { connection, call } = await setUp();
    await call('PUT', '/feeds/kev', Buffer.from('PK'), {
      headers: { 'content-type': 'application/octet-stream' },
    });
    const io = testIo();
    await status(connection, io);
    expect(io.out()).toMatch(/kev: not loaded, the last update failed: \S/);
  });

  it('shows a jump of the clock for a month, and none without one', async () => {
    const { summary: body } = await setUp().then(readSummary);
    const style = { paint: createPainter(false), width: undefined, now: NOW };
    const jump = { noticed_at: NOW - 7200, seconds: 9_000_000, message: 'The clock jumped ahead.' };
    expect(renderStatus(body, style, jump)).toMatch(
      /^Clock {7}2 h ago: The clock jumped ahead\.$/m,
    );
    expect(renderStatus(body, { ...style, now: NOW + 31 * 86_400 }, jump)).not.toContain('Clock');
    expect(renderStatus(body, style, null)).not.toContain('Clock');
  });

  it('names the agents whose identity another machine uses', async () => {
    const { summary } = await setUp().then(readSummary);
    const style = { paint: createPainter(false), width: undefined, now: NOW };
    expect(renderStatus(summary, style)).not.toContain('Identity');
    const copied = { host_id: 1, ip: '10.0.0.1', name: 'web-1' };
    const agents = { ...summary.agents, identity_conflicts: [copied] };
    expect(renderStatus({ ...summary, agents }, style)).toContain(
      'Identity    two machines use the agent of web-1 (10.0.0.1): remove the copy\n',
    );
  });

  it('shortens no line in a pipe', async () => {
    const { connection, importInventory, host, ctx } = await setUp();
    await importInventory(host, PACKAGES);
    const name = 'n'.repeat(200);
    ctx.database.sqlite.prepare('UPDATE hosts SET name = ?').run(name);
    const io = testIo();
    await status(connection, io);
    expect(io.out()).toContain(`${name} (10.0.0.1): 2 open\n`);
  });

  it('prints the summary as JSON', async () => {
    const { connection } = await setUp();
    const io = testIo();
    await status({ ...connection, json: true }, io);
    expect(JSON.parse(io.out())).toMatchObject({ hosts: { total: 1, not_checked: 1 } });
  });
});

describe('the text of fixes', () => {
  const all = Array.from({ length: 203 }, (_, i) => ({ ...remediationExample, host_id: i }));
  const linesOf = (style: { width: number | undefined; isWhole: boolean }): string[] =>
    renderFixes(
      all,
      { hosts: 203, notChecked: 0, coverage: noCoverageCounts() },
      { ...style, paint: createPainter(false) },
    ).split('\n');

  it('says on a terminal how many actions it left out, and how to see them', () => {
    const lines = linesOf({ width: 200, isWhole: false });
    expect(lines).toHaveLength(203);
    expect(lines.at(-2)).toBe('  and 3 more: --all');
  });

  it('has all actions on request', () => {
    expect(linesOf({ width: 200, isWhole: true })).toHaveLength(205);
  });
});

describe('hostwarden fixes', () => {
  it('lists actions, and then what has no fix', async () => {
    const { connection, importInventory, host } = await setUp();
    await importInventory(host, PACKAGES);
    const io = testIo();
    expect(await fixes({ ...connection, hosts: [], format: 'table' }, io)).toBe(0);
    const lines = io.out().split('\n');
    expect(lines[1]).toContain('apt-get install --only-upgrade a');
    expect(lines[2]).toContain('Without a fix');
    expect(lines[3]).toContain('No fix for b');
  });

  it.each([[[]], [['10.0.0.1']]])(
    'says first that a host was not checked, for the hosts %j',
    async (hosts) => {
      const { connection } = await setUp();
      const io = testIo();
      await fixes({ ...connection, hosts, format: 'table' }, io);
      expect(io.out()).toMatch(/^Packages: 0 of 1 host checked\./);
    },
  );

  it('are lines of values with a heading in a pipe, and the rest is on standard error', async () => {
    const { connection, importInventory, host } = await setUp();
    const empty = testIo();
    await fixes({ ...connection, hosts: [] }, empty);
    expect(empty.out()).toMatch(/^RISK\t.*\tRESTART\tCERTAINTY\tREASON\n$/);
    expect(empty.err()).toMatch(/^Packages: 0 of 1 host checked\..*\n.+\n$/);
    await importInventory(host, PACKAGES);
    const io = testIo();
    await fixes({ ...connection, hosts: [] }, io);
    const [names = [], ...rows] = io
      .out()
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));
    const valuesOf = (name: string) => rows.map((row) => row[names.indexOf(name)]);
    expect(valuesOf('ACTION')).toEqual(['upgrade', 'no_fix']);
    expect(valuesOf('PACKAGES')).toEqual(['a', 'b']);
    expect(valuesOf('COMMAND')).toEqual(['apt-get install --only-upgrade a', '']);
    expect(rows.map((row) => row.length)).toEqual([names.length, names.length]);
  });

  it('prints the commands for one host', async () => {
    const { connection, importInventory, host } = await setUp();
    await importInventory(host, PACKAGES);
    const io = testIo();
    await fixes({ ...connection, hosts: ['10.0.0.1'], format: 'sh' }, io);
    expect(io.out()).toMatch(/^#!\/bin\/sh\n/);
    expect(io.out()).toContain('\napt-get install --only-upgrade a\n');
  });

  it('refuses a script for several hosts', async () => {
    const { connection } = await setUp();
    await expect(fixes({ ...connection, hosts: [], format: 'sh' }, testIo())).rejects.toThrow(
      CommandError,
    );
  });
});
