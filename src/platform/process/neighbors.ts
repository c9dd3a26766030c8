import { readFile } from 'node:fs/promises';

const COMPLETE = 0x2; // ATF_COM: the kernel knows the address

/**
 * Returns the MAC address of an IPv4 address from the text of `/proc/net/arp` (Linux, proc(5)); null if it has no
 * complete entry, or if another address has the same one: a router or an access point may answer for both.
 * @internal
 */
export function findMac(table: string, ip: string): string | null {
  const entries = table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , flags]) => (Number(flags) & COMPLETE) !== 0);
  const mac = entries.find(([address]) => address === ip)?.[3]?.toLowerCase();
  if (mac === undefined) return null;
  return entries.some(([address, , , other]) => address !== ip && other?.toLowerCase() === mac)
    ? null
    : mac;
}

/** Returns the MAC address of a neighbor on a directly connected network, which the kernel has just talked to. */
export async function readMac(ip: string): Promise<string | null> {
  const table = await readFile('/proc/net/arp', 'utf8').catch(() => '');
  return findMac(table, ip);
}
