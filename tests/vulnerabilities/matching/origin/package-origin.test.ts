import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { otherPublisher } from '../../../../src/vulnerabilities/matching/origin/package-origin.js';

interface Row {
  ecosystem: string;
  name: string;
  version: string;
  publisher: string | null;
  vendor: string | null;
}

function readRows(file: string): Row[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [ecosystem = '', name = '', version = '', publisher, vendor] = line.split('\t');
      return {
        ecosystem,
        name,
        version,
        publisher: publisher || null,
        vendor: vendor ?? null,
      };
    });
}

const FORMATS: Readonly<Record<string, string>> = { Debian: 'dpkg', Ubuntu: 'dpkg', Alpine: 'apk' };
const formatOf = (ecosystem: string): string => FORMATS[ecosystem.split(':')[0] ?? ''] ?? 'rpm';

const publisherOf = ({ ecosystem, name, version, vendor }: Row): string | null =>
  otherPublisher(ecosystem, { format: formatOf(ecosystem), name, version, vendor });

describe('a package', () => {
  it('of another publisher is recognized', () => {
    const rows = readRows('third-party.tsv');

    expect(rows.length).toBeGreaterThan(200);
    expect(rows.filter((row) => publisherOf(row) !== row.publisher).map(withResult)).toEqual([]);
  });

  it('of the distribution is never one of another publisher', () => {
    const rows = readRows('own-packages.tsv');

    expect(rows.length).toBeGreaterThan(600);
    expect(rows.filter((row) => publisherOf(row) !== null).map(withResult)).toEqual([]);
  });

  it('is recognized by the version of its source, if its own has no mark', () => {
    const pkg = { format: 'dpkg', name: 'linux-image-rpi-v8', version: '6.6' };

    expect(otherPublisher('Debian:12', { ...pkg, source_version: '1:6.6.31-1+rpt1' })).toBe(
      'Raspberry Pi',
    );
  });

  it('of a format without marks is of the distribution', () => {
    const pkg = { format: 'apk', name: 'nginx', version: '1.26.0-r1' };

    expect(otherPublisher('Alpine:v3.20', pkg)).toBeNull();
  });
});

const withResult = (row: Row): string =>
  `${row.ecosystem} ${row.name} ${row.version}: ${publisherOf(row)}, expected ${row.publisher}`;
