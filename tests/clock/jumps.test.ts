import { describe, expect, it } from 'vitest';
import { deletableBefore, firstState, lookAt, type ClockState } from '../../src/clock/jumps.js';

const NOW = 1_790_000_000;
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** A look: the clock has moved by `moved`; `ran` seconds have passed, null: another run. */
type Look = [moved: number, ran: number | null];

function after(looks: readonly Look[], start = NOW): { state: ClockState; jumps: number[] } {
  let state = firstState(start);
  for (const [moved, ran] of looks) ({ state } = lookAt(state, state.seen_at + moved, ran));
  return { state, jumps: state.jumps.map(({ seconds }) => seconds) };
}

/** Looks of a service that runs for some days, one a minute of ten. */
const running = (days: number): Look[] =>
  Array.from({ length: days * 144 }, () => [10 * MINUTE, 10 * MINUTE]);

interface Case {
  looks: Look[];
  /** seconds of the jumps that are reported */
  jumps: number[];
  /** seconds by which retention of 365 days is behind the clock */
  lag: number;
}

const cases: Record<string, Case> = {
  'a clock that runs': { looks: running(2), jumps: [], lag: 0 },
  'corrections by NTP of some seconds': {
    looks: [
      [13, 10],
      [5, 10],
      [-20, 10],
    ],
    jumps: [],
    lag: 0,
  },
  'a start an hour later': { looks: [[HOUR, null]], jumps: [], lag: 0 },
  'a start 366 days ahead': { looks: [[366 * DAY, null]], jumps: [366 * DAY], lag: 366 * DAY },
  'a start 366 days ahead, and back at the next start': {
    looks: [
      [366 * DAY, null],
      [HOUR, HOUR],
      [-366 * DAY, null],
    ],
    jumps: [366 * DAY, -366 * DAY],
    lag: 0,
  },
  'a jump of 366 days ahead while running, and back': {
    looks: [
      [366 * DAY + 10, 10],
      [10, 10],
      [-366 * DAY + 10, 10],
    ],
    jumps: [366 * DAY, -366 * DAY],
    lag: 0,
  },
  'a jump back by a day': { looks: [[-DAY + 10, 10]], jumps: [-DAY], lag: 0 },
  'a jump back by a day, and ahead again': {
    looks: [
      [-DAY + 10, 10],
      [DAY + 10, 10],
    ],
    jumps: [-DAY, DAY],
    lag: 0,
  },
  'a jump ahead by two hours while running': {
    looks: [[2 * HOUR + 10, 10]],
    jumps: [2 * HOUR],
    lag: 2 * HOUR,
  },
  'a suspend of three days': { looks: [[3 * DAY + 10, 10]], jumps: [3 * DAY], lag: 3 * DAY },
  'a pause of 90 days between two runs': {
    looks: [[90 * DAY, null]],
    jumps: [90 * DAY],
    lag: 90 * DAY,
  },
  'a restart in 1970, and the right time again': {
    looks: [
      [-NOW, null],
      [MINUTE, MINUTE],
      [NOW, 10],
    ],
    jumps: [-NOW, NOW - 10],
    lag: 0,
  },
};

describe('the clock', () => {
  it.each(Object.entries(cases))('%s: jumps are noticed, and what they delete', (_name, c) => {
    const { state, jumps } = after(c.looks);
    expect(jumps).toEqual(c.jumps);
    expect(deletableBefore(state, 365)).toBe(state.seen_at - 365 * DAY - c.lag);
  });

  it('that starts in 1970, without a battery, and is set to the right time deletes nothing', () => {
    const { state, jumps } = after(
      [
        [MINUTE, MINUTE],
        [NOW, 10],
      ],
      0,
    );
    expect(jumps).toEqual([NOW - 10]);
    expect(deletableBefore(state, 30)).toBeLessThan(0);
  });

  it('that jumped ahead counts after the service has run for the days of retention', () => {
    const before = after([[366 * DAY, null], ...running(29)]).state;
    expect(deletableBefore(before, 30)).toBe(before.seen_at - 396 * DAY);
    const later = after([[366 * DAY, null], ...running(30)]).state;
    expect(deletableBefore(later, 30)).toBe(later.seen_at - 30 * DAY);
    expect(deletableBefore(later, 365)).toBe(later.seen_at - 731 * DAY);
  });

  it('that jumps ahead twice is behind by both, and only the newer is taken back', () => {
    const { state } = after([
      [100 * DAY, null],
      [200 * DAY, null],
      [-200 * DAY, null],
    ]);
    expect(deletableBefore(state, 365)).toBe(state.seen_at - 465 * DAY);
  });

  it('that jumps often keeps a bounded number of jumps', () => {
    const looks = Array.from({ length: 200 }, (_, i): Look => [i % 2 === 0 ? -DAY : DAY, 10]);
    expect(after(looks).jumps).toHaveLength(20);
  });
});
