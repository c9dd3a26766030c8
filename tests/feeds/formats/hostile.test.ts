import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../../src/feeds/formats/format.js';
import { FEED_FORMATS } from '../../../src/feeds/formats/formats.js';
import type { FeedName } from '../../../src/knowledge/records.js';
import { feedSample, readFeed } from '../../support/feed-items.js';

const SAMPLES: Record<FeedName, string> = {
  'osv-debian': 'osv-debian/DEBIAN-CVE-2025-27587.json',
  'osv-ubuntu': 'osv-ubuntu/USN-6718-1.json',
  'osv-alpine': 'osv-alpine/CVE-2024-10524.json',
  'osv-almalinux': 'osv-almalinux/ALSA-2023-6267.json',
  'osv-rocky': 'osv-rocky/RLSA-2025-3261.json',
  'osv-redhat': 'osv-redhat/RHEA-2024-1870.json',
  'osv-suse': 'osv-opensuse/openSUSE-SU-2016-1623-1.json',
  'osv-opensuse': 'osv-opensuse/openSUSE-SU-2016-1623-1.json',
  'osv-wolfi': 'alpine-secdb/v3.2-main.json',
  'osv-chainguard': 'alpine-secdb/v3.2-main.json',
  'debian-tracker': 'debian-tracker/tracker-sample.json',
  'alpine-secdb': 'alpine-secdb/v3.2-main.json',
  nvd: 'nvd/records.json',
  kev: 'kev/known_exploited_vulnerabilities.json',
  epss: 'epss/epss_scores.csv',
  eol: 'eol/products.json',
};
const feeds = Object.keys(SAMPLES) as FeedName[];

/** A value to replace any other value with. */
const unexpected = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    '',
    '0',
    '*',
    '-',
    ' ',
    '\u0000',
    '1e999',
    '../..',
    'CVE-2026-1',
    '__proto__',
    'constructor',
    'x'.repeat(5000),
  ),
  fc.constant([]),
  fc.constant({}),
  fc.constant(null),
  fc.double(),
);

function replaced(value: unknown, at: { left: number }, by: unknown): unknown {
  if (at.left-- === 0) return by;
  if (Array.isArray(value)) return value.map((element) => replaced(element, at, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, element]) => [key, replaced(element, at, by)]),
  );
}

async function expectItemsOrFormatError(feed: FeedName, text: string): Promise<void> {
  try {
    const { items } = await readFeed(FEED_FORMATS[feed], text, 'v3.2/main.json', 'v3.2-main');
    for (const item of items) {
      if (!('record' in item)) continue;
      const { name, title, ranges } = item.record;
      expect(name.length <= 128 && title.length <= 300 && !/\p{Cc}/u.test(title + name)).toBe(true);
      for (const range of ranges)
        expect(
          range.affectedPackage.name.length <= 1000 &&
            (range.fixed ?? '').length <= 256 &&
            range.affectedPackage.ecosystem !== '',
        ).toBe(true);
    }
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
  }
}

describe.each(feeds)('hostile input for %s', (feed) => {
  const sample = feedSample(SAMPLES[feed]);

  it('is parsed or refused when any value is replaced', async () => {
    if (feed === 'epss') return;
    const parsed = JSON.parse(sample) as unknown;
    await fc.assert(
      fc.asyncProperty(fc.nat(150), unexpected, (left, by) =>
        expectItemsOrFormatError(feed, JSON.stringify(replaced(parsed, { left }, by))),
      ),
      { numRuns: 60 },
    );
  });

  it('is parsed or refused when it is truncated or garbled', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(sample.length), fc.string(), (at, noise) =>
        expectItemsOrFormatError(feed, sample.slice(0, at) + noise),
      ),
      { numRuns: 60 },
    );
  });

  it('is parsed or refused when it is random', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), (text) =>
        expectItemsOrFormatError(feed, text),
      ),
      { numRuns: 60 },
    );
  });
});
