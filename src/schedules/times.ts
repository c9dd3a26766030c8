import { Temporal } from 'temporal-polyfill';

export type ParsedTime = { ok: true; seconds: number } | { ok: false; message: string };

/** 9999-12-31T23:59:59Z, the last second with a year of four digits. Nothing is planned after it. */
export const MAX_TIME = 253_402_300_799;

const MIN_MILLISECONDS = 1e11; // as seconds, this is the year 5138
const FORMATS = 'must be Unix seconds, or ISO 8601 with an offset or Z (2026-03-29T02:00:00+01:00)';
const ISO = /^\d{4}-\d\d-\d\d[Tt ](\d\d:\d\d)(:\d\d([.,]\d{1,9})?)?([Zz]|[+-]\d\d(:?\d\d)?)?$/;

/**
 * Parses a time in a request: Unix seconds as a number or as digits, or ISO 8601 text with an offset.
 * Returns whole Unix seconds from 1970 to 5138, below 1e11 (a fraction in ISO text is dropped), or a
 * message about the error.
 */
export function parseTime(value: unknown): ParsedTime {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string') return invalid(FORMATS);
  if (/^\d{1,20}$/.test(value)) return fromNumber(Number(value));
  return fromIso(value);
}

/** Returns the local time (HH:MM) that an ISO 8601 text with an offset writes; null: it has no such text. */
export function writtenLocalTime(value: unknown): string | null {
  const match = typeof value === 'string' && value.length <= 40 ? ISO.exec(value) : null;
  return match && parseTime(value).ok ? (match[1] ?? null) : null;
}

function fromNumber(seconds: number): ParsedTime {
  if (!Number.isInteger(seconds)) return invalid('Unix seconds must be a whole number');
  if (seconds < 0) return invalid('must not be before 1970');
  if (seconds >= MIN_MILLISECONDS)
    return invalid('later than the year 5138: must be seconds, not milliseconds');
  return { ok: true, seconds: seconds === 0 ? 0 : seconds }; // JSON has -0
}

function fromIso(text: string): ParsedTime {
  const match = text.length > 40 ? null : ISO.exec(text);
  if (!match) return invalid(FORMATS);
  if (match[4] === undefined)
    return invalid('the offset is missing: add Z or an offset such as +01:00');
  try {
    const seconds = Math.floor(Temporal.Instant.from(text).epochMilliseconds / 1000);
    if (seconds < 0) return invalid('must not be before 1970');
    // The number that is returned for this time must be accepted too.
    return seconds >= MIN_MILLISECONDS
      ? invalid('must not be after the year 5137')
      : { ok: true, seconds };
  } catch {
    return invalid('not a valid date or time of day');
  }
}

function invalid(message: string): ParsedTime {
  return { ok: false, message };
}
