import { readFileSync } from 'node:fs';
import type { FindReleaseEnd } from './system-support.js';

// The same relative path from src/vulnerabilities/support and from dist/vulnerabilities/support.
const TABLE = new URL('../../../resources/end-of-life.tsv', import.meta.url);

const text = readFileSync(TABLE, 'utf8');
const ends = new Map(
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [product = '', cycle = '', end = '', extended = ''] = line.split('\t');
      return [`${product} ${cycle}`, { end, extended }];
    }),
);

/** The date of the built-in table, as YYYY-MM-DD. */
export const BUILT_IN_DATE = /^# Source: .* (\d{4}-\d\d-\d\d)$/m.exec(text)?.[1] ?? '';

/** Returns the end of a release by the table of resources/end-of-life.tsv. */
export const builtInEnd: FindReleaseEnd = (product, cycle) => ends.get(`${product} ${cycle}`);
