import { SEVERITIES, type Severity } from '../../knowledge/records.js';

const SEVERITY_WORDS: ReadonlyMap<string, Severity> = new Map([
  ['critical', 'critical'],
  ['important', 'high'],
  ['high', 'high'],
  ['moderate', 'medium'],
  ['medium', 'medium'],
  ['low', 'low'],
  ['negligible', 'low'],
  ['unimportant', 'low'],
  ['none', 'none'],
]);

/** UTF-16 units; longer words are no ratings. Unbounded, the pattern below takes quadratic time. */
const MAX_WORD_LENGTH = 40;

/**
 * Normalizes a publisher's severity (Red Hat's important is high, its moderate medium); null: unknown, or not rated
 * yet. Debian's old marks (`high**`) are ignored.
 */
export const publisherSeverity = (word: string): Severity | null =>
  word.length > MAX_WORD_LENGTH
    ? null
    : (SEVERITY_WORDS.get(word.toLowerCase().replace(/[*:]+$/, '')) ?? null);

/** Returns the highest severity; null for an empty list. */
export const maxSeverity = (severities: readonly Severity[]): Severity | null =>
  SEVERITIES.find((severity) => severities.includes(severity)) ?? null;
