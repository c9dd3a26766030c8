import { describe, expect, it } from 'vitest';
import { parseHostList } from '../../../src/console/screens/hosts/host-list.js';

const CASES: readonly (readonly [text: string, hosts: string[], reasons: string[]])[] = [
  ['', [], []],
  ['192.0.2.10', ['192.0.2.10 -'], []],
  ['192.0.2.10 web-1 # the first', ['192.0.2.10 web-1'], []],
  ['192.0.2.10,web-1\r\n2001:db8::1;db-1', ['192.0.2.10 web-1', '2001:db8::1 db-1'], []],
  ['192.0.2.0/30', ['192.0.2.1 -', '192.0.2.2 -'], []],
  ['192.0.2.4/31', ['192.0.2.4 -', '192.0.2.5 -'], []],
  ['255.255.255.255/32', ['255.255.255.255 -'], []],
  ['192.0.2.1\n192.0.2.1 web-1', ['192.0.2.1 web-1'], []],
  ['192.0.2.5/30', [], ['the block starts at 192.0.2.4']],
  ['10.0.0.0/8', [], ['more than 4,096 addresses']],
  ['192.0.2.0/33', [], ['no IPv4 block']],
  ['192.0.2.0/', [], ['no IPv4 block']],
  ['2001:db8::/64', [], ['no IPv4 block']],
  ['192.0.2.0/30 web', [], ['a block has no name']],
  ['192.0.2.256', [], ['no address']],
  ['192.0.2.01', [], ['no address']],
  ['web-1', [], ['no address']],
  ['127.0.0.31, 127.0.0.32', [], ['the name is an address: write one address on each line']],
  ['127.0.0.31 ::1', [], ['the name is an address: write one address on each line']],
  ['127.0.0.31 10.0.0.0/24', [], ['the name is an address: write one address on each line']],
  ['10.0.0.1 10.0.0.1', ['10.0.0.1 10.0.0.1'], []],
  ['10.0.0.1 a\n10.0.0.1 b', ['10.0.0.1 a'], ['10.0.0.1 has the name a on line 1']],
  ['10.0.0.1 a\n10.0.0.1\n10.0.0.0/30', ['10.0.0.1 a', '10.0.0.2 -'], []],
  ['192.0.2.1 a b', [], ['more than an address and a name']],
];

describe('a typed list of hosts', () => {
  it.each(CASES)('%j gives the hosts %j and refuses for %j', (text, hosts, reasons) => {
    const list = parseHostList(text);
    expect(list.hosts.map((host) => `${host.current_ip} ${host.hostname ?? '-'}`)).toEqual(hosts);
    expect(list.refused.map(({ reason }) => reason)).toEqual(reasons);
  });

  it('a list of more hosts than a request takes is cut, and says so', () => {
    const { hosts, refused } = parseHostList('10.0.0.0/20\n10.1.0.0/20\n10.2.0.0/20\n10.3.0.0/20');
    expect(hosts).toHaveLength(10_000);
    expect(refused).toEqual([{ line: 3, text: '10.2.0.0/20', reason: 'more than 10,000 hosts' }]);
  });
});
