import { isIPv6 } from 'node:net';

/** An IPv4 address itself; of an IPv6 address the network of 64 bits, since one host may have all its addresses. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = ''] = address.split('::');
  const groups = head.split(':');
  return [...groups, '0', '0', '0', '0'].slice(0, 4).join(':');
}
