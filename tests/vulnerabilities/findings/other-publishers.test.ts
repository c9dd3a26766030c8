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
  return { ...app, host, packages, fleet };
}

const NGINX = {
  count: 1,
  vendors: [{ name: 'nginx.org', count: 1 }],
  packages: [{ ...FOREIGN, vendor: 'nginx.org' }],
};

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
});
