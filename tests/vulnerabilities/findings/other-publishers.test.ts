import { expect, describe, it } from 'vitest';
import { readHostCoverage } from '../../../src/vulnerabilities/coverage/host-coverage.js';
import { readFleetCoverage } from '../../../src/vulnerabilities/coverage/fleet-coverage.js';
import { range, record } from '../../support/stored-records.js';
import { setUpFleet } from '../../support/fleet.js';

const RULE = { now: 1_790_000_000, staleDays: 100_000 };
const OWN = { name: 'nginx', version: '1.22.1-9' };
const FOREIGN = { name: 'nginx', version: '1.20.0-1~bookworm' };
const OTHER = { name: 'bash', version: '1' };

async function setUp() {
  const app = await setUpFleet();
  const host = await app.addHost('10.0.0.1');
  app.storeRecords('osv-debian', [
    record('DEBIAN-CVE-2024-1', { ranges: [range('nginx', '1.22.1-9+deb12u2')] }),
    record('DEBIAN-CVE-2024-2', { ranges: [range('bash', '2')] }),
  ]);
  const { database, knowledge } = app.ctx;
  const packages = () => readHostCoverage(database.sqlite, knowledge, host, RULE).packages;
  const fleet = () => readFleetCoverage(database.sqlite, knowledge, RULE);
  /** the counts of the differences: appeared and disappeared */
  const counts = () =>
    app.rows<{ appeared: number; disappeared: number }>(
      'SELECT sum(appeared) AS appeared, sum(disappeared) AS disappeared FROM finding_days',
    )[0];
  const { rematchFleet } = app.ctx.vulnerabilities;
  return { ...app, host, packages, fleet, counts, rematchFleet };
}

const NGINX = {
  count: 1,
  vendors: [{ name: 'nginx.org', count: 1 }],
  packages: [{ ...FOREIGN, vendor: 'nginx.org' }],
};

const PRODUCT = (fixed: string) =>
  range('f5:nginx', fixed, {
    affectedPackage: { ecosystem: 'cpe:a', kind: 'cpe', name: 'f5:nginx' },
    order: 'generic',
  });
const NVD = [record('CVE-2024-1', { ranges: [PRODUCT('1.20.1')] })];

describe('a package of another publisher', () => {
  it('is not compared with the ranges of the distribution, and is named', async () => {
    const { host, importInventory, findings, packages } = await setUp();
    await importInventory(host, [FOREIGN, OTHER]);

    expect(findings(host)).toEqual(['CVE-2024-2 bash 1 → 2']);
    expect(packages()).toMatchObject({
      state: 'partly',
      reason: 'other_publishers',
      message:
        '1 package of nginx.org was not matched: ' +
        'the data of the distribution does not cover other publishers.',
      packages_not_matched: NGINX,
    });
  });

  it('is named after it replaces one of the distribution, and no longer after that returns', async () => {
    const { host, importInventory, findings, packages } = await setUp();
    await importInventory(host, [OWN, OTHER]);
    expect(packages()).toMatchObject({ state: 'matched' });
    await importInventory(host, [FOREIGN, OTHER]);
    expect(packages()).toMatchObject({ state: 'partly', packages_not_matched: NGINX });
    await importInventory(host, [FOREIGN, { ...OTHER, version: '2' }]);
    expect(packages()).toMatchObject({ state: 'partly', packages_not_matched: NGINX });
    await importInventory(host, [OWN, OTHER]);

    expect(packages()).toMatchObject({ state: 'matched' });
    expect(findings(host)).toEqual([
      'CVE-2024-1 nginx 1.22.1-9 → 1.22.1-9+deb12u2',
      'CVE-2024-2 bash 1 → 2',
    ]);
  });

  it('makes the coverage of a fleet partly, with one reason for all such hosts', async () => {
    const { host, addHost, importInventory, fleet } = await setUp();
    const second = await addHost('10.0.0.2');
    await importInventory(host, [FOREIGN, OTHER]);
    await importInventory(second, [
      { name: 'docker-ce', version: '5:27.3.1-1~debian.12~bookworm' },
    ]);

    const { parts, gaps } = fleet();
    expect(parts.packages).toMatchObject({ matched: 0, partly: 2 });
    expect(gaps.filter(({ reason }) => reason === 'other_publishers')).toEqual([
      {
        state: 'partly',
        reason: 'other_publishers',
        message:
          'Packages of other publishers were not matched: ' +
          'the data of the distribution does not cover them.',
        hosts: 2,
      },
    ]);
  });

  it('is compared with the data about its program as soon as that is loaded', async () => {
    const { call, host, importInventory, storeRecords, rematchFleet, findings, packages } =
      await setUp();
    const needed = async () => {
      const { body } = await call('GET', '/feeds');
      const { data } = body as { data: { name: string; needed: boolean }[] };
      return data.filter((feed) => feed.needed);
    };
    await importInventory(host, [OWN, OTHER]);
    expect((await needed()).map(({ name }) => name)).not.toContain('nvd');
    await importInventory(host, [FOREIGN, OTHER]);
    expect((await needed()).map(({ name }) => name)).toContain('nvd');
    storeRecords('nvd', NVD);
    await rematchFleet();

    expect(findings(host)).toEqual([
      'CVE-2024-1 nginx 1.20.0-1~bookworm → 1.20.1',
      'CVE-2024-2 bash 1 → 2',
    ]);
    expect(packages()).toMatchObject({
      state: 'matched',
      feeds: [{ name: 'osv-debian' }, { name: 'nvd' }],
      verdicts: { matched: 2, other_vendor: 0 },
    });
    storeRecords('nvd', []);
    await rematchFleet();

    expect(findings(host)).toEqual(['CVE-2024-2 bash 1 → 2']);
    expect(packages()).toMatchObject({ state: 'partly', packages_not_matched: NGINX });
  });

  it('has one of the verdicts that add up to the number of packages', async () => {
    const { host, importInventory, packages, call } = await setUp();
    await importInventory(host, [
      OWN,
      OTHER,
      { name: 'docker-ce', version: '5:27.3.1-1~debian.12~bookworm' },
      { name: 'containerd.io', version: '1.7.22-1' },
      { name: 'myapp', version: '2.0-1~custom' },
    ]);

    const verdicts = { matched: 2, other_vendor: 2, unknown_origin: 1, no_data: 0, end_of_life: 0 };
    expect(packages().verdicts).toEqual(verdicts);
    const { body } = await call('GET', `/hosts/${host}/vulnerabilities`);
    expect(body).toMatchObject({ meta: { coverage: { packages: { verdicts } } } });
  });

  it('has no data like all packages of a release without data', async () => {
    const { host, importInventory, storeRecords, rematchFleet, packages } = await setUp();
    await importInventory(host, [FOREIGN, OTHER]);
    storeRecords('osv-debian', []);
    await rematchFleet();

    expect(packages()).toMatchObject({
      state: 'not_matched',
      verdicts: { matched: 0, other_vendor: 1, no_data: 1 },
    });
  });

  it('does not fix the findings of the build that it replaces, and the reverse neither', async () => {
    const { host, importInventory, findings, counts } = await setUp();
    await importInventory(host, [OWN, { ...OTHER, version: '2' }]);
    expect(findings(host)).toHaveLength(1);
    await importInventory(host, [FOREIGN, { ...OTHER, version: '2' }]);

    expect(findings(host)).toEqual([]);
    expect(counts()).toEqual({ appeared: null, disappeared: null });
  });

  it('does not fix what was found in the parts of a source that it replaces', async () => {
    const { host, importInventory, findings, counts } = await setUp();
    const part = { name: 'nginx-common', version: '1.22.1-9', source: 'nginx' };
    await importInventory(host, [OWN, part]);
    expect(findings(host)).toHaveLength(2);
    await importInventory(host, [FOREIGN]);

    expect(findings(host)).toEqual([]);
    expect(counts()).toEqual({ appeared: null, disappeared: null });
  });

  it('fixes what was found in a source of which it replaces nothing', async () => {
    const { host, importInventory, counts } = await setUp();
    await importInventory(host, [OTHER]);
    await importInventory(host, [FOREIGN]);

    expect(counts()?.disappeared).toBe(1);
  });

  it('of another release fixes what was found in an earlier version of it, and nothing else', async () => {
    const { host, importInventory, storeRecords, findings, counts } = await setUp();
    const at = (release: string, fixed: string) =>
      range('openssl', fixed, {
        affectedPackage: { ecosystem: release, kind: 'source', name: 'openssl' },
      });
    storeRecords('osv-debian', [
      record('DEBIAN-CVE-2024-3', { ranges: [at('Debian:11', '1.1.1w-0+deb11u2')] }),
      record('DEBIAN-CVE-2024-4', { ranges: [at('Debian:12', '3.0.15-1~deb12u1')] }),
    ]);
    const openssl = (version: string) => [{ name: 'openssl', version }];
    await importInventory(host, openssl('3.0.11-1~deb12u1'));
    expect(findings(host)).toEqual(['CVE-2024-4 openssl 3.0.11-1~deb12u1 → 3.0.15-1~deb12u1']);
    await importInventory(host, openssl('1.1.1w-0+deb11u1'));
    expect(findings(host)).toEqual(['CVE-2024-3 openssl 1.1.1w-0+deb11u1 → 1.1.1w-0+deb11u2']);
    expect(counts()).toEqual({ appeared: 1, disappeared: 0 });
    await importInventory(host, openssl('1.1.1w-0+deb11u2'));

    expect(findings(host)).toEqual([]);
    expect(counts()).toEqual({ appeared: 1, disappeared: 1 });
  });

  it('of the distribution does not fix what was found in the program of another build', async () => {
    const { host, importInventory, storeRecords, rematchFleet, findings, counts } = await setUp();
    await importInventory(host, [FOREIGN]);
    storeRecords('nvd', [record('CVE-2024-9', { ranges: [PRODUCT('1.20.1')] })]);
    await rematchFleet();
    expect(findings(host)).toHaveLength(1);
    await importInventory(host, [{ name: 'nginx', version: '1.22.1-9+deb12u2' }]);

    expect(findings(host)).toEqual([]);
    expect(counts()?.disappeared ?? 0).toBe(0);
  });

  it('does not fix what earlier rules found in it with the data of the distribution', async () => {
    const { ctx, host, importInventory, rematchFleet, findings, counts } = await setUp();
    await importInventory(host, [OWN]);
    // as earlier rules left it: the finding is about the package of another publisher
    ctx.database.sqlite
      .exec(`UPDATE packages SET version = '${FOREIGN.version}', source_version = '${FOREIGN.version}';
      UPDATE facts SET installed_version = '${FOREIGN.version}'; UPDATE host_match_states SET rules = 3`);
    await rematchFleet();

    expect(findings(host)).toEqual([]);
    expect(counts()?.disappeared ?? 0).toBe(0);
  });

  it('fixes its own findings by an update', async () => {
    const { host, importInventory, storeRecords, rematchFleet, findings, counts } = await setUp();
    await importInventory(host, [FOREIGN]);
    storeRecords('nvd', NVD);
    await rematchFleet();
    await importInventory(host, [{ name: 'nginx', version: '1.20.1-1~bookworm' }]);

    expect(findings(host)).toEqual([]);
    expect(counts()?.disappeared).toBe(1);
  });
});
