import { describe, expect, it } from 'vitest';
import { parseRpm, parseSourceRpm } from '../../../../src/inventory/parse/packages/rpm.js';
import { capture } from '../../../support/inventory-fixtures.js';

const one = (line: string): unknown => parseRpm(`${line}\n`).value[0] ?? null;

describe('a line of rpm -qa', () => {
  it('is parsed to all fields', () => {
    expect(
      one(
        'openssl-libs\t1\t3.0.7\t27.el9\tx86_64\topenssl-3.0.7-27.el9.src.rpm\t(none)\tAlmaLinux\t1700000000\t5242880',
      ),
    ).toEqual({
      name: 'openssl-libs',
      version: '1:3.0.7-27.el9',
      architecture: 'x86_64',
      source: 'openssl',
      source_version: '1:3.0.7-27.el9',
      vendor: 'AlmaLinux',
      module: null,
      format: 'rpm',
      size: 5_242_880,
      installed_at: 1_700_000_000,
    });
  });

  it.each([
    ['no epoch', 'bash\t(none)\t5.1.8\t6.el9\tx86_64', { version: '5.1.8-6.el9' }],
    [
      'an epoch of zero',
      'bash\t0\t5.1.8\t6.el9\tx86_64\tbash-5.1.8-6.el9.src.rpm',
      { version: '5.1.8-6.el9', source_version: '5.1.8-6.el9' },
    ],
    [
      'a module',
      'nodejs\t1\t18.17.1\t1.module_el8\tx86_64\tnodejs-18.17.1-1.module_el8.src.rpm\t' +
        'nodejs:18:8090020230825081254:a75119d5',
      { module: 'nodejs:18:8090020230825081254:a75119d5' },
    ],
    [
      'a source of another version, with an unknown epoch',
      'perl-Carp\t1\t1.50\t1.el9\tnoarch\tperl-5.32.1-480.el9.src.rpm',
      { version: '1:1.50-1.el9', source: 'perl', source_version: '5.32.1-480.el9' },
    ],
    ['no source', 'local\t(none)\t1\t1\tnoarch\t(none)', { source: null, source_version: null }],
    [
      'no vendor',
      'local\t(none)\t1\t1\tnoarch\t(none)\t(none)\t(none)\t1\t2',
      { vendor: null, installed_at: 1, size: 2 },
    ],
  ])('is parsed with %s', (_title, line, expected) => {
    expect(one(line)).toMatchObject(expected);
  });

  it('of a key is ignored', () => {
    expect(
      parseRpm('gpg-pubkey\t(none)\t8483c65d\t5ccc5b19\t(none)\t(none)\t(none)\t(none)\t1\t0\n'),
    ).toEqual({ value: [], warnings: [] });
  });

  it.each([
    ['acl-2.2.51-14.el7.src.rpm', 'acl', '2.2.51-14.el7'],
    ['acl-0:2.3.1-3.el9.src', 'acl', '2.3.1-3.el9'],
    ['dbus-1:1.12.20-5.el9.src', 'dbus', '1:1.12.20-5.el9'],
    ['VirtualBox-guest-7.0-1.nosrc.rpm', 'VirtualBox-guest', '7.0-1'],
    ['python-rpm-macros-3.9-54.el9.src.rpm', 'python-rpm-macros', '3.9-54.el9'],
    ['--.src.rpm', null, null],
    ['nonsense', null, null],
    ['(none)', null, null],
  ])('has the source package of %s', (file, source, source_version) => {
    expect(parseSourceRpm(file, '1-1', null)).toEqual({ source, source_version });
  });
});

it.each([
  ['cut before its release', 'bash\t(none)\t5.1.8', ['bash']],
  ['cut within its release', 'bash\t(none)\t5.1.8\t6.e', ['bash']],
  [
    'joined with the next one',
    'bash\t(none)\t5\t6\tnoarch\tb\t(none)\tx\t1\t2zsh\t(none)\t5\t6\tnoarch\tb\t(none)\tx\t1\t2',
    'any',
  ],
])('a list of rpm -qa has no package of a line that is %s', (_title, line, unreadable) => {
  const whole = 'sed\t(none)\t4\t6\tx86_64\tsed-4-6.src.rpm\t(none)\tx\t1\t2';
  expect(parseRpm(`${whole}\n${line}\n`)).toMatchObject({
    value: [{ name: 'sed' }],
    warnings: ['1 entries are unreadable'],
    unreadable,
  });
});

describe('parseRpm on a real list', () => {
  it.each([
    [
      'amazon-2.rpm',
      103,
      'openssl-libs',
      '1:1.0.2k-16.amzn2.1.1',
      'openssl',
      '1:1.0.2k-16.amzn2.1.1',
    ],
    [
      'centos-6.rpm',
      129,
      'bind-libs',
      '32:9.8.2-0.68.rc1.el6_10.1',
      'bind',
      '32:9.8.2-0.68.rc1.el6_10.1',
    ],
    ['fedora-35.rpm', 138, 'alternatives', '1.19-1.fc35', 'chkconfig', '1.19-1.fc35'],
    ['opensuse-leap-151.rpm', 119, 'bash', '4.4-lp151.10.3.1', 'bash', '4.4-lp151.10.3.1'],
    ['oraclelinux-8-slim.rpm', 98, 'basesystem', '11-5.el8', 'basesystem', '11-5.el8'],
    ['photon-30.rpm', 32, 'bzip2-libs', '1.0.6-10.ph3', 'bzip2', '1.0.6-10.ph3'],
    ['rhel-ubi9.rpm', 181, 'device-mapper', '9:1.02.183-4.el9', 'lvm2', '9:2.03.14-4.el9'],
  ])('parses %s', (file, count, name, version, source, source_version) => {
    const { value, warnings } = parseRpm(capture(file));
    expect(warnings).toEqual([]);
    expect(value.length).toBe(count);
    expect(value.find((found) => found.name === name)).toMatchObject({
      version,
      source,
      source_version,
    });
    expect(value.every((found) => found.source !== null)).toBe(true);
  });
});
