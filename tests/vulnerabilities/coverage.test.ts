import { describe, expect, it } from 'vitest';
import { createCoverageReader } from '../../src/vulnerabilities/coverage.js';
import { addHosts, testDatabase } from '../support/database.js';
import { createKnowledge, range, record, storeFeed } from '../support/stored-records.js';

interface Inventory {
  ecosystems: string[];
  name?: string | null;
  packages?: number;
}

/** Returns the coverage of a host with this inventory, with data about Debian 12 only. */
function coverageOf(inventory: Inventory | null) {
  const knowledge = createKnowledge();
  storeFeed(knowledge, 'osv-debian', 'v1', [record('CVE-2024-1', { ranges: [range('a', '2')] })]);
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
  return createCoverageReader(knowledge)(database.sqlite, host);
}

describe('coverage', () => {
  it('returns the ecosystems of covered packages', () => {
    expect(coverageOf({ ecosystems: ['Debian:12'] })).toEqual({
      judged_by: ['Debian:12'],
      not_judged: null,
    });
  });

  const reasons: [string, Inventory | null, string][] = [
    ['a host without an inventory', null, 'No inventory has been stored for this host.'],
    [
      'a system that no feed covers',
      { ecosystems: [], name: 'Kali GNU/Linux Rolling' },
      'No feed covers the packages of Kali GNU/Linux Rolling.',
    ],
    ['a system without a name', { ecosystems: [] }, 'No feed covers the packages of this system.'],
    [
      'an inventory without packages',
      { ecosystems: ['Debian:12'], packages: 0 },
      'The inventory of this host has no package list.',
    ],
    [
      'an ecosystem without data',
      { ecosystems: ['Ubuntu:25.10'] },
      'No data about Ubuntu:25.10 is loaded: update the feeds.',
    ],
  ];

  it.each(reasons)('explains missing coverage of %s', (_what, inventory, expected) => {
    expect(coverageOf(inventory)).toEqual({
      judged_by: inventory?.ecosystems ?? [],
      not_judged: expected,
    });
  });
});
