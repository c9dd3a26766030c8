import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  parseParams,
  scan,
  type ScanDeps,
  type ScanOptions,
} from '../../../src/commands/scan/scan.js';
import { prepareHosts, scanName } from '../../../src/commands/scan/scan.prepare.js';
import { parseNmapXml } from '../../../src/hosts/import/nmap-xml.js';
import type { FoundService } from '../../../src/pentest/service.js';
import type { HostResult, TaskType } from '../../../src/tasks/task-type.js';
import { fakeType, temporaryFolder, testApp } from '../../support/app.js';
import { createTestClient, testIo } from '../../support/command.js';

const ssh: FoundService = {
  port: 22,
  transport: 'tcp',
  state: 'open',
  service: 'ssh',
  product: 'OpenSSH',
  version: '9.2p1',
  revision: null,
  cpe: null,
  banner: null,
  tls: null,
  details: {},
  confidence: 'confirmed',
};
const found = (...services: FoundService[]): HostResult => ({
  outcome: 'done',
  reason: null,
  detail: null,
  scan: { services, scanned_ports: [22] },
});
const unreachable: HostResult = {
  outcome: 'unreachable',
  reason: 'no_answer',
  detail: 'Nothing answered',
};
const notAllowed: HostResult = {
  outcome: 'not_allowed',
  reason: 'denied',
  detail: '10.0.0.3 is in SCAN_DENY',
};
const results: Record<string, HostResult> = {
  '10.0.0.1': found(ssh),
  '10.0.0.2': unreachable,
  '10.0.0.3': notAllowed,
  '10.0.0.10': found(),
};

async function setUp(type: TaskType = fakeType((ip) => results[ip] ?? unreachable)) {
  const app = await testApp({ types: [type] });
  const names: Record<string, string[]> = { web: ['10.0.0.1'], many: ['10.0.0.1', '10.0.0.10'] };
  const deps: ScanDeps = {
    connect: async () => createTestClient(app),
    resolve: (name) => Promise.resolve(names[name] ?? []),
    now: () => 1_790_000_000,
    monotonicMs: () => 0,
  };
  const run = async (options: Partial<ScanOptions> & { targets: string[] }, io = testIo()) => {
    const code = await scan({ dataDir: temporaryFolder(), ...options }, io, deps);
    return { code, out: io.out(), err: io.err() };
  };
  return {
    app,
    names,
    run,
    list: async (path: string) =>
      ((await app.call('GET', path)).body as { data: Record<string, unknown>[] }).data,
  };
}

describe('hostwarden scan', () => {
  it('prints hosts by address and exits with 0 if one has a result', async () => {
    const { run } = await setUp();
    expect(await run({ targets: ['10.0.0.10', '10.0.0.1-3'] })).toEqual({
      code: 0,
      err: '',
      out: [
        '10.0.0.1',
        '  PORT    SERVICE  PRODUCT  VERSION',
        '  22/tcp  ssh      OpenSSH  9.2p1',
        '',
        '10.0.0.10  no open ports',
        '10.0.0.3  not scanned: 10.0.0.3 is in SCAN_DENY',
        '',
        'Ports: 1 of 3 hosts checked. Packages: not part of this task.',
        '  1 host: No vulnerability data for services: run `hostwarden feed update`.',
        '  1 host: 10.0.0.3 is in SCAN_DENY.',
        '1 address did not answer: no host is known there.',
        'No vulnerability data took part.',
        '2 of 3 hosts, 1 open port, 0 findings on the 1 host with checked ports, 0.0 s (TASK-00001)',
        '',
      ].join('\n'),
    });
  });

  it('writes XML with -oX, to a file beside the table or to standard output alone', async () => {
    const { run } = await setUp();
    const file = join(temporaryFolder(), 'scan.xml');
    writeFileSync(file, 'x'.repeat(100_000));
    const targets = ['10.0.0.1-3', '10.0.0.10'];
    expect((await run({ targets, outputXml: file })).out).toContain('22/tcp  ssh');
    const text = readFileSync(file, 'utf8');
    expect(parseNmapXml(text).hosts).toEqual([
      { ip: '10.0.0.1', name: null },
      { ip: '10.0.0.10', name: null },
    ]);
    expect(text).toContain('args="hostwarden scan 10.0.0.1-3 10.0.0.10"');
    expect((await run({ targets, outputXml: '-' })).out).toBe(text);
  });

  it('leaves the file of -oX as it was if there is no result', async () => {
    const { run } = await setUp();
    const folder = temporaryFolder();
    const options = { targets: ['10.0.0.1'], ports: '1', speed: 'none' };
    for (const name of ['new.xml', 'old.xml']) {
      if (name === 'old.xml') writeFileSync(join(folder, name), 'old');
      const outputXml = join(folder, name);
      await expect(run({ ...options, outputXml })).rejects.toMatchObject({ exitCode: 2 });
    }
    expect(readdirSync(folder)).toEqual(['old.xml']);
    expect(readFileSync(join(folder, 'old.xml'), 'utf8')).toBe('old');
  });

  it.each([
    [{ outputXml: '-', json: true }],
    [{ outputXml: '/proc/none/scan.xml' }],
    [{ outputXml: '/' }],
  ])('refuses %j before the scan', async (options) => {
    const { run, list } = await setUp();
    await expect(run({ targets: ['10.0.0.1'], ...options })).rejects.toMatchObject({ exitCode: 2 });
    expect(await list('/api/v1/tasks/')).toEqual([]);
  });

  const coverageOf = (reason: string, packages: object): object => ({
    packages: expect.objectContaining(packages) as object,
    services: expect.objectContaining({ state: 'not_matched', reason, feeds: [] }) as object,
  });

  it('prints exactly one JSON object with --json', async () => {
    const { run } = await setUp();
    const { code, out, err } = await run({ targets: ['10.0.0.2', 'web'], json: true });
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual({
      task_id: 1,
      number_task: 'TASK-00001',
      status: 'completed',
      since: null,
      feeds: [],
      not_checked: [
        expect.objectContaining({ reason: 'no_result', hosts: 1 }),
        expect.objectContaining({ reason: 'no_data', hosts: 1 }),
      ],
      remediations: [],
      summary: expect.objectContaining({
        findings: 0,
        services: 1,
        not_checked_hosts: 2,
      }) as object,
      hosts: [
        {
          ip: '10.0.0.1',
          name: 'web',
          outcome: 'done',
          reason: null,
          services: [{ ...ssh, first_seen: 1_790_000_000, last_seen: 1_790_000_000 }],
          findings: [],
          coverage: coverageOf('no_data', { state: 'not_applicable', reason: null }),
        },
        {
          ip: '10.0.0.2',
          name: '10.0.0.2',
          outcome: 'unreachable',
          reason: 'no_answer',
          services: [],
          findings: [],
          coverage: coverageOf('no_result', { state: 'not_matched', reason: 'no_result' }),
        },
      ],
    });
  });

  it('exits with 4 if no finding meets the threshold, but a host was not checked', async () => {
    const { run } = await setUp();
    expect((await run({ targets: ['10.0.0.1-2'], failOn: 'low' })).code).toBe(4);
    expect((await run({ targets: ['10.0.0.10'], failOn: 'low' })).code).toBe(0);
  });

  it('ends with what changed since the previous scan of the same targets', async () => {
    const hosts = { ...results };
    const { run } = await setUp(fakeType((ip) => hosts[ip] ?? unreachable));
    expect((await run({ targets: ['10.0.0.1', '10.0.0.10'] })).out).not.toContain('Since');
    hosts['10.0.0.10'] = found({ ...ssh, product: null, version: null });
    const { code, out } = await run({ targets: ['10.0.0.1', '10.0.0.10'] });
    expect(code).toBe(0);
    expect(out.split('\n').slice(-4)).toEqual([
      '',
      'Since TASK-00001 (just now): 1 new open port (22/tcp ssh).',
      '  opened  10.0.0.10  22/tcp  ssh',
      '',
    ]);
  });

  it('prints what changed with --json, and null for the first scan', async () => {
    const hosts = { ...results };
    const { run } = await setUp(fakeType((ip) => hosts[ip] ?? unreachable));
    const sinceOf = async (): Promise<unknown> => {
      const { out } = await run({ targets: ['10.0.0.1', '10.0.0.2'], json: true });
      return (JSON.parse(out) as { since: unknown }).since;
    };
    expect(await sinceOf()).toBeNull();
    hosts['10.0.0.1'] = found();
    expect(await sinceOf()).toMatchObject({
      task_id: 1,
      number_task: 'TASK-00001',
      finished_at: 1_790_000_000,
      ports_opened: [],
      ports_closed: [{ ip: '10.0.0.1', port: 22, transport: 'tcp', service: 'ssh' }],
      ports_changed: [],
      new: [],
      fixed: [],
      changed: [],
      not_compared: [{ ip: '10.0.0.2', reason: 'unreachable', ports: null }],
    });
  });

  it('does not list addresses of a range as not compared, nor exit with 4 because of them', async () => {
    const { run } = await setUp(fakeType((ip) => (ip === '10.0.0.10' ? found() : unreachable)));
    const options = { targets: ['10.0.0.0/28'], json: true, failOn: 'high' as const };
    expect((await run(options)).code).toBe(0);
    const { out, code } = await run(options);
    const { since, summary } = JSON.parse(out) as Record<string, Record<string, unknown>>;
    expect([code, since?.['not_compared']]).toEqual([0, []]);
    expect(summary).toMatchObject({
      checked_hosts: 1,
      not_checked_hosts: 0,
      unanswered_addresses: 13,
    });
    expect((await run({ ...options, targets: ['10.0.0.10,10.0.0.11'] })).code).toBe(4);
    expect((await run({ ...options, targets: ['10.0.0.0/28,10.0.0.11'] })).code).toBe(4);
  });

  it('lists the addresses of a range as hosts only where something answered', async () => {
    const { run, list } = await setUp(
      fakeType((ip) => (ip === '10.0.0.10' ? found() : unreachable)),
    );
    const addresses = async (query: string) =>
      (await list(`/hosts${query}`)).map(({ current_ip: ip }) => ip);
    await run({ targets: ['10.0.0.8/29'] });
    expect(await addresses('')).toEqual(['10.0.0.10']);
    expect(await addresses('?unanswered=true')).toHaveLength(5);
    expect((await list('/api/v1/tasks/'))[0]).toMatchObject({
      hosts_total: 6,
      hosts_done: 6,
      hosts_unanswered: 5,
    });
    await run({ targets: ['10.0.0.8/29', '10.0.0.11'] }); // a person named this one
    expect(await addresses('')).toEqual(['10.0.0.10', '10.0.0.11']);
    await run({ targets: ['10.0.0.8/29'] });
    expect(await addresses('')).toEqual(['10.0.0.10', '10.0.0.11']);
  });

  it('keeps its template if only the ranges differ, and updates them', async () => {
    const { run, app, list } = await setUp();
    await run({ targets: ['10.0.0.1-2'] });
    await app.call('PUT', '/api/v1/templates/1', { params: null }); // as an earlier version created it
    await run({ targets: ['10.0.0.1-2'] });
    expect((await list('/api/v1/template/')).map((t) => t.params)).toEqual([
      { ranges: ['10.0.0.1-2'] },
    ]);
  });

  it('exits with 1 and a reason if no host has a result', async () => {
    const { run } = await setUp();
    const { code, out, err } = await run({ targets: ['10.0.0.2-3'], json: true });
    expect([code, (JSON.parse(out) as { status: string }).status]).toEqual([1, 'failed']);
    expect(err).toContain('None of 2 hosts');
  });

  it('creates a task of the same template for equal arguments, otherwise of another one', async () => {
    const { run, list } = await setUp();
    await run({ targets: ['10.0.0.1'], ports: '22, 80' });
    await run({ targets: ['10.0.0.1'], ports: '22,80' });
    await run({ targets: ['10.0.0.1'] });
    expect((await list('/api/v1/template/')).map((t) => [t.name, t.params, t.hosts])).toEqual([
      ['scan 10.0.0.1 --ports 22,80', { ports: ['22', '80'] }, [1]],
      ['scan 10.0.0.1', null, [1]],
    ]);
    expect((await list('/api/v1/tasks/')).map((t) => [t.templates_id, t.trigger])).toEqual([
      [2, 'cli'],
      [1, 'cli'],
      [1, 'cli'],
    ]);
  });

  it('does not use a template of the same name with other params', async () => {
    const { app, run, list } = await setUp();
    await run({ targets: ['10.0.0.1'] });
    await app.call('PUT', '/api/v1/templates/1', { params: { ports: ['443'] } });
    await run({ targets: ['10.0.0.1'] });
    expect((await list('/api/v1/template/')).map((t) => t.params)).toEqual([
      { ports: ['443'] },
      null,
    ]);
  });

  it('updates the template to the current address of a name', async () => {
    const { run, list, names } = await setUp();
    await run({ targets: ['web'] });
    names.web = ['10.0.0.10'];
    const { out } = await run({ targets: ['web'] });
    expect(out).toContain('10.0.0.10  web  no open ports');
    expect((await list('/api/v1/template/')).map((t) => t.hosts)).toEqual([[2]]);
  });

  it('scans the first address of a name and lists the others', async () => {
    const { run } = await setUp();
    const { out, err } = await run({ targets: ['many'] });
    expect(out).toContain('1 host, 1 open port');
    expect(err).toContain('many is 10.0.0.1; its other address 10.0.0.10 can');
  });

  it('names every invalid target and creates nothing', async () => {
    const { run, list } = await setUp();
    await expect(run({ targets: ['10.0.0.1', '10.0.0.5/24', 'missing'] })).rejects.toMatchObject({
      exitCode: 2,
      message:
        '10.0.0.5/24 has host bits set; did you mean 10.0.0.0/24?\nmissing: name does not resolve to an IP address.',
    });
    expect(await list('/hosts')).toEqual([]);
  });

  it('scans the other targets if a name does not resolve, names it, and exits with 1', async () => {
    const { run, list } = await setUp();
    const { code, out, err } = await run({ targets: ['web,missing', '10.0.0.10'] });
    expect([code, out]).toEqual([1, expect.stringContaining('22/tcp')]);
    expect(err.split('\n')).toEqual([
      'missing does not resolve to an IP address and is left out',
      'Not scanned: 1 unresolved name: missing',
      '',
    ]);
    expect((await list('/api/v1/template/')).map((t) => [t.name, t.hosts])).toEqual([
      ['scan web missing 10.0.0.10', [1, 2]],
    ]);
  });

  it('reads targets from a file and leaves out the excluded ones', async () => {
    const { run, list } = await setUp();
    const file = join(temporaryFolder(), 'hosts.txt');
    writeFileSync(file, '10.0.0.1-3\n10.0.0.10 # gateway\n');
    const { code, out } = await run({
      targets: [],
      targetFile: file,
      exclude: '10.0.0.2, 10.0.0.3',
    });
    expect([code, out]).toEqual([0, expect.stringContaining('2 hosts, 1 open port')]);
    expect((await list('/api/v1/template/')).map((t) => t.name)).toEqual([
      `scan --targets ${file} --exclude 10.0.0.2,10.0.0.3`,
    ]);
  });

  it('refuses an exclusion that does not resolve', async () => {
    const { run } = await setUp();
    await expect(run({ targets: ['10.0.0.1'], exclude: 'missing' })).rejects.toMatchObject({
      exitCode: 2,
      message: '--exclude: missing: name does not resolve to an IP address.',
    });
  });

  it('stops the task when interrupted, prints its results and exits with 130', async () => {
    const io = testIo();
    const type = fakeType();
    type.run = (host, job) =>
      host.ip === '10.0.0.1'
        ? Promise.resolve(found(ssh))
        : new Promise((_, reject) => {
            job.signal.addEventListener('abort', () => reject(job.signal.reason as Error));
            setImmediate(() => io.interrupt());
          });
    const { run, list } = await setUp(type);
    const { code, out, err } = await run({ targets: ['10.0.0.1-2'] }, io);
    expect(code).toBe(130);
    expect(out).toContain('22/tcp');
    expect(err).toBe('Stopped before 1 host was finished\n');
    expect((await list('/api/v1/tasks/')).map((t) => t.status)).toEqual(['stopped']);
  });

  it('creates no task if it is interrupted before', async () => {
    const io = testIo();
    const { run, list } = await setUp();
    io.interrupt();
    expect((await run({ targets: ['10.0.0.1'] }, io)).code).toBe(130);
    expect(await list('/api/v1/tasks/')).toEqual([]);
  });
});

it.each([
  [{}, {}],
  [{ ports: '22' }, { ports: ['22'] }],
  [{ ports: ' 22 , 1-1024' }, { ports: ['22', '1-1024'] }],
  [{ ports: '-' }, { ports: ['1-65535'] }],
  [{ ports: '-,22' }, { ports: ['1-65535', '22'] }],
  [
    { speed: '5', discovery: 'off' },
    { speed: '5', discovery: 'off' },
  ],
])('converts the options %j to the params %j', (options, params) => {
  expect(parseParams(options)).toEqual(params);
});

it.each(['', '22,', '0', '65536', '9-3', 'ssh', '1-', '22 80'])(
  'rejects --ports %j as invalid usage',
  (ports) => {
    expect(() => parseParams({ ports })).toThrow(expect.objectContaining({ exitCode: 2 }) as Error);
  },
);

describe('template name of a scan', () => {
  it('contains targets and options', () => {
    expect(
      scanName(['10.0.0.0/24', 'web'], { ports: ['22', '80'], speed: '4', discovery: 'off' }),
    ).toBe('scan 10.0.0.0/24 web --ports 22,80 --speed 4 --discovery off');
  });

  it('differs for long targets within 255 characters', () => {
    const targets = Array.from({ length: 100 }, (_, i) => `10.0.0.${i}`);
    const one = scanName([...targets, 'a'], {});
    const other = scanName([...targets, 'b'], {});
    expect(one).not.toBe(other);
    for (const name of [one, other]) expect(name.length).toBeLessThanOrEqual(255);
  });
});

it('creates hosts in batches of a thousand and reuses existing ones', async () => {
  const { app } = await setUp();
  const sizes: number[] = [];
  const client = {
    ...createTestClient(app),
    request: (method: string, path: string, body?: unknown) => {
      sizes.push((body as unknown[]).length);
      return createTestClient(app).request(method, path, body);
    },
  };
  const hosts = Array.from({ length: 2100 }, (_, i) => ({
    ip: `10.1.${i >> 8}.${i & 255}`,
    name: null,
  }));
  await prepareHosts(client, hosts.slice(500, 510));
  expect(new Set(await prepareHosts(client, hosts)).size).toBe(2100);
  expect(sizes).toEqual([10, 1000, 1000, 100]);
});
