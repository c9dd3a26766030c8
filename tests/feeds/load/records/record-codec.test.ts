import { describe, expect, it } from 'vitest';
import { encodeRecord } from '../../../../src/feeds/load/records/record-codec.js';
import {
  SOURCE_PRECEDENCE,
  type KnowledgeRecord,
  type RecordRange,
} from '../../../../src/knowledge/records.js';

const SHARED = {
  order: 'rpm',
  introduced: null,
  fixed: '1-2.el9',
  lastAffected: null,
  state: 'fixed',
  module: null,
} as const;
const range = (name: string, changes: Partial<RecordRange> = {}): RecordRange => ({
  affectedPackage: { ecosystem: 'AlmaLinux:9', kind: 'binary', name },
  ...SHARED,
  ...changes,
});
const record = (ranges: RecordRange[]): KnowledgeRecord => ({
  name: 'ALSA-2026:1',
  rank: SOURCE_PRECEDENCE.advisory,
  vulnerabilities: ['CVE-2026-1'],
  aliases: [],
  title: 'Important: curl',
  severity: 'high',
  cvssVector: null,
  cvssScore: null,
  url: null,
  ranges,
});
const decodeRanges = (encoded: ReturnType<typeof encodeRecord>): RecordRange[] =>
  encoded.ranges.flatMap(({ scope, kind, names, ...rest }) =>
    names.map((name) => ({ affectedPackage: { ecosystem: scope, kind, name }, ...rest })),
  );

describe('an encoded record', () => {
  it('writes the shared values of consecutive ranges once and keeps all ranges in their order', () => {
    const ranges = [
      range('curl'),
      range('libcurl'),
      range('libcurl-devel'),
      range('nginx', { fixed: '3-1.el9' }),
      range('curl-minimal'),
    ];
    expect(encodeRecord(record(ranges)).ranges.map(({ names }) => names)).toEqual([
      ['curl', 'libcurl', 'libcurl-devel'],
      ['nginx'],
      ['curl-minimal'],
    ]);
    expect(decodeRanges(encodeRecord(record(ranges)))).toEqual(ranges);
    expect(encodeRecord(record(ranges))).toMatchObject({
      ...record([]),
      ranges: expect.any(Array) as unknown,
    });
  });

  it('can have no ranges', () => {
    expect(encodeRecord(record([]))).toEqual(record([]));
  });

  const differences = {
    affectedPackage: { ecosystem: 'AlmaLinux:8', kind: 'binary', name: 'b' },
    order: 'dpkg',
    introduced: '1',
    introducedExcluded: true,
    fixed: '2',
    lastAffected: '3',
    endsBefore: '4',
    unclear: 'below',
    state: 'open',
    hidden: true,
    severity: 'low',
    module: 'nodejs:18',
    conditions: { platform: ['cpe:2.3:o:*'] },
  } satisfies Required<RecordRange>;
  it.each([
    ...Object.entries(differences),
    ['affectedPackage', { ecosystem: 'AlmaLinux:9', kind: 'source', name: 'b' }],
  ])('keeps ranges apart that differ in %s', (property, value) => {
    const ranges = [range('a'), range('b', { [property]: value }), range('c')];
    expect(encodeRecord(record(ranges)).ranges).toHaveLength(3);
    expect(decodeRanges(encodeRecord(record(ranges)))).toEqual(ranges);
  });
});
