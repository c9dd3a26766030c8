import { expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/database/database.js';
import { applyStep, startFleet } from '../support/fleet-history.js';
import { setUpFleet } from '../support/fleet.js';
import { temporaryFolder } from '../support/database.js';

const STEP = 9;
const OBJECTS = [
  'TRIGGER vulnerability_rated',
  'TRIGGER acceptance_created',
  'TRIGGER acceptance_changed',
  'TRIGGER acceptance_deleted',
  'TRIGGER accepted_group_joined',
  'TRIGGER accepted_group_left',
  'TABLE host_sums',
  'TABLE finding_changes',
];

it('records every host with findings of a database without sums, so that they are computed', async () => {
  const app = await setUpFleet();
  const fleet = await startFleet(app);
  for (const host of [0, 1])
    await applyStep(fleet, { kind: 'install', host, versions: [1, 1, 1, 1] });
  await applyStep(fleet, { kind: 'load', fixed: [2, 2, 2, 2, 2, 2] });
  await app.addHost('10.0.0.9');
  await app.call('GET', '/summary');
  const sums = () => app.rows('SELECT * FROM host_sums ORDER BY host_id');
  await vi.waitFor(() => {
    expect(sums()).toHaveLength(2);
  });
  const { sqlite } = app.ctx.database;
  const file = `${temporaryFolder()}/old.db`;
  sqlite.prepare('VACUUM INTO ?').run(file);
  const old = openDatabase(file, 0);
  for (const name of OBJECTS) old.sqlite.exec(`DROP ${name}`);
  old.sqlite.exec(`DELETE FROM migrations WHERE id = ${STEP}`);
  await old.close();
  const migrated = openDatabase(file, 0);
  const hosts = migrated.sqlite.prepare('SELECT host_id FROM finding_changes').pluck().all();
  expect(hosts).toEqual([1, 2]);
  await migrated.close();
});
