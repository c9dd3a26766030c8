import { describe, expect, it } from 'vitest';
import { FEED_FORMATS } from '../../../src/feeds/formats/formats.js';
import type { FeedName, KnowledgeRecord } from '../../../src/knowledge/records.js';
import { feedSample, readFeed, type Read } from '../../support/feed-items.js';

const sample = (feed: FeedName, name: string): Promise<Read> =>
  readFeed(FEED_FORMATS[feed], feedSample(`${feed}/${name}.json`));
const made = (feed: FeedName, record: object): Promise<Read> =>
  readFeed(FEED_FORMATS[feed], JSON.stringify(record));
const lines = ({ ranges }: KnowledgeRecord): string[] =>
  ranges.map(
    ({ affectedPackage, fixed, state, module }) =>
      `${affectedPackage.ecosystem} ${affectedPackage.kind} ${affectedPackage.name} ${fixed ?? '-'} ${state} ${module ?? '-'}`,
  );
const affected = (
  ecosystem: string,
  name: string,
  fixed: string | null,
  more: object = {},
): object => ({
  package: { ecosystem, name },
  ranges: [
    { type: 'ECOSYSTEM', events: [{ introduced: '0' }, ...(fixed === null ? [] : [{ fixed }])] },
  ],
  ...more,
});

describe('Debian', () => {
  it('hides what it calls unimportant, and keeps the releases apart', async () => {
    const {
      records: [record],
    } = await sample('osv-debian', 'DEBIAN-CVE-2025-27587');
    expect(record).toMatchObject({
      rank: 1,
      vulnerabilities: ['CVE-2025-27587'],
      url: 'https://security-tracker.debian.org/tracker/CVE-2025-27587',
      cvssScore: 5.3,
    });
    expect(
      record?.ranges.map(({ affectedPackage, fixed, state, hidden }) => [
        affectedPackage.ecosystem,
        fixed,
        state,
        hidden,
      ]),
    ).toEqual([
      ['Debian:11', null, 'open', true],
      ['Debian:12', null, 'open', true],
      ['Debian:13', '3.5.0-1', 'fixed', true],
      ['Debian:14', '3.5.0-1', 'fixed', true],
    ]);
  });
  it('tells that a release has come to its end', async () => {
    const {
      records: [record],
    } = await sample('osv-debian', 'DEBIAN-CVE-2023-50387');
    expect(record?.ranges.filter(({ state }) => state === 'end_of_life').length).toBeGreaterThan(0);
    expect(
      record?.ranges
        .filter(({ state }) => state === 'end_of_life')
        .every(({ fixed }) => fixed === null),
    ).toBe(true);
  });
  it('names the CVE of old advisories in related, and 6 with .0', async () => {
    expect(
      (await sample('osv-debian', 'DLA-0001-1')).records.map((record) => [
        record.vulnerabilities,
        ...lines(record),
      ]),
    ).toEqual([[['CVE-2014-3466'], 'Debian:6 source gnutls26 2.8.6-1+squeeze4 fixed -']]);
    expect(
      (await sample('osv-debian', 'DSA-135')).records.map((record) => [
        record.vulnerabilities,
        ...lines(record),
      ]),
    ).toEqual([[['CVE-2002-0653'], 'Debian:3.0 source libapache-mod-ssl 2.8.9-2 fixed -']]);
  });
});

describe('Ubuntu', () => {
  it('tells which binary packages are hit, and what mends each', async () => {
    const {
      records: [record],
    } = await sample('osv-ubuntu', 'UBUNTU-CVE-2024-2004');
    expect(record).toMatchObject({
      rank: 1,
      vulnerabilities: ['CVE-2024-2004'],
      severity: 'low',
      url: 'https://ubuntu.com/security/CVE-2024-2004',
    });
    expect(record?.ranges[0]).toMatchObject({
      affectedPackage: { ecosystem: 'Ubuntu:24.04:LTS', kind: 'source', name: 'curl' },
      fixed: '8.5.0-2ubuntu10.1',
      conditions: { binaries: { libcurl4t64: '8.5.0-2ubuntu10.1' } },
    });
  });
  it('a notice is an advisory about those of its CVEs that were in a release', async () => {
    const { records } = await sample('osv-ubuntu', 'USN-6718-1');
    expect(records).toMatchObject([
      {
        rank: 3,
        vulnerabilities: ['CVE-2024-2398'],
        aliases: [],
        severity: 'medium',
        cvssScore: 8.6,
        url: 'https://ubuntu.com/security/notices/USN-6718-1',
      },
    ]);
    expect(records.map(lines)).toEqual([
      [
        'Ubuntu:20.04:LTS source curl 7.68.0-1ubuntu2.22 fixed -',
        'Ubuntu:22.04:LTS source curl 7.81.0-1ubuntu1.16 fixed -',
      ],
    ]);
  });
  it('a notice about several releases is a record for each set of CVEs, each as bad as the worst of its own', async () => {
    const cve = (number: number, severity: string): object => ({
      id: `CVE-2026-${number}`,
      severity: [{ type: 'Ubuntu', score: severity }],
    });
    const of = (...cves: object[]): object => ({ database_specific: { cves_map: { cves } } });
    const [low, high] = [cve(1, 'low'), cve(2, 'high')];
    const { records } = await made('osv-ubuntu', {
      id: 'USN-9-1',
      upstream: ['CVE-2026-1', 'CVE-2026-2', 'UBUNTU-CVE-2026-1'],
      affected: [
        affected('Ubuntu:22.04:LTS', 'curl', '7', of(low)),
        affected('Ubuntu:24.04:LTS', 'curl', '8', of(high, low)),
        affected('Ubuntu:24.04:LTS', 'wget', '8', of()),
        affected('Ubuntu:25.10', 'curl', '9', of(high)),
        affected('Ubuntu:22.04:LTS', 'wget', '7', of(low)),
      ],
    });
    expect(
      records.map((record) => [
        record.vulnerabilities.join(' '),
        record.severity,
        record.aliases,
        lines(record).map((line) => line.replace(' source', '').replace(' fixed -', '')),
      ]),
    ).toEqual([
      ['CVE-2026-1', 'low', [], ['Ubuntu:22.04:LTS curl 7', 'Ubuntu:22.04:LTS wget 7']],
      ['CVE-2026-1 CVE-2026-2', 'high', [], ['Ubuntu:24.04:LTS curl 8', 'Ubuntu:24.04:LTS wget 8']],
      ['CVE-2026-2', 'high', [], ['Ubuntu:25.10 curl 9']],
    ]);
  });
  it('a notice without upstream names its CVE in related', async () => {
    expect((await sample('osv-ubuntu', 'USN-6663-3')).records[0]?.vulnerabilities).toEqual([
      'CVE-2024-2408',
    ]);
  });
  it('judges a release for itself', async () => {
    expect(
      (await sample('osv-ubuntu', 'UBUNTU-CVE-2024-51988')).records[0]?.ranges.map(
        ({ severity }) => severity,
      ),
    ).toEqual(['medium', 'medium', 'medium', 'medium']);
  });
  it('a fix for subscribers is one for subscribers, in a scope of its own', async () => {
    const said = (availability: string): object => ({ ecosystem_specific: { availability } });
    const {
      records: [record],
    } = await made('osv-ubuntu', {
      id: 'UBUNTU-CVE-2026-1',
      affected: [
        affected(
          'Ubuntu:Pro:18.04:LTS',
          'curl',
          '7.58.0-2ubuntu3.24+esm1',
          said('Available with Ubuntu Pro: https://ubuntu.com/pro'),
        ),
        affected('Ubuntu:Pro:18.04:LTS', 'wget', null),
        affected('Ubuntu:20.04', 'curl', '7.68.0-1ubuntu2.22', said('No subscription required')),
        affected('Ubuntu:25.10', 'curl', null),
      ],
    });
    expect(record && lines(record)).toEqual([
      'Ubuntu:Pro:18.04:LTS source curl 7.58.0-2ubuntu3.24+esm1 subscription -',
      'Ubuntu:Pro:18.04:LTS source wget - open -',
      'Ubuntu:20.04:LTS source curl 7.68.0-1ubuntu2.22 fixed -',
      'Ubuntu:25.10 source curl - open -',
    ]);
  });
  it('Livepatch is about no package, in a notice of its own or within another', async () => {
    expect(
      await made('osv-ubuntu', {
        id: 'LSN-0101-1',
        affected: [affected('Ubuntu:20.04:LTS', 'linux', '1')],
      }),
    ).toMatchObject({ records: [], ignored: ['livepatch'] });
    const live = affected('Ubuntu:20.04:LTS', 'linux', '102.1', {
      ecosystem_specific: { module_name_regex: '^lkp', module_version: '102.1' },
    });
    expect(await made('osv-ubuntu', { id: 'UBUNTU-CVE-2026-1', affected: [live] })).toMatchObject({
      records: [],
      ignored: ['names no package'],
    });
  });
  it('names of binary packages are data, whatever they are', async () => {
    const binaries = [
      JSON.parse('{"binary_name":"__proto__","binary_version":"1"}') as object,
      { 'old-form': '2' },
    ];
    const {
      records: [record],
    } = await made('osv-ubuntu', {
      id: 'UBUNTU-CVE-2026-1',
      affected: [affected('Ubuntu:20.04:LTS', 'a', '1', { ecosystem_specific: { binaries } })],
    });
    expect(JSON.stringify(record?.ranges[0]?.conditions)).toBe(
      '{"binaries":{"__proto__":"1","old-form":"2"}}',
    );
  });
});

describe('AlmaLinux and Rocky Linux', () => {
  it('names binary packages; the word before the summary is the severity', async () => {
    const {
      records: [record],
    } = await sample('osv-almalinux', 'ALSA-2024-10244');
    expect(record).toMatchObject({
      rank: 3,
      vulnerabilities: ['CVE-2024-10963'],
      severity: 'high',
    });
    // `pam:1.5.1` in the summary is no module's stream: the build is none.
    expect(record && lines(record)).toEqual(
      ['pam', 'pam-devel', 'pam-docs'].map(
        (name) => `AlmaLinux:9 binary ${name} 1.5.1-22.el9_5 fixed -`,
      ),
    );
  });
  it('of rebuilds for one stream the first is enough', async () => {
    const {
      records: [record],
    } = await sample('osv-almalinux', 'ALSA-2023-6267');
    expect(record && lines(record)).toEqual([
      'AlmaLinux:8 binary libecap 1.0.1-2.module_el8.6.0+2741+01592ae8 fixed squid:4',
      'AlmaLinux:8 binary libecap-devel 1.0.1-2.module_el8.6.0+2741+01592ae8 fixed squid:4',
      'AlmaLinux:8 binary squid 7:4.15-6.module_el8.8.0+3670+56cb3c8e.1.alma.1 fixed squid:4',
    ]);
  });
  it('a module build of a stream that nobody names is one of any', async () => {
    const {
      records: [record],
    } = await sample('osv-almalinux', 'ALSA-2024-4237');
    expect(record?.ranges.map(({ module }) => module)).toEqual(Array(8).fill('*'));
  });
  it('two streams in one summary: the fix holds in both', async () => {
    const {
      records: [record],
    } = await made('osv-almalinux', {
      id: 'ALSA-2024:1',
      summary: 'Low: virt:rhel and virt-devel:rhel security update',
      related: ['CVE-2024-1'],
      affected: [affected('AlmaLinux:8', 'hivex', '1.3.18-23.module_el8.6.0+2880+7d9e3703')],
    });
    expect(record?.ranges.map(({ module }) => module)).toEqual(['virt:rhel', 'virt-devel:rhel']);
  });
  it('the package of a module that an advisory is about is none of its stream', async () => {
    const {
      records: [record],
    } = await made('osv-almalinux', {
      id: 'ALSA-2024:1',
      summary: 'Moderate: httpd:2.4/httpd security update',
      related: ['CVE-2024-1'],
      affected: [affected('AlmaLinux:8', 'httpd', '2.4.37-65.module_el8.10.0+3860+a6e26e50')],
    });
    expect(record?.ranges.map(({ module }) => module)).toEqual(['httpd:2.4']);
  });
  it('fixes of different versions all stay', async () => {
    const {
      records: [record],
    } = await made('osv-almalinux', {
      id: 'ALSA-2024:1',
      summary: 'Low: a',
      affected: ['1.2-3.el8', '1.2-4.el8', '2.0-1.el8'].map((fixed) =>
        affected('AlmaLinux:8', 'a', fixed),
      ),
    });
    expect(record?.ranges.map(({ fixed }) => fixed)).toEqual(['1.2-3.el8', '2.0-1.el8']);
  });
  it('bug fixes and enhancements are no vulnerabilities', async () => {
    expect(await sample('osv-almalinux', 'ALBA-2019-0973')).toMatchObject({
      records: [],
      ignored: ['bug fix'],
    });
    expect(
      await made('osv-almalinux', { id: 'ALEA-2022:0352', related: ['CVE-2022-1'], affected: [] }),
    ).toMatchObject({ ignored: ['enhancement'] });
    expect(await made('osv-rocky', { id: 'RLBA-2022:1', affected: [] })).toMatchObject({
      ignored: ['bug fix'],
    });
  });
  it('reads a severity at the end, where one summary has it', async () => {
    expect(
      (
        await made('osv-almalinux', {
          id: 'ALSA-2022:5468',
          summary: 'ALSA-2022:5468: php:8.0 security update (Important)',
          affected: [affected('AlmaLinux:9', 'php', '8.0-1.module_el9+1+a')],
        })
      ).records[0],
    ).toMatchObject({ severity: 'high', ranges: [{ module: 'php:8.0' }] });
  });
  it('Rocky names source packages, with every epoch', async () => {
    const {
      records: [record],
    } = await sample('osv-rocky', 'RLSA-2025-3261');
    expect(record).toMatchObject({
      vulnerabilities: ['CVE-2024-7347'],
      severity: 'medium',
      url: 'https://errata.rockylinux.org/RLSA-2025:3261',
    });
    expect(record && lines(record)).toEqual([
      'Rocky Linux:9 source nginx 1:1.22.1-8.module+el9.6.0+32001+2660e3dc.1 fixed nginx:1.22',
    ]);
    expect((await sample('osv-rocky', 'RLSA-2024-10281')).records[0]).toMatchObject({
      vulnerabilities: [
        'CVE-2024-27043',
        'CVE-2024-38564',
        'CVE-2024-46858',
        'CVE-2024-27399',
      ].sort(),
      ranges: [{ module: null }],
    });
  });
});

describe('other publishers', () => {
  it('Red Hat: an enhancement that names CVEs counts', async () => {
    const {
      records: [record],
    } = await sample('osv-redhat', 'RHEA-2024-1870');
    expect(record).toMatchObject({
      vulnerabilities: ['CVE-2023-39325', 'CVE-2023-44487'],
      url: 'https://access.redhat.com/errata/RHEA-2024:1870',
    });
    expect(record && lines(record)).toEqual([
      'Red Hat:ocp_tools:4.15::el9 binary helm 0:3.13.2-35.el9 fixed -',
    ]);
    expect(await made('osv-redhat', { id: 'RHBA-2024:1', affected: [] })).toMatchObject({
      ignored: ['bug fix'],
    });
  });
  it('SUSE: products are releases, whichever of the two lists they come in', async () => {
    const {
      records: [record],
    } = await sample('osv-opensuse', 'openSUSE-SU-2016-1623-1');
    expect(record).toMatchObject({ vulnerabilities: ['CVE-2016-1704'], severity: null });
    expect(record && lines(record)[0]).toBe(
      'SUSE:Package Hub 12 source chromium 51.0.2704.103-85.3 fixed -',
    );
  });
  it('SUSE: an id that is a slip is an id', async () => {
    const {
      records: [record],
    } = await made('osv-suse', {
      id: 'SUSE-SU-403 Forbidden-1',
      related: ['CVE-2014-1'],
      affected: [affected('SUSE:Linux Enterprise Server 12 SP1', 'libqt4', '4.8.6-7.1')],
    });
    expect(record).toMatchObject({
      name: 'SUSE-SU-403 Forbidden-1',
      vulnerabilities: ['CVE-2014-1'],
    });
    expect(await made('osv-suse', { id: 'SUSE-RU-2024:1-1', affected: [] })).toMatchObject({
      ignored: ['bug fix'],
    });
  });
  it('Alpine: the id names the CVE, releases begin with v', async () => {
    const {
      records: [record],
    } = await made('osv-alpine', {
      id: 'ALPINE-CVE-2026-1',
      affected: [affected('Alpine:3.21', 'xz', '5.6.2-r1'), affected('Alpine:v3.22', 'xz', null)],
    });
    expect(record).toMatchObject({
      rank: 1,
      vulnerabilities: ['CVE-2026-1'],
      url: 'https://security.alpinelinux.org/vuln/CVE-2026-1',
    });
    expect(record && lines(record)).toEqual([
      'Alpine:v3.21 source xz 5.6.2-r1 fixed -',
      'Alpine:v3.22 source xz - open -',
    ]);
  });
  it('Wolfi and Chainguard have no releases; a record about one flaw decides about it', async () => {
    const {
      records: [record],
    } = await made('osv-wolfi', {
      id: 'CGA-1-2-3',
      upstream: ['CVE-2026-1', 'GHSA-a-b-c'],
      affected: [affected('Chainguard', 'xz', '5.6.2-r1'), affected('Wolfi', 'xz', '5.6.2-r1')],
    });
    expect(record).toMatchObject({
      rank: 1,
      vulnerabilities: ['CVE-2026-1'],
      aliases: ['GHSA-a-b-c'],
    });
    expect(record && lines(record)).toEqual([
      'Chainguard source xz 5.6.2-r1 fixed -',
      'Wolfi source xz 5.6.2-r1 fixed -',
    ]);
  });
});
