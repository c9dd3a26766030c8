import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  applyStep,
  fleetHistories,
  startFleet,
  type FleetStep,
} from '../../support/fleet-history.js';
import { setUpFleet, type TestFleet } from '../../support/fleet.js';

type Row = number[];

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'none', 'unknown'];
const SUMS = ['accepted', 'known_exploited', ...SEVERITIES];

/** The rows of today, summed from the stored sums of hosts by SQLite. */
function recount(app: TestFleet): Row[] {
  const sums = SUMS.map((column) => `coalesce(sum(${column}), 0)`).join();
  const today = Math.floor(app.clock.now() / 86_400);
  const rowOf = (group: string, members: string): Row[] =>
    app
      .rows<Record<string, number>>(
        `SELECT ${group}, count(h.id), coalesce(sum(c.day = ${today}), 0), ${sums} FROM ${members}
        LEFT JOIN host_sums s ON s.host_id = h.id LEFT JOIN host_checks c ON c.host_id = h.id`,
      )
      .map((row) => Object.values(row));
  const groups = app.rows<{ id: number }>('SELECT id FROM groups ORDER BY id');
  return [
    ...rowOf('0', 'hosts h'),
    ...groups.flatMap(({ id }) =>
      rowOf(`${id}`, `(SELECT host_id AS id FROM group_hosts WHERE group_id = ${id}) h`),
    ),
  ];
}

const storedToday = (app: TestFleet): Row[] =>
  app
    .rows<Record<string, number>>(
      'SELECT * FROM fleet_days WHERE day = (SELECT max(day) FROM fleet_days) ORDER BY group_id',
    )
    .map((row) => Object.values(row).slice(1));

/** The findings of each host that are not rated unimportant: one for each vulnerability and package. */
function findingsByHost(app: TestFleet): Map<number, Set<string>> {
  const found = app.rows<{ host_id: number; finding: string }>(
    `SELECT f.host_id, k.vulnerability_id || ' ' || k.package AS finding FROM host_findings f JOIN facts k ON k.id = f.fact_id
    WHERE k.basis NOT LIKE '%"unimportant":true%'`,
  );
  const hosts = app.rows<{ id: number }>('SELECT id FROM hosts');
  return new Map(
    hosts.map(({ id }) => [
      id,
      new Set(found.filter((row) => row.host_id === id).map(({ finding }) => finding)),
    ]),
  );
}

const membersOf = (app: TestFleet): Set<number> =>
  new Set(
    app.rows<{ host_id: number }>('SELECT host_id FROM group_hosts').map((row) => row.host_id),
  );

interface Counts {
  group_id: number;
  cause: string;
  appeared: number;
  disappeared: number;
}

const countsOf = (app: TestFleet): Counts[] =>
  app.rows(
    'SELECT group_id, cause, sum(appeared) AS appeared, sum(disappeared) AS disappeared FROM finding_days GROUP BY group_id, cause',
  );

const total = (counts: readonly Counts[], isGroup: boolean, of: 'appeared' | 'disappeared') =>
  counts.filter(({ group_id }) => group_id > 0 === isGroup).reduce((sum, row) => sum + row[of], 0);

/** The findings of hosts that one state has and another one has not; deleted and new hosts do not count. */
function missingIn(
  other: Map<number, Set<string>>,
  state: Map<number, Set<string>>,
  members: Set<number> | null,
): number {
  let missing = 0;
  for (const [host, findings] of state) {
    const others = other.get(host);
    if (others === undefined || members?.has(host) === false) continue;
    for (const finding of findings) if (!others.has(finding)) missing += 1;
  }
  return missing;
}

/** Two hosts with findings, one of them in the group. */
const BEGINNING: FleetStep[] = [
  { kind: 'load', fixed: [2, 2, 2, 2, 2, 2] },
  { kind: 'install', host: 0, versions: [1, 1, 1, 1] },
  { kind: 'install', host: 1, versions: [1, 1, 1, 1] },
  { kind: 'join', host: 0 },
];

it('stores the days that a full recount gives, and counts what changed between them, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fleetHistories, async (changes) => {
      const app = await setUpFleet();
      const fleet = await startFleet(app);
      for (const step of [...BEGINNING, ...changes]) {
        const before = findingsByHost(app);
        const members = membersOf(app);
        const countsBefore = countsOf(app);
        await applyStep(fleet, step);
        const after = findingsByHost(app);
        const counts = countsOf(app);
        for (const isGroup of [false, true]) {
          const among = isGroup ? members : null;
          const counted = (of: 'appeared' | 'disappeared') =>
            total(counts, isGroup, of) - total(countsBefore, isGroup, of);
          expect(counted('disappeared')).toBe(missingIn(after, before, among));
          // The first findings of a host do not count.
          expect(counted('appeared')).toBeLessThanOrEqual(missingIn(before, after, among));
        }
        const other = { install: 'knowledge', load: 'target' }[step.kind as string];
        if (other !== undefined)
          expect(counts.filter(({ cause }) => cause === other || cause === 'both')).toEqual(
            countsBefore.filter(({ cause }) => cause === other || cause === 'both'),
          );
        await app.ctx.fleet.saveDay();
        expect(storedToday(app)).toEqual(recount(app));
      }
    }),
    { numRuns: 8 },
  );
}, 90_000);
