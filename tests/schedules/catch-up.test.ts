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
  it('waits for a start in the future', () => {
    expect(decideStart(hourly, due, due - 1, 'UTC')).toEqual({ action: 'wait' });
  });

  it.each([0, 1, 5])('starts in time %d s after the due time', (late) => {
    expect(decideStart(hourly, due, due + late, 'UTC')).toEqual({
      action: 'start',
      dueAt: due,
      coalesced: 0,
      next: due + 3600,
      history: [{ dueAt: due, result: 'started', code: null, reason: null }],
    });
  });

  it('catches up one missed start and records that it was late', () => {
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
          reason: expect.stringMatching(/^Started 5 minutes late: /) as string,
        },
      ],
    });
  });

  it('starts once for many missed starts, with one record for all older ones', () => {
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
            /^10 starts .* were missed: .* The start due at 2026-09-2\dT.*Z replaces them\.$/,
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

  it('counts a start that is due in this second', () => {
    expect(decideStart(hourly, due, due + 3600, 'UTC')).toMatchObject({
      action: 'start',
      dueAt: due + 3600,
      coalesced: 1,
      next: due + 7200,
      history: [
        {
          dueAt: due,
          result: 'coalesced',
          reason: expect.stringMatching(/^This start was missed: .* replaces it\.$/) as string,
        },
        { dueAt: due + 3600, result: 'started', code: null },
      ],
    });
  });

  it('skips when the newest missed start is too old', () => {
    expect(decideStart(hourly, due, due + 2 * 3600 + 1801, 'UTC')).toEqual({
      action: 'skip',
      dueAt: due + 7200,
      next: due + 10_800,
      history: [
        {
          dueAt: due,
          result: 'skipped',
          code: 'missed',
          reason: expect.stringMatching(/^2 starts .* were missed: /) as string,
        },
        {
          dueAt: due + 7200,
          result: 'skipped',
          code: 'too_late',
          reason: 'Missed by 30 minutes; missed starts are caught up only within 30 minutes.',
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
    'catches up a start of a schedule of %s up to the limit, and not a second longer',
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
    ['overlap', /still running/],
    ['no_hosts', /no hosts/],
  ] as const)('skips the due start with the blocker %s', (blocker, reason) => {
    expect(decideStart(hourly, due, due + 1, 'UTC', blocker)).toEqual({
      action: 'skip',
      dueAt: due,
      next: due + 3600,
      history: [
        {
          dueAt: due,
          result: 'skipped',
          code: blocker,
          reason: expect.stringMatching(reason) as string,
        },
      ],
    });
  });

  it('records too_late for a start that is also blocked', () => {
    expect(decideStart(hourly, due, due + 1801, 'UTC', 'overlap')).toMatchObject({
      action: 'skip',
      history: [{ code: 'too_late' }],
    });
  });

  it('plans nothing after the last start, which can be caught up after endTime', () => {
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

  it('keeps a planned start that is no longer in the series (the time zone was changed)', () => {
    expect(
      decideStart(every(3, 1), START + 86_400 - 7200, START + 86_400 - 7199, 'UTC'),
    ).toMatchObject({ action: 'start', dueAt: START + 86_400 - 7200, next: START + 86_400 });
  });

  it('records years of missed minutes in two records', () => {
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

  it('never starts twice for one due time, and decides about every due time', () => {
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
          let planned = START;
          let now = START - 10;
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
