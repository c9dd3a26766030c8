import { expect, it } from 'vitest';
import { z } from 'zod';
import { plainMessage } from '../../src/http/plain-message.js';

it.each<[z.ZodType, unknown, string]>([
  [z.array(z.string()), {}, 'must be an array, not an object'],
  [z.strictObject({}), [], 'must be an object, not an array'],
  [z.record(z.string(), z.string()), 'x', 'must be an object, not a string'],
  [z.string(), 5, 'must be a string, not a number'],
  [z.string(), null, 'must be a string, not null'],
  [z.string(), true, 'must be a string, not a boolean'],
  [z.boolean(), 1, 'must be true or false, not a number'],
  [z.number(), NaN, 'must be a number'],
  [z.number().int(), 1.5, 'must be an integer'],
  [z.enum(['true', 'false']), 'maybe', 'must be one of true, false'],
  [z.literal('x'), 'y', 'must be x'],
  [z.number().min(1), 0, 'must be at least 1'],
  [z.number().gt(1), 1, 'must be more than 1'],
  [z.number().max(9), 10, 'must be at most 9'],
  [z.string().min(1), '', 'must have at least 1 character'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 items'],
  [z.string('is a name'), 5, 'is a name'],
  [z.number().min(1, 'must be positive'), 0, 'must be positive'],
  [z.uuid(), 'x', 'Invalid UUID'],
])('%# describes what is wrong: %s, %j', (schema, value, message) => {
  const issues = schema.safeParse(value).error?.issues ?? [];
  expect(issues.map(plainMessage)).toEqual([message]);
});
