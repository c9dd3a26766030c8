import { expect, it } from 'vitest';
import { setUpFleet } from '../../support/fleet.js';

const RHEL = (version: string) =>
  `ID=rhel\nVERSION_ID=${version}\nPRETTY_NAME="Red Hat Enterprise Linux ${version}"\n`;
const EUS = { repositories: 'rhel-9-for-x86_64-baseos-eus-rpms\n' };

it.each([
  ['does not name its repositories', '9.4', {}, true],
  ['names others', '9.4', { repositories: 'rhel-9-for-x86_64-baseos-rpms\n' }, false],
  ['is of another release, and does not name them', '9.5', {}, false],
])('keeps a subscription only if the next report %s', async (_, version, more, isKept) => {
  const app = await setUpFleet();
  const host = await app.addHost('10.0.0.1');
  const isSubscribed = () =>
    app.rows("SELECT 1 FROM inventories WHERE scopes LIKE '%rhel_eus:9.4%'").length === 1;
  await app.importInventory(host, [], { 'os-release': RHEL('9.4'), ...EUS });
  expect(isSubscribed()).toBe(true);
  await app.importInventory(host, [], { 'os-release': RHEL(version), ...more });
  expect(isSubscribed()).toBe(isKept);
});
