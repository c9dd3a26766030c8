/** An object as it came out of JSON; only its own keys are ever read. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as an object; what is none is empty. */
export const asObject = (value: unknown): Json => (isObject(value) ? value : {});

/** The value as a list; what is none is empty. */
export const asArray = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [];

/** The texts of a list; those longer than `max` characters and everything else are left out. */
export const asStrings = (value: unknown, max = 200): string[] =>
  asArray(value).filter((item): item is string => typeof item === 'string' && item.length <= max);

/** A text, else ''. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

// Control characters, and those that turn the direction of writing around.
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** Remote text in one line of at most `max` characters: control characters and runs of blanks become one blank. */
export function sanitize(value: string, max: number): string {
  const line = value
    .slice(0, max * 4)
    .replace(CONTROL_CHARACTERS, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .toWellFormed();
  return line.length <= max
    ? line
    : `${line
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

const MAX_TITLE_LENGTH = 300;
// No sentence ends this early (`1.`, `ZZ Inc.`), or goes on with a small letter (`e.g. by`).
const FIRST_SENTENCE = /^.{20,}?[.!?](?=\s+[^\s\p{Ll}]|$)/su;

/** The summary, else the first sentence of the details, else the id; at most 300 characters. */
export function sanitizeTitle(summary: unknown, details: unknown, id: string): string {
  const said = sanitize(asText(summary), MAX_TITLE_LENGTH);
  if (said !== '') return said;
  const told = sanitize(asText(details), 4 * MAX_TITLE_LENGTH);
  return (
    sanitize(FIRST_SENTENCE.exec(told)?.[0] ?? told, MAX_TITLE_LENGTH) ||
    sanitize(id, MAX_TITLE_LENGTH)
  );
}

const TIMESTAMP = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/;

/** A publisher's time as `2026-08-15T12:02:44Z`, or null. One without a zone is taken for UTC, as NVD means it. */
export function parseTimestamp(value: unknown): string | null {
  const [, day, time] = TIMESTAMP.exec(asText(value)) ?? [];
  return day === undefined || time === undefined ? null : `${day}T${time}Z`;
}
