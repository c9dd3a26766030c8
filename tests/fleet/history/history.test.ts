import { describe, expect, it } from 'vitest';
import { buildHistory } from '../../../src/fleet/history/history.js';

const SEVERITY_COUNTS = { critical: 1, high: 2, medium: 0, low: 0, none: 0, unknown: 4 };

const state = (day: number, checked: number) => ({
  day,
  hosts: 5,
  hosts_checked: checked,
  accepted: 3,
  known_exploited: 1,
  ...SEVERITY_COUNTS,
});

const NOT_OBSERVED = {
  open: null,
  by_severity: null,
  known_exploited: null,
  accepted: null,
  new: null,
  fixed: null,
};

describe('the days of a history', () => {
  it('have what was observed', () => {
    const change = { day: 1, appeared: 2, disappeared: 0 };
    const changes = [
      { ...change, cause: 'target' as const },
      { ...change, cause: 'both' as const, disappeared: 7 },
    ];
    expect(buildHistory({ from: 1, to: 1 }, [state(1, 4)], changes)).toEqual([
      {
        date: '1970-01-02',
        hosts: 5,
        hosts_checked: 4,
        open: 7,
        by_severity: SEVERITY_COUNTS,
        known_exploited: 1,
        accepted: 3,
        new: { total: 4, target: 2, knowledge: 0, both: 2 },
        fixed: { total: 7, target: 0, knowledge: 0, both: 7 },
      },
    ]);
  });

  it('are gaps where the service did not run', () => {
    const days = buildHistory({ from: 1, to: 3 }, [state(1, 4), state(3, 4)], []);
    expect(days.map(({ date, open }) => [date, open])).toEqual([
      ['1970-01-02', 7],
      ['1970-01-03', null],
      ['1970-01-04', 7],
    ]);
    expect(days[1]).toEqual({
      date: '1970-01-03',
      hosts: null,
      hosts_checked: null,
      ...NOT_OBSERVED,
    });
  });

  it('are gaps where no host was checked and nothing changed', () => {
    const [day] = buildHistory({ from: 1, to: 1 }, [state(1, 0)], []);
    expect(day).toEqual({ date: '1970-01-02', hosts: 5, hosts_checked: 0, ...NOT_OBSERVED });
  });

  it('have the findings where newer data was matched with hosts that were not checked', () => {
    const change = { day: 1, cause: 'knowledge' as const, appeared: 2, disappeared: 0 };
    const [day] = buildHistory({ from: 1, to: 1 }, [state(1, 0)], [change]);
    expect(day).toMatchObject({ hosts_checked: 0, open: 7, new: { total: 2, knowledge: 2 } });
  });

  it('have a total above its causes where the cause was not stored yet', () => {
    const change = { day: 1, cause: 'unknown' as const, appeared: 2, disappeared: 0 };
    const [day] = buildHistory({ from: 1, to: 1 }, [state(1, 1)], [change]);
    expect(day?.new).toEqual({ total: 2, target: 0, knowledge: 0, both: 0 });
  });
});
