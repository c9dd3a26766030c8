import type { RejectedRecord } from '../../knowledge/records.js';
import { sanitize } from './coerce.js';

const MAX_SAMPLE_LENGTH = 200;

/**
 * Describes a record that could not be parsed, for users; all texts are sanitized and bounded.
 * @param record its id, or the best other name of it
 * @param value the invalid data
 */
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
    return ''; // the nesting exceeds the stack
  }
}
