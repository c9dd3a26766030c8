import { describe, expect, it } from 'vitest';
import { identifyContent } from '../../../src/feeds/formats/identify.js';
import type { FeedName } from '../../../src/knowledge/records.js';
import { feedSample } from '../../support/feed-items.js';

const OWN_SAMPLES: Partial<Record<FeedName, string>> = {
  'osv-debian': 'osv-debian/DEBIAN-CVE-2025-27587.json',
  'osv-ubuntu': 'osv-ubuntu/USN-6718-1.json',
  'osv-alpine': 'osv-alpine/CVE-2024-10524.json',
  'osv-almalinux': 'osv-almalinux/ALSA-2023-6267.json',
  'osv-rocky': 'osv-rocky/RLSA-2025-3261.json',
  'osv-redhat': 'osv-redhat/RHEA-2024-1870.json',
  'debian-tracker': 'debian-tracker/tracker-sample.json',
  'alpine-secdb': 'alpine-secdb/v3.2-main.json',
  nvd: 'nvd/records.json',
  kev: 'kev/known_exploited_vulnerabilities.json',
  epss: 'epss/epss_scores.csv',
};

describe('the content of a file', () => {
  it.each(Object.entries(OWN_SAMPLES))('of the feed %s is identified', (feed, sample) => {
    expect(identifyContent(feedSample(sample), feed as FeedName).feed).toBe(feed);
  });

  it.each([
    ['', 'an empty file'],
    ['  \n', 'an empty file'],
    ['<!DOCTYPE html><title>Not found</title>', 'an HTML page ("Not found")'],
    ['\n<html><body>x', 'an HTML page'],
    ['<?xml version="1.0"?>\n<html>', 'an HTML page'],
    ['<?xml version="1.0"?><feed/>', 'an XML document'],
    ['%PDF-1.7', 'a PDF document'],
    ['\u0000\u0001abc', 'binary data'],
    ['{"CVE_data_type":"CVE"}', 'NVD JSON 1.1, which NVD ended in 2023'],
    ['{"message":"rate limited"}', 'JSON that starts with the key "message"'],
    ['[1]', 'other JSON'],
    ['{"affected":[{"package":{"ecosystem":"PyPI"}}]}', 'OSV records of "PyPI"'],
    ['host,port\n1,2', 'text that starts with "host,port"'],
    ['{"status":"OK","data":[{"cve":"CVE-1","epss":"0.1"}]}', 'EPSS scores as JSON'],
  ])('%j is described as %j', (text, expected) => {
    expect(identifyContent(text)).toEqual({ feed: null, text: expected });
  });

  it('is shown without control characters, and bounded', () => {
    const { text } = identifyContent(`<html><title>${'\u001b[31m'.repeat(50)}</title>`);
    expect(text).toMatch(/^\P{C}{10,120}$/u);
  });
});
