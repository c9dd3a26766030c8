import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accept, type AcceptOptions } from '../../../src/commands/acceptance/accept.js';
import { acceptancesEnd } from '../../../src/commands/acceptance/acceptances.js';
import { acceptances } from '../../../src/commands/acceptance/acceptances.js';
import { vexImport, vexRemove } from '../../../src/commands/acceptance/vex.js';
import { testApp } from '../../support/app.js';
import { testIo } from '../../support/command.js';
import { vexValidator } from '../../support/vex-schemas.js';
import { setUpAcceptances } from '../../vulnerabilities/acceptances/setup.js';

const CVE = 'CVE-2024-2';

/** A data directory with two hosts and a group, not in use. */
async function setUp() {
  const fleet = await setUpAcceptances();
  fleet.addPortFinding(fleet.second, 'CVE-2024-9', 443);
  await fleet.addGroup('Lab', [fleet.first, fleet.second]);
  await fleet.close();
  const { dir } = fleet;
  return {
    dir,
    accept: async (options: Partial<AcceptOptions>) => {
      const io = testIo();
      const code = await accept(
        { dataDir: dir, vulnerability: CVE, reason: 'Known', ...options },
        io,
      );
      return { code, out: io.out() };
    },
    list: async (options: Parameters<typeof acceptances>[0] = {}) => {
      const io = testIo();
      expect(await acceptances({ dataDir: dir, ...options }, io)).toBe(0);
      return { out: io.out(), err: io.err() };
    },
  };
}

describe('hostwarden accept', () => {
  it.each([
    ['a host', { host: '10.0.0.1' }, 'on 10.0.0.1', 2],
    ['a group', { group: 'lab' }, 'on group Lab', 3],
    ['all hosts', { allHosts: true }, 'on all hosts', 3],
  ])(
    'makes one acceptance, for every place where %s has it',
    async (_what, options, where, count) => {
      const { accept: run } = await setUp();
      const { code, out } = await run({ ...options, until: '2099-01-31' });
      expect(code).toBe(0);
      expect(out).toBe(
        `Accepted CVE-2024-2 ${where}, everywhere, until 2099-01-31: ${count} open findings (acceptance 1).\n`,
      );
    },
  );

  it('prints the acceptance as JSON', async () => {
    const { accept: run } = await setUp();
    expect(JSON.parse((await run({ host: '1', json: true })).out)).toMatchObject([
      { id: 1, host_id: 1, package: null, port: null, findings: 2 },
    ]);
  });

  it.each([
    [
      'a port of a host',
      { vulnerability: 'CVE-2024-9', host: '2', port: '443/tcp' },
      '10.0.0.2, 443/tcp',
      1,
    ],
    ['a package of a group', { group: 'lab', package: 'b' }, 'group Lab, b', 2],
    ['a port of all hosts', { allHosts: true, port: '8443/tcp' }, 'all hosts, 8443/tcp', 0],
    ['everything', { allHosts: true, allPlaces: true }, 'all hosts, everywhere', 3],
  ])('accepts %s', async (_what, options, where, count) => {
    const { accept: run } = await setUp();
    const { out } = await run(options);
    expect(out).toContain(`on ${where}, until revoked: ${count} open finding`);
  });

  it.each([
    ['no hosts', {}, '--host, --group or --all-hosts'],
    [
      'a host without the vulnerability',
      { vulnerability: 'CVE-2024-1', host: '2' },
      'not found on',
    ],
    ['a port without its transport', { host: '1', port: '443' }, 'like 443/tcp'],
    ['an unknown group', { group: 'x' }, 'Unknown group "x"'],
    [
      'an unknown vulnerability, though feeds are loaded',
      { vulnerability: 'CVE-1999-1', host: '1' },
      'Vulnerability CVE-1999-1 not found: no host ever had it, as far as the loaded feeds say. Check the id',
    ],
    ['an end that is no date', { host: '1', package: 'a', until: 'tomorrow' }, '--until'],
    ['an end that does not exist', { host: '1', package: 'a', until: '2027-02-31' }, '--until'],
    ['an end in the past', { host: '1', package: 'a', until: '2001-01-01' }, '/until'],
  ])('refuses %s', async (_what, options, message) => {
    const { accept: run } = await setUp();
    await expect(run(options)).rejects.toThrow(message);
  });
});

describe('hostwarden accept without a feed', () => {
  it.each([
    ['where the host has it', {}],
    ['in a package', { package: 'openssl' }],
  ])('says that none is loaded, and which command loads one: %s', async (_what, options) => {
    const app = await testApp();
    await app.call('POST', '/hosts', [{ current_ip: '10.0.0.1' }]);
    await app.close();
    const request = {
      dataDir: app.dir,
      vulnerability: CVE,
      reason: 'Known',
      host: '1',
      ...options,
    };
    const error = `Vulnerability ${CVE} not found: no feed is loaded. Load one with \`hostwarden feed update\``;
    await expect(accept(request, testIo())).rejects.toThrow(error);
  });
});

describe('hostwarden acceptances', () => {
  it('prints the active ones, in a pipe separated by tabs', async () => {
    const { accept: run, list } = await setUp();
    expect((await list()).err).toBe('No acceptances.\n');
    await run({
      host: '1',
      package: 'a',
      until: '2099-01-31',
      reason: 'Reachable\u202e inside',
    });
    await run({ allHosts: true, allPlaces: true });
    const lines = (await list()).out.split('\n').map((line) => line.split('\t'));
    expect(lines.slice(0, 3)).toEqual([
      ['ID', 'VULNERABILITY', 'HOSTS', 'WHERE', 'UNTIL', 'BY', 'FINDINGS', 'REASON'],
      ['2', CVE, 'all hosts', 'everywhere', '', 'API_TOKEN', '3', 'Known'],
      ['1', CVE, '10.0.0.1', 'a', '2099-01-31T23:59:59Z', 'API_TOKEN', '1', 'Reachable· inside'],
    ]);
  });

  it('filters by expiry and end', async () => {
    const { accept: run, list } = await setUp();
    await run({ host: '1', package: 'a', until: new Date(Date.now() + 86_400_000).toISOString() });
    expect((await list({ expiringWithin: '2' })).out).toContain(CVE);
    expect((await list({ expiringWithin: '0' })).out).not.toContain('CVE');
    expect((await list({ ended: true })).out).not.toContain('CVE');
    await expect(list({ expiringWithin: 'soon' })).rejects.toMatchObject({ exitCode: 2 });
  });

  it('prints JSON and OpenVEX', async () => {
    const { accept: run, list } = await setUp();
    await run({ host: '1', package: 'a' });
    expect(JSON.parse((await list({ format: 'json' })).out)).toMatchObject([
      { id: 1, package: 'a' },
    ]);
    const document: unknown = JSON.parse((await list({ format: 'openvex' })).out);
    expect(vexValidator('openvex')(document)).toEqual([]);
  });
});

describe('hostwarden acceptances end', () => {
  it('ends acceptances, which stay in the register', async () => {
    const { dir, accept: run, list } = await setUp();
    await run({ host: '10.0.0.1', package: 'a' });
    await run({ host: '10.0.0.1', package: 'b' });
    await run({ allHosts: true, package: 'b' });
    const io = testIo();
    expect(await acceptancesEnd({ dataDir: dir, ids: ['1', '3', '1'] }, io)).toBe(0);
    expect(io.out()).toBe(
      [
        'Acceptance 1 ended: CVE-2024-2 on 10.0.0.1, a. It covered 1 open finding.\n',
        'Acceptance 3 ended: CVE-2024-2 on all hosts, b. It covered 2 open findings.\n',
      ].join(''),
    );
    const idsOf = (text: string) => text.match(/^\d+/gm);
    expect(idsOf((await list()).out)).toEqual(['2']);
    expect(idsOf((await list({ ended: true })).out)).toEqual(['3', '1']);
  });

  it.each([
    ['text', ['one'], 2, 'not the id of an acceptance'],
    ['an unknown id', ['1', '9'], 1, 'not found'],
    ['one that has ended', ['1', '2'], 1, 'Acceptance 2 has ended on'],
  ])('refuses %s, and ends none', async (_title, ids, exitCode, message) => {
    const { dir, accept: run, list } = await setUp();
    await run({ host: '10.0.0.1', package: 'a' });
    await run({ host: '10.0.0.1', package: 'b' });
    await acceptancesEnd({ dataDir: dir, ids: ['2'] }, testIo());
    const ending = acceptancesEnd({ dataDir: dir, ids }, testIo());
    await expect(ending).rejects.toMatchObject({ exitCode });
    await expect(ending).rejects.toThrow(message);
    expect((await list()).out).toMatch(/^1\t/m);
  });
});

describe('hostwarden vex', () => {
  const DOCUMENT = {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': 'https://example.org/vex/1',
    author: 'Example Inc.',
    timestamp: '2026-01-01T00:00:00Z',
    version: 1,
    statements: [
      {
        vulnerability: { name: CVE },
        products: [{ '@id': 'pkg:deb/debian/b' }, { '@id': 'pkg:npm/b' }],
        status: 'not_affected',
        justification: 'component_not_present',
      },
    ],
  };

  it('imports a document and removes it', async () => {
    const { dir, list } = await setUp();
    const file = join(dir, 'vex.json');
    writeFileSync(file, JSON.stringify(DOCUMENT));
    const io = testIo();
    expect(await vexImport({ dataDir: dir, file }, io)).toBe(0);
    expect(io.err()).toBe(
      'https://example.org/vex/1 by Example Inc.: 1 acceptance, 1 new, 0 ended.\n' +
        'Skipped: 1 statement about products that are not matched.\n',
    );
    expect((await list()).out).toMatch(/pkg:deb\/debian\/b\t.*Example Inc\. \(vendor\)/);
    expect(await vexRemove({ dataDir: dir, source: DOCUMENT['@id'] }, testIo())).toBe(0);
    expect((await list()).err).toBe('No acceptances.\n');
  });

  it.each([
    ['no JSON', 'hello', 1],
    ['a list', '[]', 1],
    ['another document', '{"a":1}', 1],
  ])('exits with an error for %s', async (_what, content, exitCode) => {
    const { dir } = await setUp();
    const file = join(dir, 'vex.json');
    writeFileSync(file, content);
    await expect(vexImport({ dataDir: dir, file }, testIo())).rejects.toMatchObject({ exitCode });
  });

  it('exits with 2 for a missing file', async () => {
    await expect(vexImport({ file: '/nowhere/vex' }, testIo())).rejects.toMatchObject({
      exitCode: 2,
    });
  });
});
