import { describe, expect, it } from 'vitest';
import { parseSections } from '../../../../src/inventory/report/parse-report.js';
import { otherPublisher } from '../../../../src/vulnerabilities/matching/origin/package-origin.js';

const REDHAT_KEY = '199e2f91fd431d51';
const row = (name: string, vendor = 'Red Hat, Inc.', version = '1') =>
  `${name}\t(none)\t${version}\t1.el9\tx86_64\t${name}-${version}-1.el9.src.rpm\t(none)\t${vendor}\t1760000000\t1000`;

/** Returns the vendor and the publisher of each package; null: that of the distribution. */
function origins(
  rows: readonly string[],
  section: readonly string[],
): Record<string, (string | null)[]> {
  const parsed = parseSections({
    'os-release': 'ID="rhel"\nVERSION_ID="9.4"\n',
    rpm: rows.join('\n'),
    'rpm-origins': section.join('\n'),
  });
  if (!parsed.ok) throw new Error(parsed.reason);
  return Object.fromEntries(
    (parsed.packages ?? []).map((pkg) => [
      `${pkg.name} ${pkg.version}`,
      [pkg.vendor, otherPublisher('Red Hat:enterprise_linux:9::baseos', pkg)],
    ]),
  );
}

const BASE = ['bash', 'coreutils', 'zlib'].map((name) => row(name));
const MAIN = `${REDHAT_KEY}\trhel-9-for-x86_64-baseos-rpms\t*`;

describe('signing keys and repositories of rpm packages', () => {
  it.each([
    ['signed, of the system', 'Red Hat, Inc.', `${REDHAT_KEY}\tanaconda\ta`, null],
    ['of a mirror', 'Red Hat, Inc.', `${REDHAT_KEY}\tour-mirror\ta`, null],
    ['without a signature', 'Red Hat, Inc.', '-\t-\ta', 'an unknown publisher'],
    [
      'of another product',
      'Red Hat, Inc.',
      `${REDHAT_KEY}\trhocp-4.14-for-rhel-9-x86_64-rpms\ta`,
      'another product of Red Hat',
    ],
    [
      'of a further repository',
      'Red Hat, Inc.',
      `${REDHAT_KEY}\tcodeready-builder-for-rhel-9-x86_64-rpms\ta`,
      null,
    ],
    [
      'of a SIG with the vendor of CentOS',
      'CentOS',
      '05b555b38483c65d\tcentos-ceph-reef\ta',
      'CentOS SIG',
    ],
    ['without a vendor or signature', '(none)', '-\t-\ta', 'an unknown publisher'],
    [
      'without a vendor, of another key',
      '(none)',
      '0123456789abcdef\t-\ta',
      'an unknown publisher',
    ],
    ['without a vendor, of the key of the system', '(none)', `${REDHAT_KEY}\t-\ta`, null],
    ['without a vendor, of a known repository', '(none)', '0123456789abcdef\tpgdg16\ta', 'PGDG'],
    ['of another vendor without a signature', 'Docker', '-\t-\ta', 'Docker'],
  ])('decide about a package %s', (_title, vendor, line, publisher) => {
    const found = origins([...BASE, row('a', vendor)], [MAIN, line]);

    expect(found['a 1-1.el9']?.[1]).toBe(publisher);
    expect(found['bash 1-1.el9']).toEqual(['Red Hat, Inc.', null]);
  });

  it('say nothing where most packages have no signature, as with an rpm that does not print it', () => {
    expect(origins([...BASE, row('a')], ['-\t-\t*'])).toMatchObject({
      'a 1-1.el9': ['Red Hat, Inc.', null],
    });
  });

  it('are of one of several installed versions', () => {
    const rows = [...BASE, row('kernel'), row('kernel', 'Red Hat, Inc.', '2')];
    const found = origins(rows, [MAIN, '-\t-\tkernel-2-1.el9']);

    expect(found['kernel 1-1.el9']).toEqual(['Red Hat, Inc.', null]);
    expect(found['kernel 2-1.el9']).toEqual(['Red Hat, Inc. (unsigned)', 'an unknown publisher']);
  });

  it('are ignored where lines are unreadable', () => {
    const found = origins(BASE, ['', 'x', `${REDHAT_KEY}\tid with spaces\tbash`, '\t\t\t', MAIN]);

    expect(found['bash 1-1.el9']).toEqual(['Red Hat, Inc.', null]);
  });
});
