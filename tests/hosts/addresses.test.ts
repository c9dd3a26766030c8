import fc from 'fast-check';
import { isIPv6 } from 'node:net';
import { describe, expect, it } from 'vitest';
import { canonicalIp, parseIpFilter, ipKey, ipFromKey } from '../../src/hosts/addresses.js';

const octets = fc
  .array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 })
  .map((o) => o.join('.'));
const groups = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), {
  minLength: 8,
  maxLength: 8,
});
const ipv6 = groups.map((g) => g.map((n) => n.toString(16)).join(':'));
const ipv6Like = fc
  .array(
    fc.constantFrom(
      ':',
      '::',
      '0',
      '1',
      'ffff',
      'FF',
      '00a',
      '12345',
      '.',
      '1.2.3.4',
      '010',
      '%',
      'g',
    ),
    { maxLength: 12 },
  )
  .map((p) => p.join(''));

describe('canonical form of an IP address', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['::0001', '::1'],
    ['::', '::'],
    ['2001:DB8::A', '2001:db8::a'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::ffff:a00:1', '10.0.0.1'],
    ['0:0:0:0:0:FFFF:10.0.0.1', '10.0.0.1'],
    ['::1.2.3.4', '::102:304'],
    ['64:ff9b::1.2.3.4', '64:ff9b::102:304'],
  ])('converts %j to %s', (text, canonical) => {
    expect(canonicalIp(text)).toBe(canonical);
  });

  it.each([
    '',
    '1',
    '1.2.3',
    '1.2.3.4.5',
    '256.0.0.1',
    '1.2.3.-4',
    '010.0.0.1',
    '1.2.3.04',
    '0x1.2.3.4',
    '1.2.3.4 ',
    ' 1.2.3.4',
    '1.2.3.4\n',
    '1.2.3.4/32',
    '１.2.3.4',
    'fe80::1%eth0',
    'fe80::1%1',
    '[::1]',
    '::1::',
    ':::',
    '1::2::3',
    '12345::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    ':1',
    '1:',
    '::ffff:10.0.0.01',
    '::ffff:10.0.0',
    '::10.0.0.1:1',
    'localhost',
    '10.0.0.1\0',
    '::1'.padStart(100_000, '0'),
  ])('rejects %j as an IP address', (text) => {
    expect(canonicalIp(text)).toBeNull();
  });

  it('writes IPv6 as the URL standard does, which follows RFC 5952', () => {
    fc.assert(
      fc.property(ipv6, (text) => {
        const canonical = canonicalIp(text) ?? '';
        if (canonical.includes(':'))
          expect(`[${canonical}]`).toBe(new URL(`http://[${text}]/`).hostname);
      }),
    );
  });

  it('accepts the same IPv6 text as Node, except zone ids', () => {
    fc.assert(
      fc.property(ipv6Like, (text) => {
        expect(canonicalIp(text) !== null && text.includes(':')).toBe(
          isIPv6(text) && !text.includes('%'),
        );
      }),
      { numRuns: 5000 },
    );
  });

  it('does not change a canonical address', () => {
    fc.assert(
      fc.property(fc.oneof(octets, ipv6), (text) => {
        const canonical = canonicalIp(text) ?? '';
        expect(canonicalIp(canonical)).toBe(canonical);
      }),
    );
  });
});

describe('sort key of an IP address', () => {
  it('has 16 bytes and writes IPv4 as IPv4-mapped', () => {
    expect(ipKey('10.0.0.1').toString('hex')).toBe('00000000000000000000ffff0a000001');
    expect(ipKey('::1').toString('hex')).toBe('00000000000000000000000000000001');
  });

  it('sorts in address order', () => {
    const ordered = [
      '::',
      '::1',
      '9.255.255.255',
      '10.0.0.2',
      '10.0.0.10',
      '10.0.1.0',
      '192.168.0.1',
      '2001:db8::9',
      '2001:db8::10',
      'fe80::1',
    ];
    expect([...ordered].reverse().sort((a, b) => ipKey(a).compare(ipKey(b)))).toEqual(ordered);
  });

  it('converts back to the address', () => {
    fc.assert(
      fc.property(fc.oneof(octets, ipv6), (text) => {
        const canonical = canonicalIp(text) ?? '';
        expect(ipFromKey(ipKey(canonical))).toBe(canonical);
      }),
    );
  });

  it('throws RangeError for text that is not an IP address', () => {
    expect(() => ipKey('web')).toThrow(RangeError);
  });
});

describe('IP filter of the host list', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::0001', '::1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
  ])('parses %s as the address %s', (text, ip) => {
    expect(parseIpFilter(text)).toEqual({ kind: 'exact', ip });
  });

  it.each([
    ['10.0.0.0/8', '10.0.0.0', '10.255.255.255'],
    ['10.0.0.4/30', '10.0.0.4', '10.0.0.7'],
    ['10.0.0.4/32', '10.0.0.4', '10.0.0.4'],
    ['0.0.0.0/0', '0.0.0.0', '255.255.255.255'],
    ['10.', '10.0.0.0', '10.255.255.255'],
    ['10.0.', '10.0.0.0', '10.0.255.255'],
    ['192.168.7.', '192.168.7.0', '192.168.7.255'],
    ['0.', '0.0.0.0', '0.255.255.255'],
    ['fd00::/8', 'fd00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['::1/128', '::1', '::1'],
    ['2001:db8::/33', '2001:db8::', '2001:db8:7fff:ffff:ffff:ffff:ffff:ffff'],
    ['::ffff:10.0.0.0/104', '10.0.0.0', '10.255.255.255'],
    ['::/0', '::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ])('parses %s as the range %s to %s', (text, from, to) => {
    expect(parseIpFilter(text)).toEqual({ kind: 'range', from: ipKey(from), to: ipKey(to) });
  });

  it.each([
    '',
    '.',
    '10',
    '10.0',
    '10.0.0',
    '256.',
    '10.256.',
    '010.',
    '10..',
    '.10.',
    '10.0.0.1.',
    '10.0.0.0/',
    '/8',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/8 ',
    '10.0.0.1/24',
    'fd00::1/64',
    '::/129',
    'fd00:',
    'web',
    '10.*',
    '%',
    '10.0.0.0/255.0.0.0',
  ])('rejects the filter %j', (text) => {
    expect(parseIpFilter(text)).toBeNull();
  });
});
