import { describe, expect, it } from 'vitest';
import type { Package } from '../../../src/inventory/inventory.js';
import {
  compareReleases,
  kernelFlavor,
} from '../../../src/vulnerabilities/matching/packages/kernel-releases.js';
import { createPackage } from '../../../src/inventory/parse/packages/packages.js';
import { parseReboot } from '../../../src/inventory/parse/reboot.js';
import { parseUname } from '../../../src/inventory/parse/uname.js';
import { rebootRequired } from '../../../src/inventory/report/reboot-required.js';

describe('kernel releases', () => {
  it.each([
    ['6.1.0-9-amd64', '6.1.0-28-amd64'],
    ['5.14.0-427.el9.x86_64', '5.14.0-427.13.1.el9_4.x86_64'],
    ['5.14.0-427.13.1.el9_4.x86_64', '5.14.0-503.11.1.el9_5.x86_64'],
    ['6.6.30-0-lts', '6.6.31-0-lts'],
    ['6.9.1-arch1-1', '6.9.1-arch1-2'],
    ['6.9.1-arch1-1', '6.9.2-arch1-1'],
    ['4.12.14-122.7-default', '4.12.14-122.12-default'],
    ['5.15.0-91-generic', '5.15.0-101-generic'],
  ])('orders %s before %s', (older, newer) => {
    expect(Math.sign(compareReleases(older, newer))).toBe(-1);
    expect(Math.sign(compareReleases(newer, older))).toBe(1);
    expect(compareReleases(older, older)).toBe(0);
    expect(kernelFlavor(older)).toBe(kernelFlavor(newer));
  });
  it.each([
    ['6.1.0-28-amd64', '6.1.0-28-rt-amd64'],
    ['5.15.0-91-generic', '5.15.0-91-lowlatency'],
    ['6.6.30-0-lts', '6.6.30-0-virt'],
  ])('distinguishes the flavors of %s and %s', (a, b) => {
    expect(kernelFlavor(a)).not.toBe(kernelFlavor(b));
  });
});

describe('rebootRequired', () => {
  const image = (version: string): Package[] => [
    createPackage('dpkg', 'linux-image-6.1.0-28-amd64', version),
  ];
  const debian = 'Linux 6.1.0-28-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.119-1 (2024-11-22) x86_64';
  const rhel = 'Linux 5.14.0-427.el9.x86_64 #1 SMP x86_64';
  it.each([
    ['the flag file', 'flag\n', null, null, true],
    ['needs-restarting says yes', 'needs-restarting 1\n', null, null, true],
    ['needs-restarting says no', 'needs-restarting 0\n', null, null, false],
    ['needs-restarting failed', 'needs-restarting 2\n', null, null, null],
    ['no hint', '', null, null, null],
    [
      'a newer kernel is installed',
      'kernel 6.1.0-28-amd64\nkernel 6.1.0-30-amd64\n',
      debian,
      null,
      true,
    ],
    [
      'only older ones lie there',
      'kernel 6.1.0-28-amd64\nkernel 6.1.0-9-amd64\n',
      debian,
      null,
      false,
    ],
    [
      'a newer one of another kind',
      'kernel 6.1.0-28-amd64\nkernel 6.1.0-30-cloud-amd64\n',
      debian,
      null,
      false,
    ],
    [
      'the running one is not of this system (a container)',
      'kernel 6.1.0-30-amd64\n',
      rhel,
      null,
      null,
    ],
    ['the kernel was rebuilt under the same name', '', debian, image('6.1.123-1'), true],
    ['the kernel is the one that is installed', '', debian, image('6.1.119-1'), false],
    [
      'a newer kernel is installed beside the running one',
      '',
      debian,
      [...image('6.1.119-1'), createPackage('dpkg', 'linux-image-6.1.0-30-amd64', '6.1.124-1')],
      true,
    ],
    [
      'only an older kernel is installed beside the running one',
      '',
      debian,
      [...image('6.1.119-1'), createPackage('dpkg', 'linux-image-6.1.0-9-amd64', '6.1.27-1')],
      false,
    ],
    [
      'a newer kernel of another flavor is installed',
      '',
      debian,
      [
        ...image('6.1.119-1'),
        createPackage('dpkg', 'linux-image-6.1.0-30-cloud-amd64', '6.1.124-1'),
      ],
      false,
    ],
    [
      'two kernels of the RPM family',
      '',
      rhel,
      [
        createPackage('rpm', 'kernel-core', '5.14.0-427.el9'),
        createPackage('rpm', 'kernel-core', '5.14.0-503.el9'),
      ],
      true,
    ],
    ['a container without a kernel', '', debian, [createPackage('dpkg', 'bash', '5.2-1')], null],
    [
      'a newer kernel, although needs-restarting says no',
      'needs-restarting 0\nkernel 5.14.0-427.el9.x86_64\nkernel 5.14.0-503.el9.x86_64\n',
      rhel,
      null,
      true,
    ],
  ])('handles the case: %s', (_title, hints, uname, packages, expected) => {
    expect(
      rebootRequired(
        parseReboot(hints).value,
        uname === null ? null : parseUname(uname).value,
        packages,
      ),
    ).toBe(expected);
  });
});
