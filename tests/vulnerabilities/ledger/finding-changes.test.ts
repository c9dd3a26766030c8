import { describe, expect, it } from 'vitest';
import { createFindingChanges } from '../../../src/vulnerabilities/ledger/finding-changes.js';
import { applyStep, startFleet, type FleetStep } from '../../support/fleet-history.js';
import { setUpFleet } from '../../support/fleet.js';

const INSTALL: FleetStep = { kind: 'install', host: 0, versions: [1, 1, 1, 1] };
const LOAD: FleetStep = { kind: 'load', fixed: [2, 2, 2, 2, 2, 2] };
const ACCEPT: FleetStep = { kind: 'accept', host: null, hole: 1, seconds: 50 };
const ACCEPT_GROUP: FleetStep = { kind: 'accept-group', hole: 1 };
const JOIN: FleetStep = { kind: 'join', host: 0 };
const RATE: FleetStep = { kind: 'rate', hole: 2, score: 0.5, known: false };

/** Returns what the last of these steps records: ids of hosts and vulnerabilities. */
async function recordedBy(...steps: FleetStep[]): Promise<(number | string)[]> {
  const app = await setUpFleet();
  const fleet = await startFleet(app);
  const changes = createFindingChanges(app.ctx.database.sqlite);
  for (const step of steps.slice(0, -1)) await applyStep(fleet, step);
  while (changes.remove(Number.MAX_SAFE_INTEGER) > 0);
  await applyStep(fleet, steps.at(-1) as FleetStep);
  return app
    .rows<{ host_id: number | null; vulnerability_id: string | null }>(
      'SELECT host_id, vulnerability_id FROM finding_changes ORDER BY number',
    )
    .map((row) => row.host_id ?? row.vulnerability_id ?? '');
}

describe('records of changed findings', () => {
  it.each<[string, FleetStep[], (number | string)[]]>([
    ['an inventory with findings', [LOAD, INSTALL], [1]],
    ['data that match a host', [INSTALL, LOAD], [1]],
    ['data that match no host any more', [INSTALL, LOAD, { kind: 'empty' }], [1]],
    ['an inventory that changes no finding', [LOAD, INSTALL, INSTALL], []],
    ['an upgrade', [LOAD, INSTALL, { ...INSTALL, versions: [2, 2, 2, 2] }], [1]],
    ['data about exploitation', [INSTALL, LOAD, RATE], ['CVE-2024-2']],
    ['the same data about exploitation', [INSTALL, LOAD, RATE, RATE], []],
    ['an acceptance', [INSTALL, LOAD, ACCEPT], ['CVE-2024-1']],
    ['the end of an acceptance', [INSTALL, LOAD, ACCEPT, { kind: 'end' }], ['CVE-2024-1']],
    ['a host that joins a group with an acceptance', [INSTALL, LOAD, ACCEPT_GROUP, JOIN], [1]],
    ['a host that joins another group', [INSTALL, LOAD, JOIN], []],
    [
      'a host that leaves a group with an acceptance',
      [INSTALL, LOAD, JOIN, ACCEPT_GROUP, { kind: 'leave', host: 0 }],
      [1],
    ],
  ])('are made by %s', async (_what, steps, expected) => {
    expect(await recordedBy(...steps)).toEqual(expected);
  });

  it('are undone with the transaction of the change', async () => {
    const { ctx, rows } = await setUpFleet();
    const { sqlite } = ctx.database;
    const { markHost } = createFindingChanges(sqlite);
    const change = sqlite.transaction(() => {
      markHost(1);
      throw new Error('the change failed');
    });
    expect(change).toThrow('the change failed');
    expect(rows('SELECT * FROM finding_changes')).toEqual([]);
  });
});
