import { describe, expect, it } from 'vitest';
import {
  nextStartText,
  scheduleText,
  type ShownSchedule,
} from '../../../src/commands/template/schedule.text.js';

const SUNDAY = Date.parse('2026-11-22T01:30:00Z') / 1000;
const DAILY: ShownSchedule = {
  type: 3,
  recurrence: 1,
  start_time: SUNDAY,
  local_time: null,
  end_time: null,
  scheduled_time: SUNDAY,
  enabled: true,
  is_expired: false,
};

describe('scheduleText', () => {
  it.each([
    [DAILY, 'UTC', 'every day at 01:30 (UTC)'],
    [DAILY, 'Europe/Berlin', 'every day at 02:30 (Europe/Berlin)'],
    [
      { ...DAILY, type: 4 },
      'America/New_York',
      'every week on Saturday at 20:30 (America/New_York)',
    ],
    [{ ...DAILY, type: 5, recurrence: 3 }, 'UTC', 'every 3 months on day 22 at 01:30 (UTC)'],
    [{ ...DAILY, enabled: false }, 'UTC', 'every day at 01:30 (UTC), disabled'],
    [{ ...DAILY, type: 2, recurrence: 6 }, 'UTC', 'every 6 hours'],
    [null, 'UTC', 'none'],
  ])('states %j in %s', (schedule, zone, text) => {
    expect(scheduleText(schedule, zone)).toBe(text);
  });

  it('states that no start is planned', () => {
    expect(nextStartText({ ...DAILY, scheduled_time: 0 })).toBe('-');
    expect(nextStartText(null)).toBe('-');
  });
});
