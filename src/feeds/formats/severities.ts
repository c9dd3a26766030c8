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

/** A publisher's word in ours (Red Hat's important is high, its moderate medium); null: no such word, or not judged yet. Debian's old marks (`high**`) don't count. */
export const publisherSeverity = (word: string): Severity | null =>
  SEVERITY_WORDS.get(word.toLowerCase().replace(/[*:]+$/, '')) ?? null;

/** The worst of several; null where there is none. */
export const maxSeverity = (severities: readonly Severity[]): Severity | null =>
  SEVERITIES.find((severity) => severities.includes(severity)) ?? null;
