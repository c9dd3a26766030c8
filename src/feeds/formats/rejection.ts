import type { RejectedRecord } from '../../knowledge/records.js';
import { clean } from './coerce.js';

const SAMPLE = 200;

/** What was not understood, for people: `record` is its id or whatever names it best, `value` what was read. All of it bounded and clean. */
export const rejection = (record: string, reason: string, value: unknown): RejectedRecord => ({
  record: clean(record, 128),
  reason: clean(reason, SAMPLE),
  sample: sampleOf(value),
});

function sampleOf(value: unknown): string {
  if (typeof value === 'string') return clean(value.slice(0, SAMPLE * 4), SAMPLE);
  try {
    return clean(JSON.stringify(value) ?? '', SAMPLE);
  } catch {
    // Nested deeper than the stack is.
    return '';
  }
}
