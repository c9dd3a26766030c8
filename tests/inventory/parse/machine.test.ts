import { describe, expect, it } from 'vitest';
import { parseCpuinfo } from '../../../src/inventory/parse/cpuinfo.js';
import { parseHostname, parseMeminfo, parseUptime } from '../../../src/inventory/parse/proc.js';
import { parseUname } from '../../../src/inventory/parse/uname.js';

describe('parseUname', () => {
  it.each([
    [
      'Linux 6.1.0-28-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.119-1 (2024-11-22) x86_64\n',
      '6.1.0-28-amd64',
      '#1 SMP PREEMPT_DYNAMIC Debian 6.1.119-1 (2024-11-22)',
      'x86_64',
    ],
    [
      'Linux 6.6.30-0-lts #1-Alpine SMP PREEMPT_DYNAMIC Fri, 03 May 2024 06:22:20 +0000 aarch64',
      '6.6.30-0-lts',
      '#1-Alpine SMP PREEMPT_DYNAMIC Fri, 03 May 2024 06:22:20 +0000',
      'aarch64',
    ],
    ['Linux 5.14.0 s390x', '5.14.0', null, 's390x'],
    ['Linux 5.14.0', '5.14.0', null, null],
  ])('parses %s', (text, release, build, machine) => {
    expect(parseUname(text)).toEqual({
      value: { system: 'Linux', release, build, machine },
      warnings: [],
    });
  });

  it.each(['', '\n', 'Linux', 'command not found: uname', '\0\0'])(
    'returns null for %j',
    (text) => {
      expect(parseUname(text).value).toBeNull();
    },
  );
});

describe('parseCpuinfo', () => {
  const x86 = (number: number): string =>
    `processor\t: ${number}\nvendor_id\t: GenuineIntel\n` +
    'model name\t: Intel(R) Xeon(R) CPU   E5-2680 v4 @ 2.40GHz\nflags\t\t: fpu processor\n\n';
  it.each([
    ['x86', x86(0) + x86(1), 2, 'Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz'],
    [
      'arm64 without a name',
      'processor\t: 0\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n\n' +
        'processor\t: 1\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n',
      2,
      'ARM Neoverse-N1',
    ],
    [
      'arm64 of an unknown part',
      'processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xfff\n',
      1,
      'ARM 0xfff',
    ],
    [
      'a Raspberry Pi',
      'processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd08\n\nHardware\t: BCM2835\n' +
        'Revision\t: c03111\nModel\t\t: Raspberry Pi 4 Model B Rev 1.1\n',
      1,
      'Raspberry Pi 4 Model B Rev 1.1',
    ],
    [
      'old arm',
      'Processor\t: ARMv7 Processor rev 4 (v7l)\nprocessor\t: 0\nBogoMIPS\t: 38.40\n\nHardware\t: BCM2709\n',
      1,
      'ARMv7 Processor rev 4 (v7l)',
    ],
    [
      's390',
      'vendor_id       : IBM/S390\n# processors    : 2\nbogomips per cpu: 3033.00\n' +
        'processor 0: version = FF,  identification = 0133E8,  machine = 2964\n' +
        'processor 1: version = FF,  identification = 0133E8,  machine = 2964\n',
      2,
      'IBM/S390 2964',
    ],
    [
      'ppc64',
      'processor\t: 0\ncpu\t\t: POWER9 (architected), altivec supported\n\nprocessor\t: 1\ncpu\t\t: POWER9\n',
      2,
      'POWER9 (architected), altivec supported',
    ],
    [
      'riscv',
      'processor\t: 0\nhart\t\t: 1\nisa\t\t: rv64imafdc\nuarch\t\t: sifive,u74-mc\n',
      1,
      'sifive,u74-mc',
    ],
    ['a machine without a name', 'processor\t: 0\nmodel name\t: unknown\n', 1, null],
  ])('parses the text of %s', (_title, text, cores, name) => {
    expect(parseCpuinfo(text)).toEqual({ value: { cores, name }, warnings: [] });
  });

  it('returns null for an empty text', () => {
    expect(parseCpuinfo('').value).toBeNull();
  });
});

describe('memory, uptime and name', () => {
  it.each([
    ['MemTotal:       16384256 kB\nMemFree: 1 kB\n', 16_777_478_144],
    ['MemFree: 1 kB\nMemTotal: 1 kB', 1024],
    ['MemTotal: -1 kB', null],
    ['MemTotal: 99999999999999999999 kB', null],
    ['', null],
  ])('parses the memory of %j', (text, bytes) => {
    expect(parseMeminfo(text).value).toBe(bytes);
  });
  it.each([
    ['350735.47 234388.90\n', 350_735],
    ['12\n', 12],
    ['0.00 0.00', 0],
    ['-1', null],
    ['1e9', null],
    ['up 3 days', null],
    ['', null],
  ])('parses the uptime of %j', (text, seconds) => {
    expect(parseUptime(text).value).toBe(seconds);
  });
  it.each([
    ['web1\n', 'web1'],
    ['web1.example.org', 'web1.example.org'],
    ['(none)\n', null],
    ['two words', null],
    ['', null],
    ['a\x1b[31mb', null],
  ])('parses the host name of %j', (text, name) => {
    expect(parseHostname(text).value).toBe(name);
  });
});
