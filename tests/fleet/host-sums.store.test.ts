import { expect, it } from 'vitest';
import { encodeSums, type HostSums } from '../../src/fleet/sums/host-sums.js';
import { createSumStore } from '../../src/fleet/sums/host-sums.store.js';
import { createFindingChanges } from '../../src/vulnerabilities/ledger/finding-changes.js';
import { setUpFleet } from '../support/fleet.js';

const sumsOf = (id: number, open: number): HostSums => ({
  id,
  open,
  accepted: 0,
  knownExploited: 0,
  severityCounts: [open, 0, 0, 0, 0, 0],
  risk: 60.5,
  sum: 60.5,
  actions: 2,
  firstRisk: 60.5,
  firstSum: 60.5,
  validUntil: null,
});

async function setUp() {
  const app = await setUpFleet();
  const host = await app.addHost('10.0.0.1');
  const { database } = app.ctx;
  const changes = createFindingChanges(database.sqlite);
  const save = createSumStore(database, changes);
  const numbers = (): number[] =>
    app.rows<{ number: number }>('SELECT number FROM finding_changes').map((row) => row.number);
  const stored = () => app.rows('SELECT host_id, critical, risk FROM host_sums');
  return { host, changes, save, numbers, stored };
}

it('keeps the record of a change made after the sums were computed', async () => {
  const { host, changes, save, numbers, stored } = await setUp();
  changes.markHost(host);
  const [seen = 0] = numbers();
  changes.markHost(host);
  await save({ rows: encodeSums([sumsOf(host, 3)]), removed: [], seen });
  expect(numbers()).toEqual([seen + 1]);
  expect(stored()).toEqual([{ host_id: host, critical: 3, risk: 60.5 }]);
  await save({ rows: encodeSums([]), removed: [host], seen: seen + 1 });
  expect(numbers()).toEqual([]);
  expect(stored()).toEqual([]);
});

it('stores no sums of a host that was deleted meanwhile', async () => {
  const { host, save, stored } = await setUp();
  await save({ rows: encodeSums([sumsOf(host + 1, 3)]), removed: [], seen: 0 });
  expect(stored()).toEqual([]);
});
