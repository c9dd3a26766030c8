import { expect, it, vi } from 'vitest';
import { createFindingChanges } from '../../src/vulnerabilities/ledger/finding-changes.js';
import { setUpFleet } from '../support/fleet.js';

it('computes the sums of changed hosts within seconds, without a question', async () => {
  const app = await setUpFleet();
  const host = await app.addHost('10.0.0.1');
  const { database, fleet } = app.ctx;
  const left = () => app.rows('SELECT * FROM finding_changes').length;
  fleet.begin();
  await fleet.saveDay(); // after the first refresh
  createFindingChanges(database.sqlite).markHost(host);
  expect(left()).toBe(1);
  await vi.waitFor(
    () => {
      expect(left()).toBe(0);
    },
    { timeout: 5_000, interval: 100 },
  );
});
