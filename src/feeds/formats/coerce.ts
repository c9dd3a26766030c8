/** A JSON object; only its own keys are read. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an object; other values become an empty one. */
export const asObject = (value: unknown): Json => (isObject(value) ? value : {});

/** Returns an array; other values become an empty one. */
export const asArray = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [];

/** Returns the strings of an array that have at most `maxLength` characters. */
export const asStrings = (value: unknown, maxLength = 200): string[] =>
  asArray(value).filter(
    (item): item is string => typeof item === 'string' && item.length <= maxLength,
  );

/** Returns a string; other values become ''. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

// Control characters, and those that change the direction of text.
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Returns remote text as one line of at most `maxLength` characters: control characters and runs of spaces become one
 * space.
 */
export function sanitize(value: string, maxLength: number): string {
  const line = value
    .slice(0, maxLength * 4)
    .replace(CONTROL_CHARACTERS, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .toWellFormed();
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1).toWellFormed();
  return `${cut.trimEnd()}…`;
}

const MAX_TITLE_LENGTH = 300;
// A sentence does not end this early (`1.`, `ZZ Inc.`), or before a lower-case letter (`e.g. by`).
const FIRST_SENTENCE = /^.{20,}?[.!?](?=\s+[^\s\p{Ll}]|$)/su;

/** Returns the summary, otherwise the first sentence of the details, otherwise the id; at most 300 characters. */
export function sanitizeTitle(summary: unknown, details: unknown, id: string): string {
  const title = sanitize(asText(summary), MAX_TITLE_LENGTH);
  if (title !== '') return title;
  const text = sanitize(asText(details), 4 * MAX_TITLE_LENGTH);
  const sentence = sanitize(FIRST_SENTENCE.exec(text)?.[0] ?? text, MAX_TITLE_LENGTH);
  return sentence || sanitize(id, MAX_TITLE_LENGTH);
}

const TIMESTAMP = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/;

/**
 * Returns a publisher's timestamp as `2026-08-15T12:02:44Z`, or null. Without a time zone it is UTC, as in NVD's
 * data.
 */
export function parseTimestamp(value: unknown): string | null {
  const [, day, time] = TIMESTAMP.exec(asText(value)) ?? [];
  return day === undefined || time === undefined ? null : `${day}T${time}Z`;
}
