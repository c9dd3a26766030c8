import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SOURCE_PRECEDENCE, type KnowledgeRecord } from '../../../../src/knowledge/records.js';
import { range, record } from '../../../support/stored-records.js';
import { at, deb, facts, setUp, type Feeds } from '../matching.js';

const PLAIN = 'Ubuntu:18.04:LTS';
const PRO = 'Ubuntu:Pro:18.04:LTS';
const WITHOUT_PRO = [PLAIN];
const WITH_PRO = [PLAIN, PRO];

/** A record about package `a`, with its fixed version in each ecosystem; null: no fix. */
const fixes = (of: Readonly<Record<string, string | null>>, source = 'a'): Feeds => ({
  'osv-ubuntu': [
    record('UBUNTU-CVE-2024-1', {
      ranges: Object.entries(of).map(([ecosystem, fixed]) =>
        range(source, fixed, at(ecosystem, 'source', source)),
      ),
    }),
  ],
});

/** `subscription 1+esm2`: the state and the fixed version of each finding. */
const findings = (feeds: Feeds, version: string, ecosystems: readonly string[], source = 'a') =>
  facts(feeds, deb(source, version), ecosystems).map(
    (fact) => `${fact.basis.state ?? ''} ${fact.fixed_version ?? 'no fix'}`,
  );

describe('packages of a release that only Ubuntu Pro has data about', () => {
  it('are affected without Pro, and only Pro has their fix', () => {
    const feeds = fixes({ [PRO]: '1+esm2' });
    expect(findings(feeds, '1', WITHOUT_PRO)).toEqual(['subscription 1+esm2']);
    expect(findings(feeds, '1', WITH_PRO)).toEqual(['fixed 1+esm2']);
  });

  it('are not known by a notice alone, since another notice may be about the release', () => {
    const notice = record('USN-1-1', {
      rank: SOURCE_PRECEDENCE.advisory,
      ranges: [range('a', '1+esm2', at(PRO, 'source', 'a'))],
    });
    expect(findings({ 'osv-ubuntu': [notice] }, '1', WITHOUT_PRO)).toEqual([]);
    expect(findings({ 'osv-ubuntu': [notice] }, '1', WITH_PRO)).toEqual(['fixed 1+esm2']);
    expect(findings({ 'osv-ubuntu': [notice] }, '1+esm1', WITHOUT_PRO)).toEqual([
      'subscription 1+esm2',
    ]);
  });

  it('are affected without a fix where Pro has none either', () => {
    expect(findings(fixes({ [PRO]: null }), '1', WITHOUT_PRO)).toEqual(['open no fix']);
  });

  it('are decided by the data of the release where it has any', () => {
    const feeds = fixes({ [PLAIN]: '2', [PRO]: '1+esm2' });
    expect(findings(feeds, '2', WITHOUT_PRO)).toEqual([]);
    expect(findings(feeds, '1', WITHOUT_PRO)).toEqual(['fixed 2']);
    expect(findings(fixes({ [PLAIN]: null, [PRO]: '1+esm2' }), '1', WITHOUT_PRO)).toEqual([
      'open no fix',
    ]);
  });

  it.each([
    ['1+esm2', []],
    ['1+esm3', []],
    ['1+esm1', ['subscription 1+esm2']],
  ])('with a build of Pro installed are fixed by it without Pro too: %s', (version, expected) => {
    const feeds = fixes({ [PLAIN]: null, [PRO]: '1+esm2' });
    expect(findings(feeds, version, WITHOUT_PRO)).toEqual(expected);
    expect(findings(feeds, version, WITH_PRO)).toHaveLength(expected.length);
  });

  it.each([
    ['esm-infra', 'esm-infra', 'fixed'],
    ['esm-apps', 'esm-apps', 'fixed'],
    ['esm-apps', 'esm-infra', 'subscription'],
    ['esm-infra', 'esm-apps', 'subscription'],
  ] as const)(
    'get fixes only of the service that has them: %s, fixed by %s',
    (enabled, service, state) => {
      const feeds: Feeds = {
        'osv-ubuntu': [
          record('UBUNTU-CVE-2024-1', {
            ranges: [range('a', '1+esm2', { ...at(PRO, 'source', 'a'), conditions: { service } })],
          }),
        ],
      };
      const ecosystems = [...WITH_PRO, `Ubuntu:Pro:${enabled}:18.04:LTS`];
      expect(findings(feeds, '1', ecosystems)).toEqual([`${state} 1+esm2`]);
      expect(findings(feeds, '1+esm2', ecosystems)).toEqual([]);
      expect(findings(fixes({ [PRO]: '1+esm2' }), '1', ecosystems)).toEqual(['fixed 1+esm2']);
    },
  );

  it('are not those of FIPS, realtime and BlueField', () => {
    for (const ecosystem of [
      'Ubuntu:Pro:FIPS:18.04:LTS',
      'Ubuntu:Pro:FIPS-updates:18.04:LTS',
      'Ubuntu:Pro:Realtime:18.04:LTS',
      'Ubuntu:Nvidia-BlueField:18.04:LTS',
    ])
      expect(findings(fixes({ [ecosystem]: '2' }), '1', WITHOUT_PRO)).toEqual([]);
  });

  it.each([
    ['1+Fips1.1', ['subscription 1+Fips1.2']],
    ['1+Fips1.2', []],
    ['1ubuntu1', []],
  ])('of FIPS are about a certified build without the service too: %s', (version, expected) => {
    const feeds = fixes({ 'Ubuntu:Pro:FIPS-updates:18.04:LTS': '1+Fips1.2' });
    expect(findings(feeds, version, WITHOUT_PRO)).toEqual(expected);
    expect(findings(feeds, version, WITH_PRO)).toEqual(expected);
  });

  it.each([
    ['linux-realtime', 'Ubuntu:Pro:Realtime:18.04:LTS'],
    ['linux-raspi-realtime', 'Ubuntu:Pro:Realtime:18.04:LTS'],
    ['linux-bluefield', 'Ubuntu:Nvidia-BlueField:18.04:LTS'],
  ])('are in a separate ecosystem for %s', (source, ecosystem) => {
    const feeds = fixes({ [ecosystem]: '2' }, source);
    expect(findings(feeds, '1', WITHOUT_PRO, source)).toEqual(['fixed 2']);
  });

  it('are not looked up for a release without Pro', () => {
    expect(findings(fixes({ 'Ubuntu:Pro:24.10': '2' }), '1', ['Ubuntu:24.10'])).toEqual([]);
  });
});

const ROWS = readFileSync('tests/fixtures/feeds/ubuntu-pro-only.tsv', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [cve: string, release: string, name: string, fixed: string]);

describe("rows of Canonical's records that only Ubuntu Pro has", () => {
  const records = ROWS.map(([cve, release, name, fixed]): KnowledgeRecord =>
    record(`UBUNTU-${cve}`, {
      ranges: [range(name, fixed || null, at(`Ubuntu:Pro:${release}:LTS`, 'source', name))],
    }),
  );

  it('are open without Pro, all 142, and not once their fix is installed', () => {
    const { matcher } = setUp({ 'osv-ubuntu': records });
    const statesOf = (cve: string, name: string, version: string, release: string) =>
      (matcher.matchPackages([`Ubuntu:${release}:LTS`], [deb(name, version)])[0] ?? [])
        .filter(({ fact }) => fact.vulnerability_id === cve)
        .map(({ fact }) => fact.basis.state);
    const results = ROWS.map(([cve, release, name, fixed]) => [
      ...statesOf(cve, name, '0~1', release),
      ...(fixed ? statesOf(cve, name, fixed, release) : []),
    ]);
    expect(results).toHaveLength(142);
    expect(results).toEqual(ROWS.map(([, , , fixed]) => [fixed ? 'subscription' : 'open']));
  });
});
