import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideStart, maxDelay } from '../../src/schedules/catch-up.js';
import type { ScheduleRule } from '../../src/schedules/recurrence.js';
import type { ScheduleType } from '../../src/schedules/units.js';

const START = 1_790_000_000;
const every = (
  type: ScheduleType,
  recurrence: number,
  endTime: number | null = null,
): ScheduleRule => ({ type, recurrence, startTime: START, endTime });
const hourly = every(2, 1);
const due = START + 3600;

describe('decideStart', () => {
  it('waits for a start that is still to come', () => {
    expect(decideStart(hourly, due, due - 1, 'UTC')).toEqual({ action: 'wait' });
  });

  it.each([0, 1, 5])('%d s after the due time is in time', (late) => {
    expect(decideStart(hourly, due, due + late, 'UTC')).toEqual({
      action: 'start',
      dueAt: due,
      coalesced: 0,
      next: due + 3600,
      history: [{ dueAt: due, result: 'started', code: null, reason: null }],
    });
  });

  it('makes up for one missed start, and says so', () => {
    expect(decideStart(hourly, due, due + 300, 'UTC')).toEqual({
      action: 'start',
      dueAt: due,
      coalesced: 0,
      next: due + 3600,
      history: [
        {
          dueAt: due,
          result: 'started',
          code: 'late',
          reason:
            'Started 5 minutes late: the service was not running then, or the clock was set forward.',
        },
      ],
    });
  });

  it('starts once for many missed ones, with one record for all the older', () => {
    expect(decideStart(hourly, due, due + 10 * 3600 + 60, 'UTC')).toEqual({
      action: 'start',
      dueAt: due + 36_000,
      coalesced: 10,
      next: due + 39_600,
      history: [
        {
          dueAt: due,
          result: 'coalesced',
          code: 'missed',
          reason: expect.stringMatching(
            /^10 starts from this one on were missed: .* The start due at 2026-09-2\dT.*Z stands for them\.$/,
          ) as string,
        },
        {
          dueAt: due + 36_000,
          result: 'started',
          code: 'late',
          reason: expect.stringMatching(/^Started 1 minute late/) as string,
        },
      ],
    });
  });

  it('counts a start that is due this very second', () => {
    expect(decideStart(hourly, due, due + 3600, 'UTC')).toMatchObject({
      action: 'start',
      dueAt: due + 3600,
      coalesced: 1,
      next: due + 7200,
      history: [
        {
          dueAt: due,
          result: 'coalesced',
          reason: expect.stringMatching(/^This start was missed: .* stands for it\.$/) as string,
        },
        { dueAt: due + 3600, result: 'started', code: null },
      ],
    });
  });

  it('skips when the newest missed one is too late', () => {
    expect(decideStart(hourly, due, due + 2 * 3600 + 1801, 'UTC')).toEqual({
      action: 'skip',
      dueAt: due + 7200,
      next: due + 10_800,
      history: [
        {
          dueAt: due,
          result: 'skipped',
          code: 'missed',
          reason:
            '2 starts from this one on were missed: the service was not running, or the clock was set forward.',
        },
        {
          dueAt: due + 7200,
          result: 'skipped',
          code: 'too_late',
          reason:
            'Missed by 30 minutes; a start of this schedule is made up for within 30 minutes only.',
        },
      ],
    });
  });

  it.each<[string, ScheduleRule, number]>([
    ['a minute', every(1, 1), 30],
    ['ten minutes', every(1, 10), 300],
    ['an hour', hourly, 1800],
    ['two hours', every(2, 2), 3600],
    ['a day', every(3, 1), 3600],
    ['a month', every(5, 1), 3600],
  ])(
    'a start of a schedule of %s is made up for until the limit, and not a second longer',
    (_name, rule, limit) => {
      expect(maxDelay(rule)).toBe(limit);
      expect(decideStart(rule, START, START + limit, 'UTC')).toMatchObject({
        action: 'start',
        dueAt: START,
      });
      expect(decideStart(rule, START, START + limit + 1, 'UTC')).toMatchObject({
        action: 'skip',
        dueAt: START,
      });
    },
  );

  it.each([
    ['overlap', /still working/],
    ['no_hosts', /no hosts/],
  ] as const)('an obstacle (%s) skips the start that is due', (obstacle, reason) => {
    expect(decideStart(hourly, due, due + 1, 'UTC', obstacle)).toEqual({
      action: 'skip',
      dueAt: due,
      next: due + 3600,
      history: [
        {
          dueAt: due,
          result: 'skipped',
          code: obstacle,
          reason: expect.stringMatching(reason) as string,
        },
      ],
    });
  });

  it('calls a start too late rather than in the way, when it is both', () => {
    expect(decideStart(hourly, due, due + 1801, 'UTC', 'overlap')).toMatchObject({
      action: 'skip',
      history: [{ code: 'too_late' }],
    });
  });

  it('nothing is next after the last start, which may be made up for after endTime', () => {
    expect(decideStart(every(2, 1, due), due, due + 60, 'UTC')).toMatchObject({
      action: 'start',
      dueAt: due,
      next: null,
    });
    expect(decideStart(every(2, 1, due + 3600), due, due + 9 * 3600, 'UTC')).toMatchObject({
      action: 'skip',
      dueAt: due + 3600,
      next: null,
    });
  });

  it('keeps a planned start that the rule no longer knows (the time zone was changed)', () => {
    expect(
      decideStart(every(3, 1), START + 86_400 - 7200, START + 86_400 - 7199, 'UTC'),
    ).toMatchObject({ action: 'start', dueAt: START + 86_400 - 7200, next: START + 86_400 });
  });

  it('knows years of minutes as two records', () => {
    const now = START + 20 * 365 * 86_400;
    const decision = decideStart(every(1, 1), START, now, 'Europe/Berlin');
    expect(decision).toMatchObject({
      action: 'start',
      dueAt: now,
      coalesced: 10_512_000,
      next: now + 60,
    });
    expect(decision.action === 'start' && decision.history).toHaveLength(2);
  });

  it('never starts twice for one due time, and leads every due time to a decision', () => {
    const steps = fc.array(
      fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 200_000 })),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(
        fc.constantFrom<ScheduleType>(1, 2, 3, 4, 5),
        fc.integer({ min: 1, max: 5 }),
        steps,
        (type, recurrence, jumps) => {
          const rule = every(type, recurrence);
          const started: number[] = [];
          let [planned, now] = [START, START - 10];
          for (const jump of jumps) {
            now += jump;
            const decision = decideStart(rule, planned, now, 'Europe/Berlin');
            if (decision.action === 'wait') continue;
            if (decision.action === 'start') started.push(decision.dueAt);
            expect(decision.dueAt).toBeGreaterThanOrEqual(planned);
            expect(decision.dueAt).toBeLessThanOrEqual(now);
            planned = decision.next ?? Number.NaN;
            expect(planned).toBeGreaterThan(now);
          }
          expect(started).toEqual([...new Set(started)].sort((a, b) => a - b));
        },
      ),
    );
  });
});
