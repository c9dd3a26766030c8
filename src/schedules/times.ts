import { Temporal } from 'temporal-polyfill';

export type ParsedTime = { ok: true; seconds: number } | { ok: false; message: string };

/** 9999-12-31T23:59:59Z, the last second that four digits of a year can name. Nothing is planned after it. */
export const MAX_TIME = 253_402_300_799;

const MILLISECONDS_FROM = 1e11; // as seconds this is the year 5138
const SHAPE = 'give Unix seconds, or ISO 8601 with an offset or Z (2026-03-29T02:00:00+01:00)';
const ISO = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?([Zz]|[+-]\d\d(:?\d\d)?)?$/;

/**
 * Reads a point in time from a request: Unix seconds as a number or as digits, or ISO 8601 text with an offset.
 * Gives whole Unix seconds from 1970 to 5138, below 1e11 (a fraction in ISO text is cut off), or a
 * sentence saying what is wrong.
 */
export function parseTime(value: unknown): ParsedTime {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string') return bad(SHAPE);
  if (/^\d{1,20}$/.test(value)) return fromNumber(Number(value));
  return fromIso(value);
}

/** `2026-11-21T19:00:00Z` of Unix seconds, for sentences. */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

function fromNumber(seconds: number): ParsedTime {
  if (!Number.isInteger(seconds)) return bad('Unix seconds are a whole number');
  if (seconds < 0) return bad('times before 1970 are not accepted');
  if (seconds >= MILLISECONDS_FROM)
    return bad('milliseconds? This is later than the year 5138; give Unix seconds');
  return { ok: true, seconds: seconds === 0 ? 0 : seconds }; // JSON knows -0
}

function fromIso(text: string): ParsedTime {
  const match = text.length > 40 ? null : ISO.exec(text);
  if (!match) return bad(SHAPE);
  if (match[3] === undefined)
    return bad('the offset is missing: end the time with Z or an offset such as +01:00');
  try {
    const seconds = Math.floor(Temporal.Instant.from(text).epochMilliseconds / 1000);
    if (seconds < 0) return bad('times before 1970 are not accepted');
    // What is accepted must also be accepted as the number it is shown as.
    return seconds >= MILLISECONDS_FROM
      ? bad('times after the year 5137 are not accepted')
      : { ok: true, seconds };
  } catch {
    return bad('there is no such date or time of day');
  }
}

function bad(message: string): ParsedTime {
  return { ok: false, message };
}
