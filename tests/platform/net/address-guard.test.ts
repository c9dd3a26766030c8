import { describe, expect, it } from 'vitest';
import { createGuard, parseCidr } from '../../../src/platform/net/address-guard.js';

const guard = (allow: string[], deny: string[]) =>
  createGuard(allow.map(parseCidr), deny.map(parseCidr));

describe('addresses that are never contacted', () => {
  it.each([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['::', 'unspecified'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.250', 'multicast'],
    ['ff02::1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['240.0.0.1', 'reserved'],
    ['169.254.169.254', 'link_local'],
    ['::ffff:169.254.169.254', 'link_local'],
    ['fd00:ec2::254', 'metadata'],
    ['64:ff9b::a9fe:a9fe', 'link_local'],
    ['64:ff9b::224.0.0.1', 'multicast'],
  ])('%s is refused as %s, even if SCAN_ALLOW contains it', (ip, reason) => {
    expect(guard(['0.0.0.0/0', '::/0'], [])(ip)?.reason).toBe(reason);
  });

  it.each(['127.0.0.1', '::1', '10.0.0.1', '192.0.2.1', '2001:db8::1', '64:ff9b::a00:1'])(
    '%s is allowed',
    (ip) => {
      expect(guard([], [])(ip)).toBeNull();
    },
  );
});

describe('SCAN_ALLOW and SCAN_DENY', () => {
  it.each([
    [['10.0.0.0/8'], [], '10.1.2.3', null],
    [['10.0.0.0/8'], [], '11.0.0.1', 'not_in_allow_list'],
    [['10.0.0.0/8'], [], '::1', 'not_in_allow_list'],
    [['10.0.0.0/8'], ['10.0.0.0/24'], '10.0.0.255', 'denied'],
    [['10.0.0.0/8'], ['10.0.0.0/24'], '10.0.1.0', null],
    [[], ['10.0.0.1'], '10.0.0.1', 'denied'],
    [[], ['10.0.0.1'], '10.0.0.2', null],
    [[], ['2001:db8::/32'], '2001:db8::5', 'denied'],
    [[], ['10.0.0.0/8'], '::ffff:10.0.0.1', 'denied'],
    [[], ['::ffff:10.0.0.0/104'], '10.1.2.3', 'denied'],
    [['::ffff:10.0.0.1'], [], '10.0.0.1', null],
    [[], ['::/0'], '10.1.2.3', null],
    [[], ['10.0.0.0/8'], '64:ff9b::a00:1', 'denied'],
    [['10.0.0.0/8'], [], '64:ff9b::a00:1', null],
    [['10.0.0.0/8'], ['64:ff9b::/96'], '64:ff9b::a00:1', 'denied'],
  ])('allow %j, deny %j: %s gives %s', (allow, deny, ip, reason) => {
    expect(guard(allow, deny)(ip)?.reason ?? null).toBe(reason);
  });
});

describe('CIDR block', () => {
  it.each([
    ['10.0.0.1/24', 'did you mean 10.0.0.0/24?'],
    ['2001:db8::1/32', 'did you mean'],
    ['10.0.0', 'is neither an address'],
    ['010.0.0.1', 'is neither an address'],
    ['10.0.0.0/33', 'is neither an address'],
    ['10.0.0.0/', 'is neither an address'],
    ['example', 'is neither an address'],
  ])('%s is rejected: %s', (text, message) => {
    expect(() => parseCidr(text)).toThrow(message);
  });
});
