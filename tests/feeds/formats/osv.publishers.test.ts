import { describe, expect, it } from 'vitest';
import { FEED_FORMATS } from '../../../src/feeds/formats/formats.js';
import type { FeedName, KnowledgeRecord } from '../../../src/knowledge/records.js';
import { feedSample, readFeed, type FeedItems } from '../../support/feed-items.js';

const readSample = (feed: FeedName, name: string): Promise<FeedItems> =>
  readFeed(FEED_FORMATS[feed], feedSample(`${feed}/${name}.json`));
const readRecord = (feed: FeedName, record: object): Promise<FeedItems> =>
  readFeed(FEED_FORMATS[feed], JSON.stringify(record));
const summarizeRanges = ({ ranges }: KnowledgeRecord): string[] =>
  ranges.map(
    ({ affectedPackage, fixed, state, module }) =>
      `${affectedPackage.ecosystem} ${affectedPackage.kind} ${affectedPackage.name} ` +
      `${fixed ?? '-'} ${state} ${module ?? '-'}`,
  );
const createEntry = (
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

describe('OSV records of Debian', () => {
  it('have a range per release, hidden if it is unimportant', async () => {
    const {
      records: [record],
    } = await readSample('osv-debian', 'DEBIAN-CVE-2025-27587');
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
  it('have the state of an ended release', async () => {
    const {
      records: [record],
    } = await readSample('osv-debian', 'DEBIAN-CVE-2023-50387');
    expect(record?.ranges.filter(({ state }) => state === 'end_of_life').length).toBeGreaterThan(0);
    expect(
      record?.ranges
        .filter(({ state }) => state === 'end_of_life')
        .every(({ fixed }) => fixed === null),
    ).toBe(true);
  });
  it('name the CVE of old advisories in related, and release 6 with .0', async () => {
    expect(
      (await readSample('osv-debian', 'DLA-0001-1')).records.map((record) => [
        record.vulnerabilities,
        ...summarizeRanges(record),
      ]),
    ).toEqual([[['CVE-2014-3466'], 'Debian:6 source gnutls26 2.8.6-1+squeeze4 fixed -']]);
    expect(
      (await readSample('osv-debian', 'DSA-135')).records.map((record) => [
        record.vulnerabilities,
        ...summarizeRanges(record),
      ]),
    ).toEqual([[['CVE-2002-0653'], 'Debian:3.0 source libapache-mod-ssl 2.8.9-2 fixed -']]);
  });
});

describe('OSV records of Ubuntu', () => {
  it('name the affected binary packages and the fixed version of each', async () => {
    const {
      records: [record],
    } = await readSample('osv-ubuntu', 'UBUNTU-CVE-2024-2004');
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
  it('are advisories about the CVEs of each release, if they are notices', async () => {
    const { records } = await readSample('osv-ubuntu', 'USN-6718-1');
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
    expect(records.map(summarizeRanges)).toEqual([
      [
        'Ubuntu:20.04:LTS source curl 7.68.0-1ubuntu2.22 fixed -',
        'Ubuntu:22.04:LTS source curl 7.81.0-1ubuntu1.16 fixed -',
      ],
    ]);
  });
  it('are split into one record for each set of CVEs, each with the highest severity of its CVEs', async () => {
    const cve = (n: number, severity: string): object => ({
      id: `CVE-2026-${n}`,
      severity: [{ type: 'Ubuntu', score: severity }],
    });
    const withCves = (...cves: object[]): object => ({ database_specific: { cves_map: { cves } } });
    const low = cve(1, 'low');
    const high = cve(2, 'high');
    const { records } = await readRecord('osv-ubuntu', {
      id: 'USN-9-1',
      upstream: ['CVE-2026-1', 'CVE-2026-2', 'UBUNTU-CVE-2026-1'],
      affected: [
        createEntry('Ubuntu:22.04:LTS', 'curl', '7', withCves(low)),
        createEntry('Ubuntu:24.04:LTS', 'curl', '8', withCves(high, low)),
        createEntry('Ubuntu:24.04:LTS', 'wget', '8', withCves()),
        createEntry('Ubuntu:25.10', 'curl', '9', withCves(high)),
        createEntry('Ubuntu:22.04:LTS', 'wget', '7', withCves(low)),
      ],
    });
    expect(
      records.map((record) => [
        record.vulnerabilities.join(' '),
        record.severity,
        record.aliases,
        summarizeRanges(record).map((line) => line.replace(' source', '').replace(' fixed -', '')),
      ]),
    ).toEqual([
      ['CVE-2026-1', 'low', [], ['Ubuntu:22.04:LTS curl 7', 'Ubuntu:22.04:LTS wget 7']],
      ['CVE-2026-1 CVE-2026-2', 'high', [], ['Ubuntu:24.04:LTS curl 8', 'Ubuntu:24.04:LTS wget 8']],
      ['CVE-2026-2', 'high', [], ['Ubuntu:25.10 curl 9']],
    ]);
  });
  it('name their CVE in related, if they have no upstream', async () => {
    expect((await readSample('osv-ubuntu', 'USN-6663-3')).records[0]?.vulnerabilities).toEqual([
      'CVE-2024-2408',
    ]);
  });
  it('have a severity for each release', async () => {
    expect(
      (await readSample('osv-ubuntu', 'UBUNTU-CVE-2024-51988')).records[0]?.ranges.map(
        ({ severity }) => severity,
      ),
    ).toEqual(['medium', 'medium', 'medium', 'medium']);
  });
  it('have the state of fixes for subscribers, in a separate ecosystem', async () => {
    const withAvailability = (availability: string): object => ({
      ecosystem_specific: { availability },
    });
    const {
      records: [record],
    } = await readRecord('osv-ubuntu', {
      id: 'UBUNTU-CVE-2026-1',
      affected: [
        createEntry(
          'Ubuntu:Pro:18.04:LTS',
          'curl',
          '7.58.0-2ubuntu3.24+esm1',
          withAvailability('Available with Ubuntu Pro: https://ubuntu.com/pro'),
        ),
        createEntry('Ubuntu:Pro:18.04:LTS', 'wget', null),
        createEntry(
          'Ubuntu:20.04',
          'curl',
          '7.68.0-1ubuntu2.22',
          withAvailability('No subscription required'),
        ),
        createEntry('Ubuntu:25.10', 'curl', null),
      ],
    });
    expect(record && summarizeRanges(record)).toEqual([
      'Ubuntu:Pro:18.04:LTS source curl 7.58.0-2ubuntu3.24+esm1 subscription -',
      'Ubuntu:Pro:18.04:LTS source wget - open -',
      'Ubuntu:20.04:LTS source curl 7.68.0-1ubuntu2.22 fixed -',
      'Ubuntu:25.10 source curl - open -',
    ]);
  });
  it('are ignored if they are about Livepatch, as a separate notice or as an entry', async () => {
    expect(
      await readRecord('osv-ubuntu', {
        id: 'LSN-0101-1',
        affected: [createEntry('Ubuntu:20.04:LTS', 'linux', '1')],
      }),
    ).toMatchObject({ records: [], ignored: ['livepatch'] });
    const live = createEntry('Ubuntu:20.04:LTS', 'linux', '102.1', {
      ecosystem_specific: { module_name_regex: '^lkp', module_version: '102.1' },
    });
    expect(
      await readRecord('osv-ubuntu', { id: 'UBUNTU-CVE-2026-1', affected: [live] }),
    ).toMatchObject({
      records: [],
      ignored: ['no affected package'],
    });
  });
  it('can have any names of binary packages', async () => {
    const binaries = [
      JSON.parse('{"binary_name":"__proto__","binary_version":"1"}') as object,
      { 'old-form': '2' },
    ];
    const {
      records: [record],
    } = await readRecord('osv-ubuntu', {
      id: 'UBUNTU-CVE-2026-1',
      affected: [createEntry('Ubuntu:20.04:LTS', 'a', '1', { ecosystem_specific: { binaries } })],
    });
    expect(JSON.stringify(record?.ranges[0]?.conditions)).toBe(
      '{"binaries":{"__proto__":"1","old-form":"2"}}',
    );
  });
});

describe('OSV records of AlmaLinux and Rocky Linux', () => {
  it('name binary packages, and the severity before the summary', async () => {
    const {
      records: [record],
    } = await readSample('osv-almalinux', 'ALSA-2024-10244');
    expect(record).toMatchObject({
      rank: 3,
      vulnerabilities: ['CVE-2024-10963'],
      severity: 'high',
    });
    // `pam:1.5.1` in the summary is not a module stream: the build is not of a module.
    expect(record && summarizeRanges(record)).toEqual(
      ['pam', 'pam-devel', 'pam-docs'].map(
        (name) => `AlmaLinux:9 binary ${name} 1.5.1-22.el9_5 fixed -`,
      ),
    );
  });
  it('keep the earliest rebuild for a stream', async () => {
    const {
      records: [record],
    } = await readSample('osv-almalinux', 'ALSA-2023-6267');
    expect(record && summarizeRanges(record)).toEqual([
      'AlmaLinux:8 binary libecap 1.0.1-2.module_el8.6.0+2741+01592ae8 fixed squid:4',
      'AlmaLinux:8 binary libecap-devel 1.0.1-2.module_el8.6.0+2741+01592ae8 fixed squid:4',
      'AlmaLinux:8 binary squid 7:4.15-6.module_el8.8.0+3670+56cb3c8e.1.alma.1 fixed squid:4',
    ]);
  });
  it('have the stream * for a module build without a named stream', async () => {
    const {
      records: [record],
    } = await readSample('osv-almalinux', 'ALSA-2024-4237');
    expect(record?.ranges.map(({ module }) => module)).toEqual(Array(8).fill('*'));
  });
  it('have a range for each of two streams in the summary', async () => {
    const {
      records: [record],
    } = await readRecord('osv-almalinux', {
      id: 'ALSA-2024:1',
      summary: 'Low: virt:rhel and virt-devel:rhel security update',
      related: ['CVE-2024-1'],
      affected: [createEntry('AlmaLinux:8', 'hivex', '1.3.18-23.module_el8.6.0+2880+7d9e3703')],
    });
    expect(record?.ranges.map(({ module }) => module)).toEqual(['virt:rhel', 'virt-devel:rhel']);
  });
  it('separate the stream in the summary from the package behind it', async () => {
    const {
      records: [record],
    } = await readRecord('osv-almalinux', {
      id: 'ALSA-2024:1',
      summary: 'Moderate: httpd:2.4/httpd security update',
      related: ['CVE-2024-1'],
      affected: [createEntry('AlmaLinux:8', 'httpd', '2.4.37-65.module_el8.10.0+3860+a6e26e50')],
    });
    expect(record?.ranges.map(({ module }) => module)).toEqual(['httpd:2.4']);
  });
  it('keep fixes of different versions', async () => {
    const {
      records: [record],
    } = await readRecord('osv-almalinux', {
      id: 'ALSA-2024:1',
      summary: 'Low: a',
      affected: ['1.2-3.el8', '1.2-4.el8', '2.0-1.el8'].map((fixed) =>
        createEntry('AlmaLinux:8', 'a', fixed),
      ),
    });
    expect(record?.ranges.map(({ fixed }) => fixed)).toEqual(['1.2-3.el8', '2.0-1.el8']);
  });
  it('are ignored if they are bug fixes or enhancements', async () => {
    expect(await readSample('osv-almalinux', 'ALBA-2019-0973')).toMatchObject({
      records: [],
      ignored: ['bug fix'],
    });
    expect(
      await readRecord('osv-almalinux', {
        id: 'ALEA-2022:0352',
        related: ['CVE-2022-1'],
        affected: [],
      }),
    ).toMatchObject({ ignored: ['enhancement'] });
    expect(await readRecord('osv-rocky', { id: 'RLBA-2022:1', affected: [] })).toMatchObject({
      ignored: ['bug fix'],
    });
  });
  it('have the severity at the end of the summary, if it is there', async () => {
    expect(
      (
        await readRecord('osv-almalinux', {
          id: 'ALSA-2022:5468',
          summary: 'ALSA-2022:5468: php:8.0 security update (Important)',
          affected: [createEntry('AlmaLinux:9', 'php', '8.0-1.module_el9+1+a')],
        })
      ).records[0],
    ).toMatchObject({ severity: 'high', ranges: [{ module: 'php:8.0' }] });
  });
  it('name source packages with their epoch, if they are of Rocky Linux', async () => {
    const {
      records: [record],
    } = await readSample('osv-rocky', 'RLSA-2025-3261');
    expect(record).toMatchObject({
      vulnerabilities: ['CVE-2024-7347'],
      severity: 'medium',
      url: 'https://errata.rockylinux.org/RLSA-2025:3261',
    });
    expect(record && summarizeRanges(record)).toEqual([
      'Rocky Linux:9 source nginx 1:1.22.1-8.module+el9.6.0+32001+2660e3dc.1 fixed nginx:1.22',
    ]);
    expect((await readSample('osv-rocky', 'RLSA-2024-10281')).records[0]).toMatchObject({
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

describe('OSV records of other publishers', () => {
  it('include enhancements of Red Hat that name CVEs', async () => {
    const {
      records: [record],
    } = await readSample('osv-redhat', 'RHEA-2024-1870');
    expect(record).toMatchObject({
      vulnerabilities: ['CVE-2023-39325', 'CVE-2023-44487'],
      url: 'https://access.redhat.com/errata/RHEA-2024:1870',
    });
    expect(record && summarizeRanges(record)).toEqual([
      'Red Hat:ocp_tools:4.15::el9 binary helm 0:3.13.2-35.el9 fixed -',
    ]);
    expect(await readRecord('osv-redhat', { id: 'RHBA-2024:1', affected: [] })).toMatchObject({
      ignored: ['bug fix'],
    });
  });
  it('have products of SUSE as releases, in both of its feeds', async () => {
    const {
      records: [record],
    } = await readSample('osv-opensuse', 'openSUSE-SU-2016-1623-1');
    expect(record).toMatchObject({ vulnerabilities: ['CVE-2016-1704'], severity: null });
    expect(record && summarizeRanges(record)[0]).toBe(
      'SUSE:Package Hub 12 source chromium 51.0.2704.103-85.3 fixed -',
    );
  });
  it('can have a malformed SUSE id', async () => {
    const {
      records: [record],
    } = await readRecord('osv-suse', {
      id: 'SUSE-SU-403 Forbidden-1',
      related: ['CVE-2014-1'],
      affected: [createEntry('SUSE:Linux Enterprise Server 12 SP1', 'libqt4', '4.8.6-7.1')],
    });
    expect(record).toMatchObject({
      name: 'SUSE-SU-403 Forbidden-1',
      vulnerabilities: ['CVE-2014-1'],
    });
    expect(await readRecord('osv-suse', { id: 'SUSE-RU-2024:1-1', affected: [] })).toMatchObject({
      ignored: ['bug fix'],
    });
  });
  it('have the CVE in the id and releases with v, if they are of Alpine', async () => {
    const {
      records: [record],
    } = await readRecord('osv-alpine', {
      id: 'ALPINE-CVE-2026-1',
      affected: [
        createEntry('Alpine:3.21', 'xz', '5.6.2-r1'),
        createEntry('Alpine:v3.22', 'xz', null),
      ],
    });
    expect(record).toMatchObject({
      rank: 1,
      vulnerabilities: ['CVE-2026-1'],
      url: 'https://security.alpinelinux.org/vuln/CVE-2026-1',
    });
    expect(record && summarizeRanges(record)).toEqual([
      'Alpine:v3.21 source xz 5.6.2-r1 fixed -',
      'Alpine:v3.22 source xz - open -',
    ]);
  });
  it('have no release and decide about their CVE, if they are of Wolfi or Chainguard', async () => {
    const {
      records: [record],
    } = await readRecord('osv-wolfi', {
      id: 'CGA-1-2-3',
      upstream: ['CVE-2026-1', 'GHSA-a-b-c'],
      affected: [
        createEntry('Chainguard', 'xz', '5.6.2-r1'),
        createEntry('Wolfi', 'xz', '5.6.2-r1'),
      ],
    });
    expect(record).toMatchObject({
      rank: 1,
      vulnerabilities: ['CVE-2026-1'],
      aliases: ['GHSA-a-b-c'],
    });
    expect(record && summarizeRanges(record)).toEqual([
      'Chainguard source xz 5.6.2-r1 fixed -',
      'Wolfi source xz 5.6.2-r1 fixed -',
    ]);
  });
});
