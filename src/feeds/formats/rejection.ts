import type { RejectedRecord } from '../../knowledge/records.js';
import { sanitize } from './coerce.js';

const SAMPLE = 200;

/** What was not understood, for people: `record` is its id or whatever names it best, `value` what was read. All of it bounded and clean. */
export const rejection = (record: string, reason: string, value: unknown): RejectedRecord => ({
  record: sanitize(record, 128),
  reason: sanitize(reason, SAMPLE),
  sample: sampleOf(value),
});

function sampleOf(value: unknown): string {
  if (typeof value === 'string') return sanitize(value.slice(0, SAMPLE * 4), SAMPLE);
  try {
    return sanitize(JSON.stringify(value) ?? '', SAMPLE);
  } catch {
    // Nested deeper than the stack is.
    return '';
  }
}
