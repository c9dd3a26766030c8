import { expect, it } from 'vitest';
import { knownStarts } from '../../../src/console/screens/template-form/known-starts.js';

const schedule = {
  last_start: 0,
  scheduled_time: 0,
  enabled: true,
  is_expired: false,
  type: 3,
  recurrence: 1,
  start_time: 100,
  end_time: null,
};
const typed = { type: 3, recurrence: 1, start_time: 100, end_time: null };
const next_starts = { zone: 'UTC', starts: [] };

it('has the starts that came with a template for the schedule that the form begins with', () => {
  expect(knownStarts({ schedule, next_starts }, typed)).toEqual({
    typed: JSON.stringify(typed),
    preview: next_starts,
  });
});

it.each([
  ['without a schedule', { schedule: null, next_starts: null }, null],
  ['without starts', { schedule }, typed],
  [
    'whose start the fields read as another time',
    { schedule, next_starts },
    { ...typed, start_time: 99 },
  ],
  [
    'whose end the fields read as another time',
    { schedule, next_starts },
    { ...typed, end_time: 9 },
  ],
])('has none of a template %s', (_, template, fields) => {
  expect(knownStarts(template, fields)).toBeNull();
});
