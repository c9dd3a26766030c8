import { describe, expect, it } from 'vitest';
import { SOURCE_PRECEDENCE } from '../../../../src/knowledge/records.js';
import { ecosystemsFor } from '../../../../src/vulnerabilities/matching/ecosystems.js';
import { range, record } from '../../../support/stored-records.js';
import { at, rpm, summarize, type Feeds } from '../matching.js';

const erratum = (release: string, name: string, fixed: string, module: string | null = null) =>
  record('RHSA-2031:1', {
    rank: SOURCE_PRECEDENCE.advisory,
    vulnerabilities: ['CVE-2031-1'],
    ranges: [
      range(name, fixed, { order: 'rpm', module, ...at(`Red Hat:${release}`, 'binary', name) }),
    ],
  });
const feeds = (...records: ReturnType<typeof erratum>[]): Feeds => ({
  'osv-redhat': records.map((one, i) => ({ ...one, name: `RHSA-2031:${i}` })),
});
const rhel = (version: string) => ecosystemsFor({ id: 'rhel', version, codename: null, pro: [] });

describe('advisories of RHEL 10', () => {
  const fix = '1:3.2.2-16.el10_0.4';
  const openssl = (version: string) => rpm('openssl-libs', version);

  it.each(['10.0', '10.1', '10.2', '10.10'])(
    'of one minor release are about hosts of %s too',
    (version) => {
      for (const release of ['10.0', '10.1', '10', '10.1::baseos', '10::baseos'])
        expect(
          summarize(
            feeds(erratum(`enterprise_linux:${release}`, 'openssl-libs', fix)),
            openssl('1:3.2.2-16.el10'),
            rhel(version),
          ),
        ).toEqual([`CVE-2031-1 ${fix}`]);
    },
  );

  it('are not about hosts of other releases', () => {
    const data = feeds(
      erratum('enterprise_linux:11.0', 'openssl-libs', fix),
      erratum('enterprise_linux:1.0', 'openssl-libs', fix),
      erratum('openstack:10.0', 'openssl-libs', fix),
    );
    expect(summarize(data, openssl('1:3.2.2-1.el10'), rhel('10.0'))).toEqual([]);
  });

  it('do not make a build affected that has the fix for the same minor release', () => {
    const data = feeds(
      erratum('enterprise_linux:10.0', 'openssl-libs', fix),
      erratum('enterprise_linux:10.1', 'openssl-libs', '1:3.5.1-3.el10_1'),
    );
    expect(summarize(data, openssl('1:3.2.2-16.el10_0.4'), rhel('10.0'))).toEqual([]);
    for (const build of ['16.el10_0.3', '16.el10'])
      expect(summarize(data, openssl(`1:3.2.2-${build}`), rhel('10.0'))).toEqual([
        'CVE-2031-1 1:3.5.1-3.el10_1',
      ]);
  });
});

describe('extended update support of a minor release', () => {
  const main = erratum('enterprise_linux:9::baseos', 'kernel-core', '5.14.0-503.23.2.el9_5');
  const FOUND = ['CVE-2031-1 5.14.0-503.23.2.el9_5'];
  const kernel = (release: string) => rpm('kernel-core', `5.14.0-${release}`);

  it.each(['rhel_eus', 'rhel_aus', 'rhel_e4s', 'rhel_tus', 'rhel_extras_sap_eus'])(
    'fixes a build of that minor release: %s',
    (product) => {
      const data = feeds(
        main,
        erratum(`${product}:9.4::baseos`, 'kernel-core', '5.14.0-427.50.2.el9_4'),
      );
      for (const fixed of ['427.50.2.el9_4', '427.60.1.el9_4'])
        expect(summarize(data, kernel(fixed), rhel('9.4'))).toEqual([]);
      for (const old of ['427.50.1.el9_4', '427.50.2.el9_3', '503.11.1.el9_5', '427.50.2.el9'])
        expect(summarize(data, kernel(old), rhel('9.4'))).toEqual(FOUND);
    },
  );

  it('decides about the fix of a host that has enabled it, and adds its findings', () => {
    const fix = '5.14.0-427.50.2.el9_4';
    const eus = erratum('rhel_eus:9.4::baseos', 'kernel-core', fix);
    const subscribed = ecosystemsFor({
      id: 'rhel',
      version: '9.4',
      codename: null,
      pro: [],
      repositories: ['rhel-9-for-x86_64-baseos-eus-rpms'],
    });
    for (const data of [feeds(main, eus), feeds(eus)]) {
      expect(summarize(data, kernel('427.40.1.el9_4'), subscribed)).toEqual([`CVE-2031-1 ${fix}`]);
      expect(summarize(data, kernel('427.50.2.el9_4'), subscribed)).toEqual([]);
    }
    expect(summarize(feeds(main), kernel('427.40.1.el9_4'), subscribed)).toEqual(FOUND);
    for (const other of ['rhel_eus:9.2::baseos', 'rhel_aus:9.4::baseos']) {
      const data = feeds(erratum(other, 'kernel-core', '5.14.0-427.50.2.el9_4'));
      expect(summarize(data, kernel('427.40.1.el9_4'), subscribed)).toEqual([]);
    }
  });

  it('adds no finding', () => {
    const data = feeds(erratum('rhel_eus:9.4::baseos', 'kernel-core', '5.14.0-427.50.2.el9_4'));
    expect(summarize(data, kernel('427.1.1.el9_4'), rhel('9.4'))).toEqual([]);
  });

  it('fixes a build only at the last of several fixes', () => {
    const data = feeds(
      main,
      erratum('rhel_eus:9.4::baseos', 'kernel-core', '5.14.0-427.50.2.el9_4'),
      erratum('rhel_eus:9.4::baseos', 'kernel-core', '5.14.0-427.70.1.el9_4'),
    );
    expect(summarize(data, kernel('427.60.1.el9_4'), rhel('9.4'))).toEqual(FOUND);
    expect(summarize(data, kernel('427.70.1.el9_4'), rhel('9.4'))).toEqual([]);
  });

  it('is not that of other products, other packages and other vulnerabilities', () => {
    const eus = erratum('rhel_eus:9.4::baseos', 'kernel-core', '5.14.0-427.50.2.el9_4');
    const others = [
      erratum('openshift:9.4', 'kernel-core', '5.14.0-427.50.2.el9_4'),
      erratum('rhel_eus:8.4::baseos', 'kernel-core', '5.14.0-427.50.2.el9_4'),
      erratum('rhel_eus:9.4::baseos', 'kernel', '5.14.0-427.50.2.el9_4'),
      { ...eus, vulnerabilities: ['CVE-2031-2'] },
    ];
    for (const other of others)
      expect(summarize(feeds(main, other), kernel('427.50.2.el9_4'), rhel('9.4'))).toEqual(FOUND);
  });

  it('fixes builds of a module in the same stream only', () => {
    const build = (n: number) => `1.2.3-1.module+el8.${n}.0+1+aaaa`;
    const data = (stream: string) =>
      feeds(
        erratum('enterprise_linux:8::appstream', 'php', build(8), 'php:8.0'),
        erratum('rhel_eus:8.6::appstream', 'php', build(6), stream),
      );
    const php = rpm('php', build(6), { module: 'php:8.0:1:2' });
    expect(summarize(data('php:8.0'), php, rhel('8.6'))).toEqual([]);
    expect(summarize(data('php:8.1'), php, rhel('8.6'))).toEqual([`CVE-2031-1 ${build(8)}`]);
  });
});
