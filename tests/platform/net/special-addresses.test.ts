import { describe, expect, it } from 'vitest';
import { createGuard, parseCidr } from '../../../src/platform/net/address-guard.js';

type Row = readonly [block: string, example: string, verdict: string | null];

// https://www.iana.org/assignments/iana-ipv4-special-registry (RFC 6890 and its successors)
const IPV4_REGISTRY: readonly Row[] = [
  ['0.0.0.0/8', '0.1.2.3', 'unspecified'],
  ['0.0.0.0/32', '0.0.0.0', 'unspecified'],
  ['10.0.0.0/8', '10.0.0.1', null],
  ['100.64.0.0/10', '100.64.0.1', null],
  ['127.0.0.0/8', '127.0.0.1', null],
  ['169.254.0.0/16', '169.254.169.254', 'link_local'],
  ['172.16.0.0/12', '172.16.0.1', null],
  ['192.0.0.0/24', '192.0.0.100', null],
  ['192.0.0.0/29', '192.0.0.1', null],
  ['192.0.0.8/32', '192.0.0.8', null],
  ['192.0.0.9/32', '192.0.0.9', null],
  ['192.0.0.10/32', '192.0.0.10', null],
  ['192.0.0.170/32', '192.0.0.170', null],
  ['192.0.0.171/32', '192.0.0.171', null],
  ['192.0.2.0/24', '192.0.2.1', null],
  ['192.31.196.0/24', '192.31.196.1', null],
  ['192.52.193.0/24', '192.52.193.1', null],
  ['192.88.99.0/24', '192.88.99.1', null],
  ['192.88.99.2/32', '192.88.99.2', null],
  ['192.168.0.0/16', '192.168.0.1', null],
  ['192.175.48.0/24', '192.175.48.1', null],
  ['198.18.0.0/15', '198.18.0.1', null],
  ['198.51.100.0/24', '198.51.100.1', null],
  ['203.0.113.0/24', '203.0.113.1', null],
  ['240.0.0.0/4', '240.0.0.1', 'reserved'],
  ['255.255.255.255/32', '255.255.255.255', 'broadcast'],
];

// https://www.iana.org/assignments/iana-ipv6-special-registry
const IPV6_REGISTRY: readonly Row[] = [
  ['::1/128', '::1', null],
  ['::/128', '::', 'unspecified'],
  ['::ffff:0:0/96', '::ffff:192.0.2.1', null],
  ['64:ff9b::/96', '64:ff9b::c000:201', null],
  ['64:ff9b:1::/48', '64:ff9b:1::c000:201', 'reserved'],
  ['100::/64', '100::1', null],
  ['100:0:0:1::/64', '100:0:0:1::1', null],
  ['2001::/23', '2001:1ff::1', null],
  ['2001::/32', '2001:0:cb00:7101:0:ffff:3fff:fdfe', null],
  ['2001:1::1/128', '2001:1::1', null],
  ['2001:1::2/128', '2001:1::2', null],
  ['2001:1::3/128', '2001:1::3', null],
  ['2001:2::/48', '2001:2::1', null],
  ['2001:3::/32', '2001:3::1', null],
  ['2001:4:112::/48', '2001:4:112::1', null],
  ['2001:10::/28', '2001:10::1', null],
  ['2001:20::/28', '2001:20::1', null],
  ['2001:30::/28', '2001:30::1', null],
  ['2001:db8::/32', '2001:db8::1', null],
  ['2002::/16', '2002:cb00:7101::1', null],
  ['2620:4f:8000::/48', '2620:4f:8000::1', null],
  ['3fff::/20', '3fff::1', null],
  ['5f00::/16', '5f00::1', null],
  ['fc00::/7', 'fd12:3456::1', null],
  ['fe80::/10', 'fe80::1', 'link_local'],
];

// Multicast has other registries (RFC 5771, RFC 4291); metadata services are named by their providers.
const OTHERS: readonly Row[] = [
  ['224.0.0.0/4', '239.255.255.250', 'multicast'],
  ['ff00::/8', 'ff02::1', 'multicast'],
  ['fe80::/10', 'fe80::a9fe:a9fe', 'link_local'],
  ['fe80::/10', 'febf::1', 'link_local'],
  ['fec0::/10', 'fec0::1', null],
  ['100.100.100.200/32', '100.100.100.200', 'metadata'],
  ['100.64.0.0/10', '100.100.100.201', null],
  ['168.63.129.16/32', '168.63.129.16', 'metadata'],
  ['192.0.0.192/32', '192.0.0.192', 'metadata'],
  ['fd00:42::42/128', 'fd00:42::42', 'metadata'],
  ['fd00:ec2::/32', 'fd00:ec2::254', 'metadata'],
  ['fd00:ec2::/32', 'fd00:ec2::23', 'metadata'],
  ['fd20:ce::254/128', 'fd20:ce::254', 'metadata'],
  ['fd20:ce::254/128', 'fd20:ce::253', null],
];

describe('addresses of the special-purpose registries', () => {
  const guard = createGuard([parseCidr('0.0.0.0/0'), parseCidr('::/0')], []);

  it.each([...IPV4_REGISTRY, ...IPV6_REGISTRY, ...OTHERS])(
    'in %s, %s has the verdict %s, even if SCAN_ALLOW contains it',
    (_block, ip, verdict) => {
      expect(guard(ip)?.reason ?? null).toBe(verdict);
    },
  );
});

/** Returns all spellings of an IPv4 address in IPv6, given as its two groups in hexadecimal digits. */
function spellings(high: string, low: string): string[] {
  const inverted = [high, low].map((group) => (Number.parseInt(group, 16) ^ 0xffff).toString(16));
  return [
    `::ffff:${high}:${low}`,
    `::${high}:${low}`,
    `::ffff:0:${high}:${low}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b:1::${high}:${low}`,
    `64:ff9b:1:${high}:${low}::`,
    `2002:${high}:${low}::1`,
    `2001:0:${high}:${low}:0:ffff:3fff:fdfe`,
    `2001:0:cb00:7101:0:ffff:${inverted.join(':')}`,
    `2001:db8::5efe:${high}:${low}`,
    `2001:db8::200:5efe:${high}:${low}`,
  ];
}

describe('spellings of an IPv4 address in IPv6', () => {
  it.each(spellings('a9fe', 'a9fe'))('%s is refused as 169.254.169.254 is', (ip) => {
    expect(createGuard([parseCidr('::/0'), parseCidr('0.0.0.0/0')], [])(ip)).not.toBeNull();
  });

  it.each(spellings('6464', '64c8'))('%s is refused as 100.100.100.200 is', (ip) => {
    expect(createGuard([], [])(ip)).not.toBeNull();
  });

  it.each(spellings('a00', '1'))('%s is refused if SCAN_DENY contains 10.0.0.0/8', (ip) => {
    const reason = createGuard([], [parseCidr('10.0.0.0/8')])(ip)?.reason;
    expect(reason).toBe(ip.startsWith('64:ff9b:1:') ? 'reserved' : 'denied');
  });

  it.each(['2002:a00:1::1', '2001:0:a00:1:0:ffff:3fff:fdfe', '2001:db8::5efe:a00:1'])(
    '%s is not allowed by SCAN_ALLOW=10.0.0.0/8, since it may reach another host',
    (ip) => {
      expect(createGuard([parseCidr('10.0.0.0/8')], [])(ip)?.reason).toBe('not_in_allow_list');
    },
  );
});
