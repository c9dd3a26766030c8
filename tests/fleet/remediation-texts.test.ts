import { describe, expect, it } from 'vitest';
import { presentGroups } from '../../src/fleet/answers/present-groups.js';
import { createRemediationTexts } from '../../src/fleet/answers/remediation-texts.js';
import { createFleetState } from '../../src/fleet/state/fleet-state.js';
import { setUpFleet } from '../support/fleet.js';
import { range, record } from '../support/stored-records.js';

const NO_CHANGE = { isAll: false, vulnerabilities: [] };
const PACKAGES = ['a', 'b', 'c'];

/** A host with three groups, and its texts as they were written once. */
async function setUp() {
  const app = await setUpFleet();
  const records = PACKAGES.map((name, i) =>
    record(`DEBIAN-CVE-2024-${i}`, { severity: 'high', ranges: [range(name, '2')] }),
  );
  app.storeRecords('osv-debian', records);
  const host = await app.addHost('10.0.0.1');
  await app.importInventory(
    host,
    PACKAGES.map((name) => ({ name, version: '1' })),
  );
  const { sqlite } = app.ctx.database;
  const { groupsOf, columns } = createFleetState(sqlite).read(0);
  const groups = groupsOf(null).flat();
  const texts = createRemediationTexts(sqlite);
  const write = () => JSON.parse(texts.write(groups, columns)) as unknown;
  const first = write();
  return { sqlite, texts, write, first, present: () => presentGroups(sqlite, groups, columns) };
}

describe('the texts of remediations', () => {
  it('are what the groups are presented as, the first time and again', async () => {
    const { first, write, present } = await setUp();
    expect(first).toHaveLength(3);
    expect(first).toEqual(present());
    expect(write()).toEqual(first);
  });

  it('have the present name of the host', async () => {
    const { sqlite, write } = await setUp();
    sqlite.exec("UPDATE hosts SET name = 'renamed'");
    expect(write()).toMatchObject([{ name: 'renamed' }, { name: 'renamed' }, { name: 'renamed' }]);
  });

  it.each([
    ['a vulnerability', { isAll: false, vulnerabilities: ['CVE-2024-1'] }],
    ['any of them', { isAll: true, vulnerabilities: [] }],
  ])('are written again after a change of %s', async (_, change) => {
    const { sqlite, texts, write, first, present } = await setUp();
    sqlite.exec(`UPDATE vulnerabilities SET kev = '{"date_added":"2024-05-01"}'`);
    texts.note(NO_CHANGE);
    expect(write()).toEqual(first);
    texts.note(change);
    expect(write()).toMatchObject(PACKAGES.map(() => ({ known_exploited: 1 })));
    expect(write()).toEqual(present());
  });

  it('of no group are an empty array', async () => {
    const { sqlite, texts } = await setUp();
    expect(texts.write([], createFleetState(sqlite).read(0).columns)).toBe('[]');
  });
});
