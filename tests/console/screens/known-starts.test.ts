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
  local_time: null,
  end_time: null,
};
const typed = { type: 3, recurrence: 1, start_time: 100, end_time: null };
const preview = { zone: 'UTC', starts: [] };

it('has the starts that were loaded with a template for the schedule that the form begins with', () => {
  expect(knownStarts({ schedule, next_starts: preview }, typed)).toEqual({
    typed: JSON.stringify(typed),
    preview,
  });
});

it.each([
  ['without a schedule', { schedule: null, next_starts: null }, null],
  ['without starts', { schedule }, typed],
  [
    'whose start the fields read as another time',
    { schedule, next_starts: preview },
    { ...typed, start_time: 99 },
  ],
  [
    'whose end the fields read as another time',
    { schedule, next_starts: preview },
    { ...typed, end_time: 9 },
  ],
])('has none of a template %s', (_, template, fields) => {
  expect(knownStarts(template, fields)).toBeNull();
});
