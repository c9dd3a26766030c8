import { describe, expect, it } from 'vitest';
import { parseHostFile } from '../../../src/hosts/import/host-file.js';

const host = (ip: string, name: string | null = null, more: object = {}) => ({
  ip,
  name,
  description: null,
  groups: [],
  ...more,
});

describe('a file of hosts', () => {
  it.each([
    ['a plain list', '10.0.0.1\n10.0.0.2\n', [host('10.0.0.1'), host('10.0.0.2')]],
    ['names after the addresses', '10.0.0.1  web-1 # front\n', [host('10.0.0.1', 'web-1')]],
    ['comments and empty lines', '# all\n\n10.0.0.1\r\n', [host('10.0.0.1')]],
    ['IPv6 in any spelling', '2001:DB8:0::1', [host('2001:db8::1')]],
    ['a byte order mark', '\uFEFFip\n10.0.0.1', [host('10.0.0.1')]],
    ['CSV with a name', 'ip,name\n10.0.0.1,web-1', [host('10.0.0.1', 'web-1')]],
    ['other headings', 'Hostname;IP Address\nweb-1;10.0.0.1', [host('10.0.0.1', 'web-1')]],
    ['tabs', 'name\tip\nweb-1\t10.0.0.1', [host('10.0.0.1', 'web-1')]],
    ['columns that are not known', 'rack,address\n7,10.0.0.1', [host('10.0.0.1')]],
    [
      'groups and a description',
      'ip,groups,description\n10.0.0.1,"office; dmz","a ""b"""',
      [host('10.0.0.1', null, { groups: ['office', 'dmz'], description: 'a "b"' })],
    ],
    [
      'an address on two lines once',
      'ip,name,group\n10.0.0.1,,a\n10.0.0.1,web-1,b',
      [host('10.0.0.1', 'web-1', { groups: ['a', 'b'] })],
    ],
    [
      'the XML of nmap',
      '<?xml version="1.0"?>\n<nmaprun><host><status state="up"/><address addr="10.0.0.1" addrtype="ipv4"/>' +
        '<hostnames><hostname name="web-1" type="PTR"/></hostnames></host></nmaprun>',
      [host('10.0.0.1', 'web-1')],
    ],
    ['an empty file', '', []],
  ])('may contain %s', (_what, text, hosts) => {
    expect(parseHostFile(text)).toEqual({ hosts, rejected: [] });
  });

  it.each([
    ['10.0.0.300', 1, '"10.0.0.300" is not an IP address'],
    ['10.0.0.1\n10.0.0.0/24', 2, '"10.0.0.0/24" is not an IP address'],
    ['10.0.0.1 web 1', 1, 'has more than an address and a name'],
    ['ip,name\n,web-1', 2, 'has no IP address'],
    ['ip,name\n10.0.0.1,a,b', 2, 'has 3 fields, and the first line has 2'],
    ['ip,name\n10.0.0.1,"a', 2, 'has a quoted field without an end'],
    ['ip,name\n10.0.0.1,a\n10.0.0.1,b', 3, '10.0.0.1 has the name "a" on line 2'],
    [
      `ip,name\n10.0.0.1,${'x'.repeat(256)}`,
      2,
      'has an invalid name: it must be at most 255 characters',
    ],
    [
      '127.0.0.31 127.0.0.32',
      1,
      'has an invalid name: "127.0.0.32" must be a name: it is an address, and each host is added by its own',
    ],
    ['127.0.0.31, 127.0.0.32', 1, '"127.0.0.31," is not an IP address'],
    [
      'ip,name\n10.0.0.1,10.0.0.0/24',
      2,
      'has an invalid name: "10.0.0.0/24" must be a name: it is an address, and each host is added by its own',
    ],
    ['10.0.0.1 a\n10.0.0.1 b', 2, '10.0.0.1 has the name "a" on line 1'],
    ['\u001b[2J', 1, '"·[2J" is not an IP address'],
  ])('reports a line of %j', (text, line, message) => {
    expect(parseHostFile(text).rejected).toEqual([{ line, message }]);
  });

  it('imports the lines around one that is wrong', () => {
    const { hosts, rejected } = parseHostFile('ip\n10.0.0.1\nnonsense\n10.0.0.2');
    expect(hosts.map(({ ip }) => ip)).toEqual(['10.0.0.1', '10.0.0.2']);
    expect(rejected.map(({ line }) => line)).toEqual([3]);
  });

  it('merges the groups of many lines about one address', () => {
    const lines = Array.from({ length: 40_000 }, (_, i) => `10.0.0.1,group-${i}`);
    const { hosts } = parseHostFile(['ip,groups', ...lines].join('\n'));
    expect(hosts).toHaveLength(1);
    expect(hosts[0]?.groups).toHaveLength(40_000);
  });
});
