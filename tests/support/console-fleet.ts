import type { OpenConsole } from './console.js';
import { fleetOf, type TestFleet } from './fleet.js';
import { range, record } from './stored-records.js';

const RECORDS = [
  record('DEBIAN-CVE-2024-1', {
    title: 'Overflow in a parser <img src=x onerror=alert(1)>',
    severity: 'critical',
    cvssScore: 9.8,
    aliases: ['GHSA-1'],
    ranges: [range('openssl', '3.0.17-1')],
  }),
  record('DEBIAN-CVE-2024-2', {
    title: 'Information leak',
    severity: 'medium',
    url: 'javascript:alert(1)',
    ranges: [range('openssl', null), range('curl', '7.88.1-10+deb12u14')],
  }),
  record('DEBIAN-CVE-2024-3', {
    title: 'Denial of service',
    severity: 'low',
    ranges: [range('curl', '7.88.1-10+deb12u14')],
  }),
];

/** A console with seven hosts: two with inventories and findings, five that were never checked. */
export interface SeededConsole extends OpenConsole, TestFleet {
  /** ids of the hosts */
  hosts: number[];
}

/** Fills the service of a console. */
export async function seedConsole(console: OpenConsole): Promise<SeededConsole> {
  const fleet = fleetOf(console);
  fleet.storeRecords('osv-debian', RECORDS);
  const names = ['web-1', 'db-1', 'mail-1', 'cache-1', 'build-1', 'vpn-1', ''];
  const list = names.map((hostname, i) => ({
    current_ip: `10.8.0.${i + 1}`,
    ...(hostname !== '' && { hostname }),
  }));
  const { body, text } = await fleet.call('POST', '/hosts', list);
  const { data } = body as { data?: { created: { id: number }[] } };
  if (!data) throw new Error(text);
  const hosts = data.created.map(({ id }) => id);
  const [web = 0, db = 0] = hosts;
  await fleet.call('POST', '/groups', { name: 'production', host_ids: [web, db] });
  await fleet.importInventory(web, [
    { name: 'libssl3', version: '3.0.11-1~deb12u2', source: 'openssl' },
    { name: 'openssl', version: '3.0.11-1~deb12u2' },
    { name: 'curl', version: '7.88.1-10+deb12u5' },
  ]);
  await fleet.importInventory(db, [{ name: 'curl', version: '7.88.1-10+deb12u5' }]);
  return { ...fleet, hosts };
}
