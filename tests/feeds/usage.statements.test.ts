import { expect, it } from 'vitest';
import { createUsageStatements } from '../../src/feeds/usage.statements.js';
import { setUpFleet } from '../support/fleet.js';

/** Hosts whose inventories have these lists of ecosystems. */
async function setUp(lists: readonly (readonly string[])[]) {
  const { ctx, addHost } = await setUpFleet();
  const { sqlite } = ctx.database;
  const insert = sqlite.prepare(
    "INSERT INTO inventories (host_id, report_id, collected_at, packages_count, warnings, scopes) VALUES (?, 1, 0, 0, '[]', ?)",
  );
  for (const [i, list] of lists.entries())
    insert.run(await addHost(`10.0.0.${i + 1}`), JSON.stringify(list));
  return createUsageStatements(sqlite).matchedSubjects().ecosystems.toSorted();
}

it.each([
  ['no inventory', [], []],
  ['none of a known ecosystem', [[], []], []],
  ['one', [['Debian:12']], ['Debian:12']],
  [
    'the same ones, several in one, and none',
    [['Debian:12'], [], ['Ubuntu:22.04:LTS', 'Ubuntu:Pro:22.04:LTS'], ['Debian:12'], ['Alpine']],
    ['Alpine', 'Debian:12', 'Ubuntu:22.04:LTS', 'Ubuntu:Pro:22.04:LTS'],
  ],
  ['one in two lists', [['a', 'b'], ['b']], ['a', 'b']],
])('reads the ecosystems of all inventories: %s', async (_, lists, ecosystems) => {
  expect(await setUp(lists)).toEqual(ecosystems);
});
