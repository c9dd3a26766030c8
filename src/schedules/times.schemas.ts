import { z } from 'zod';
import { parseTime, writtenLocalTime } from './times.js';

const FORM = {
  override: {
    anyOf: [
      { type: 'integer' as const, minimum: 0 },
      {
        type: 'string' as const,
        description: 'Unix seconds as digits, or ISO 8601 with an offset or Z',
      },
    ],
  },
  examples: [1_790_000_000, '2026-09-21T14:13:20Z'],
};

/** A time in a request, parsed to Unix seconds: Unix seconds (number or digits) or ISO 8601 with an offset. */
export const Time = z.unknown().transform(toSeconds).meta(FORM);

/**
 * A time as `Time`, parsed to Unix seconds, with the local time (HH:MM) that the text writes: a clock change
 * may skip it. Null: the time is a number.
 */
export const StartTime = z
  .unknown()
  .transform((value, issues) => ({
    seconds: toSeconds(value, issues),
    localTime: writtenLocalTime(value),
  }))
  .meta(FORM);

function toSeconds(value: unknown, issues: z.core.$RefinementCtx): number {
  const parsed = parseTime(value);
  if (parsed.ok) return parsed.seconds;
  issues.addIssue({ code: 'custom', message: parsed.message });
  return z.NEVER;
}
