import { z } from 'zod';
import { parseTime } from './times.js';

/** A time in a request, parsed to Unix seconds: Unix seconds (number or digits) or ISO 8601 with an offset. */
export const Time = z
  .unknown()
  .transform((value, issues): number => {
    const parsed = parseTime(value);
    if (parsed.ok) return parsed.seconds;
    issues.addIssue({ code: 'custom', message: parsed.message });
    return z.NEVER;
  })
  .meta({
    override: {
      anyOf: [
        { type: 'integer', minimum: 0 },
        { type: 'string', description: 'Unix seconds as digits, or ISO 8601 with an offset or Z' },
      ],
    },
    examples: [1_790_000_000, '2026-09-21T14:13:20Z'],
  });
