import type { RejectedRecord } from '../../knowledge/records.js';
import { sanitize } from './coerce.js';

const MAX_SAMPLE_LENGTH = 200;

/** What was not understood, for people: `record` is its id or whatever names it best, `value` what was read. All of it bounded and clean. */
export const createRejection = (
  record: string,
  reason: string,
  value: unknown,
): RejectedRecord => ({
  record: sanitize(record, 128),
  reason: sanitize(reason, MAX_SAMPLE_LENGTH),
  sample: toSample(value),
});

function toSample(value: unknown): string {
  if (typeof value === 'string')
    return sanitize(value.slice(0, MAX_SAMPLE_LENGTH * 4), MAX_SAMPLE_LENGTH);
  try {
    return sanitize(JSON.stringify(value) ?? '', MAX_SAMPLE_LENGTH);
  } catch {
    // Nested deeper than the stack is.
    return '';
  }
}
