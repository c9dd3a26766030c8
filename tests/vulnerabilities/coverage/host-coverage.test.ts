import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../../src/database/sqlite.js';
import { readHostCoverage } from '../../../src/vulnerabilities/coverage/host-coverage.js';
import { addHosts, testDatabase } from '../../support/database.js';
import { createKnowledge, range, record, storeFeed } from '../../support/stored-records.js';

interface Inventory {
  ecosystems: string[];
  name?: string | null;
  packages?: number;
}

/** Returns the coverage of a host with this inventory, with data about Debian 12 only. */
function coverageOf(inventory: Inventory | null, sql = '') {
  const knowledge = createKnowledge();
  storeFeed(knowledge, 'osv-debian', '2026-09-20T00:00:00Z', [
    record('CVE-2024-1', { ranges: [range('a', '2'), range('openssh', '2')] }),
  ]);
  const database = testDatabase();
  const [host = 0] = addHosts(database, 1);
  if (inventory !== null)
    database.sqlite
      .prepare(
        "INSERT INTO inventories (host_id, report_id, collected_at, full_os_name, packages_count, warnings, scopes) VALUES (?, 1, 0, ?, ?, '[]', ?)",
      )
      .run(
        host,
        inventory.name ?? null,
        inventory.packages ?? 1,
        JSON.stringify(inventory.ecosystems),
      );
  database.sqlite.exec(sql);
  return readHostCoverage(database.sqlite, knowledge, host, { now: NOW, staleDays: 7 });
}

const SCANNED = 'UPDATE hosts SET ports_scanned = 1';
const OPEN =
  "INSERT INTO services (host_id, port, transport, state, service, details, confidence, first_seen, last_seen) SELECT id, 22, 'tcp', 'open', 'ssh', '{}', 'confirmed', 0, 0 FROM hosts";

const BUILD =
  "UPDATE services SET cpe = 'cpe:2.3:a:openbsd:openssh:9.2p1:*:*:*:*:*:*:*', version = '9.2p1', revision = 'Debian 2+deb12u3'";

const NOW = Date.UTC(2026, 8, 30) / 1000;
const DATA_FROM = Date.UTC(2026, 8, 20) / 1000;

describe('coverage of a stored host', () => {
  it('names the feed that its packages were matched with, and that its data is stale', () => {
    expect(coverageOf({ ecosystems: ['Debian:12'] }).packages).toEqual({
      state: 'matched',
      reason: null,
      message: null,
      feeds: [{ name: 'osv-debian', data_from: DATA_FROM, stale: true }],
      verdicts: { matched: 1, other_vendor: 0, unknown_origin: 0, no_data: 0, end_of_life: 0 },
      support: {
        system: 'Debian 12',
        state: 'supported',
        until: '2028-06-30',
        extended_until: null,
      },
    });
  });

  it('counts the CVEs that name the programs of its services, if all data are counted', () => {
    const knowledge = createKnowledge();
    const published = Date.UTC(2026, 8, 1) / 1000;
    storeFeed(knowledge, 'nvd', '2026-11-20T00:00:00Z', [
      record('CVE-2026-1', { published, unmatchedProducts: ['openbsd:openssh'] }),
      record('CVE-2026-2', { published }),
    ]);
    const database = testDatabase();
    const [host = 0] = addHosts(database, 1);
    database.sqlite.exec(`${OPEN}; ${BUILD}; UPDATE services SET product = 'OpenSSH'`);
    const read = () =>
      readHostCoverage(database.sqlite, knowledge, host, { now: NOW, staleDays: 7 }).services;
    expect(read().products).toBeUndefined();
    const sqlite = openSqlite(knowledge.file);
    sqlite.exec(
      "INSERT INTO feed_files (feed, part, sha256, loaded_at, rejected, since, counted_since) VALUES ('nvd', '', '', 0, 0, 1, 1)",
    );
    sqlite.close();
    expect(read().products).toEqual([{ name: 'OpenSSH', cves: 1, without_data: 1 }]);
  });

  const reasons: [string, Inventory | null, string][] = [
    ['without an inventory', null, 'not_collected'],
    ['of a system that no feed covers', { ecosystems: [], name: 'Kali' }, 'unsupported_system'],
    ['without packages', { ecosystems: ['Debian:12'], packages: 0 }, 'unreadable'],
    ['of an ecosystem without data', { ecosystems: ['Ubuntu:26.04:LTS'] }, 'no_data'],
    ['of a release that is dead', { ecosystems: ['Ubuntu:25.10'] }, 'end_of_life'],
    [
      'of a dead system that no feed covers',
      { ecosystems: [], name: 'CentOS Linux 7 (Core)' },
      'end_of_life',
    ],
  ];

  it.each(reasons)('has a reason if it is %s', (_what, inventory, reason) => {
    expect(coverageOf(inventory).packages).toMatchObject({ state: 'not_matched', reason });
  });

  it.each([
    ['whole', 1, 'matched', null],
    ['partly', 1, 'partly', 'unreadable'],
    ['unreadable', 1, 'partly', 'unreadable'],
    ['missing', 1, 'partly', 'not_collected'],
    ['unreadable', 0, 'not_matched', 'unreadable'],
    ['missing', 0, 'not_matched', 'not_collected'],
  ])('of a %s list with %i packages is %s: %s', (list, packages, state, reason) => {
    const sql = `UPDATE inventories SET package_list = '${list}'`;
    expect(coverageOf({ ecosystems: ['Debian:12'], packages }, sql).packages).toMatchObject({
      state,
      reason,
    });
  });

  it('names the system that no feed covers', () => {
    expect(coverageOf({ ecosystems: [], name: 'Kali GNU/Linux Rolling' }).packages.message).toBe(
      'No feed covers the packages of Kali GNU/Linux Rolling.',
    );
  });

  it.each([
    ['were never scanned', '', 'not_matched', 'not_collected'],
    ['were scanned and are closed', SCANNED, 'matched', null],
    ['are open, without data about services', `${SCANNED}; ${OPEN}`, 'not_matched', 'no_data'],
    ['are open, by a scan whose mark is missing', OPEN, 'not_matched', 'no_data'],
    [
      'are open, and weaknesses of one were checked',
      `${OPEN}; UPDATE services SET checks = 'done'`,
      'partly',
      'no_data',
    ],
    ['name a build of Debian, with its data', `${OPEN}; ${BUILD}`, 'matched', null],
    [
      'were not checked for weaknesses',
      `${OPEN}; ${BUILD}; UPDATE services SET checks = 'off'`,
      'partly',
      'checks_off',
    ],
    [
      'had an inconclusive check',
      `${OPEN}; ${BUILD}; UPDATE services SET checks = 'inconclusive'`,
      'partly',
      'no_result',
    ],
  ])('has services if its ports %s', (_what, sql, state, reason) => {
    expect(coverageOf(null, sql).services).toMatchObject({ state, reason });
  });
});
