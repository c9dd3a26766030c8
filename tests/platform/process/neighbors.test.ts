import { describe, expect, it } from 'vitest';
import { findMac } from '../../../src/platform/process/neighbors.js';

const TABLE = `IP address       HW type     Flags       HW address            Mask     Device
10.77.0.30       0x1         0x2         00:11:32:AA:BB:01     *        eth0
10.77.0.31       0x1         0x0         00:00:00:00:00:00     *        eth0
10.77.0.40       0x1         0x6         00:11:32:aa:bb:40     *        eth0
10.77.0.50       0x1         0x2         00:11:32:aa:bb:50     *        eth0
10.77.0.51       0x1         0x2         00:11:32:aa:bb:50     *        wlan0
`;

describe('the MAC address of a neighbor', () => {
  it.each([
    ['a complete entry', '10.77.0.30', '00:11:32:aa:bb:01'],
    ['a permanent entry', '10.77.0.40', '00:11:32:aa:bb:40'],
    ['an incomplete entry', '10.77.0.31', null],
    ['an entry that answers for two addresses', '10.77.0.50', null],
    ['no entry', '10.77.0.3', null],
  ])('is read from %s', (_entry, ip, mac) => {
    expect(findMac(TABLE, ip)).toBe(mac);
  });

  it('is not known without the table of Linux', () => {
    expect(findMac('', '10.77.0.30')).toBeNull();
  });
});
