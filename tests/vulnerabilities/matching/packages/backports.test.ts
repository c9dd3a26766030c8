import { describe, expect, it } from 'vitest';
import { range, record } from '../../../support/stored-records.js';
import { at, deb, facts, type Feeds } from '../matching.js';

/** The fixed version in each release; null: no fix. */
const feeds = (fixes: Readonly<Record<string, string | null>>): Feeds => ({
  'osv-debian': [
    record('DEBIAN-CVE-2031-1', {
      ranges: Object.entries(fixes).map(([release, fixed]) =>
        range('go', fixed, at(`Debian:${release}`, 'source', 'go')),
      ),
    }),
  ],
});
const findings = (data: Feeds, version: string, host = '11') =>
  facts(data, deb('go', version), [`Debian:${host}`]).map(
    (fact) => `${fact.confidence} ${fact.fixed_version ?? 'no fix'}`,
  );

describe('a package of backports', () => {
  it('is fixed if its version is the fixed one of the release after the next', () => {
    const data = feeds({ 11: null, 12: null, 13: '1.22.5-1' });
    expect(findings(data, '1.22.5-1~bpo11+1')).toEqual([]);
    expect(findings(data, '1.22.5-1~bpo11+2')).toEqual([]);
  });

  it('is fixed if both later releases are at its version', () => {
    expect(findings(feeds({ 12: '1.21-1', 13: '1.22-1' }), '1.22-1~bpo11+1')).toEqual([]);
  });

  it('is possibly affected if one of the two releases is', () => {
    expect(findings(feeds({ 12: null, 13: '1.22.5-1' }), '1.22.5-3~bpo11+1')).toEqual([
      'possible no fix',
    ]);
    expect(findings(feeds({ 12: '1.21-1', 13: '1.23-1' }), '1.22-1~bpo11+1')).toEqual([
      'possible 1.23-1',
    ]);
  });

  it('is affected if both are', () => {
    expect(findings(feeds({ 12: null, 13: '1.22.5-1' }), '1.22.4-1~bpo11+1')).toEqual([
      'confirmed no fix',
    ]);
  });

  it('is of the release that its security update names', () => {
    const data = feeds({ 12: '1.19-1+deb12u2', 13: '1.22-1' });
    expect(findings(data, '1.19-1+deb12u2~bpo11+1')).toEqual([]);
    expect(findings(data, '1.19-1+deb12u1~bpo11+1')).toEqual(['confirmed 1.19-1+deb12u2']);
  });

  it('is of the only release whose data know the package', () => {
    expect(findings(feeds({ 13: '1.22-1' }), '1.21-1~bpo11+1')).toEqual(['confirmed 1.22-1']);
    expect(findings(feeds({ 11: null }), '1.21-1~bpo11+1')).toEqual([]);
  });

  it('of Debian 12 is of Debian 13 or 14', () => {
    expect(findings(feeds({ 13: null, 14: '2-1' }), '2-1~bpo12+1', '12')).toEqual([]);
    expect(findings(feeds({ 13: '1-2', 14: '2-1' }), '1-2~bpo12+1', '12')).toEqual([]);
  });
});
