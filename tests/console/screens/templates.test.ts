import { afterEach, describe, expect, it } from 'vitest';
import { groupEntries } from '../../../src/console/parts/diff/group-entries.js';
import {
  nextStart,
  pauseText,
  recurrenceText,
} from '../../../src/console/parts/tasks/schedule-words.js';
import { durationText } from '../../../src/console/parts/text/duration.js';
import { calendarStarts } from '../../../src/console/screens/calendar/calendar-starts.js';
import {
  addWeeks,
  datesOf,
  dayName,
  midnight,
  mondayOf,
  readWeek,
} from '../../../src/console/screens/calendar/week.js';
import { historyDays } from '../../../src/console/parts/history/history-days.js';
import { nextVisit } from '../../../src/console/screens/overview/visits.js';
import { outcomeOptions, outcomeParts } from '../../../src/console/screens/task/outcomes.js';
import { chainTasks } from '../../../src/console/screens/template/chain-tasks.js';
import {
  readCompared,
  withBase,
  writeCompared,
} from '../../../src/console/screens/template/compare-choice.js';
import { paramWords } from '../../../src/console/screens/template/param-words.js';
import { sumCounts } from '../../../src/console/screens/templates/sum-counts.js';
import {
  countTargets,
  emptyForm,
  formHint,
  formOf,
  toSchedule,
} from '../../../src/console/screens/template-form/form-state.js';
import {
  fromLocalValue,
  startOf,
  toLocalValue,
} from '../../../src/console/screens/template-form/local-time.js';
import {
  countPorts,
  estimateText,
} from '../../../src/console/screens/template-form/scan-estimate.js';
import {
  paramFields,
  toParams,
  toValues,
} from '../../../src/console/screens/template-form/schema-fields.js';

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const;

describe('texts', () => {
  it.each([
    [0, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [65, '1 min 5 s'],
    [3600, '1 h'],
    [7380, '2 h 3 min'],
    [7385, '2 h 3 min'],
  ])('a duration of %i seconds', (seconds, text) => expect(durationText(seconds)).toBe(text));

  const schedule = {
    last_start: 0,
    scheduled_time: 5,
    enabled: true,
    is_expired: false,
    type: 4,
    recurrence: 2,
    start_time: 0,
    local_time: null,
    end_time: null,
  };

  it('a schedule has its next start, or why it has none', () => {
    expect(recurrenceText(schedule)).toBe('every 2 weeks');
    expect(recurrenceText({ type: 3, recurrence: 1 })).toBe('every day');
    expect([nextStart(schedule), pauseText(schedule)]).toEqual([5, null]);
    const off = { ...schedule, enabled: false };
    expect([nextStart(off), pauseText(off)]).toEqual([null, 'switched off']);
    expect(pauseText({ ...schedule, is_expired: true })).toBe('ended');
    expect([nextStart(null), pauseText(null)]).toEqual([null, 'no schedule']);
  });
});

describe('entries of a difference', () => {
  it('are grouped by host and action in the order in which they come', () => {
    const entry = (host_id: number, remedy: string) => ({
      host_id,
      name: `h${host_id}`,
      ip: '',
      remedy,
    });
    const groups = groupEntries([entry(1, 'a'), entry(2, 'a'), entry(1, 'b'), entry(1, 'a')]);
    expect(
      groups.map((host) => [
        host.host_id,
        host.count,
        host.actions.map((a) => [a.remedy, a.entries.length]),
      ]),
    ).toEqual([
      [
        1,
        3,
        [
          ['a', 2],
          ['b', 1],
        ],
      ],
      [2, 1, [['a', 1]]],
    ]);
  });
});

describe('outcomes', () => {
  it('stand in their order, without those that no host has', () => {
    const counts = { failed: 1, done: 3, auth_failed: 2, done_before: 1 };
    expect(outcomeParts(counts)).toEqual([
      { name: 'done', kind: 'done', count: 3 },
      { name: 'auth failed', kind: 'failed', count: 2 },
      { name: 'failed', kind: 'failed', count: 1 },
      { name: 'done before', kind: 'failed', count: 1 },
    ]);
    expect(outcomeOptions({ waiting: 2 })).toEqual([['waiting', 'not finished (2)']]);
  });
});

describe('a chain', () => {
  const task = (task_id: number, open: number[], hosts_checked: number) => ({
    task_id,
    number_task: `TASK-${task_id}`,
    status: 'completed',
    finished_at: task_id * 100,
    open,
    new: [1, 2, 0, 0, 0, 0],
    fixed: [0, 0, 0, 0, 0, 4],
    new_by_cause: [],
    fixed_by_cause: [],
    ports_opened: 0,
    ports_closed: 0,
    not_compared: 1,
    hosts: 2,
    hosts_checked,
    missed_starts: task_id - 1,
  });

  it('puts severities into the order of the picture, and has the starts that were missed before each task', () => {
    const chain = {
      severities: [...SEVERITIES].reverse(),
      causes: [],
      tasks: [task(1, [0, 0, 0, 0, 5, 7], 0), task(2, [0, 0, 0, 0, 0, 0], 0)],
    };
    const drawn = chainTasks(chain, { timeText: String, hrefOf: (id) => `t/${id}` });
    expect(drawn).toMatchObject([
      { name: 'TASK-1', open: [7, 5, 0, 0, 0, 0], added: 3, removed: 4, notCompared: 1, missed: 0 },
      { name: 'TASK-2', open: null, missed: 1, href: 't/2', time: '200' },
    ]);
  });
});

describe('compared tasks', () => {
  const ids = [3, 5, 9];

  it.each([
    [{}, 9, null],
    [{ task: '5' }, 5, null],
    [{ task: '5', base: '3' }, 5, 3],
    [{ task: '5', base: '9' }, 5, null],
    [{ task: '4', base: '4' }, 9, null],
    [{ base: '3' }, 9, 3],
  ])('of the address %o', (query, task, base) =>
    expect(readCompared(ids, query)).toEqual({ task, base }),
  );

  it.each([
    [5, 3, 5, 3],
    [5, 9, 9, 5],
    [5, 5, 5, null],
  ])('with task %i shown and %i chosen: the later with the earlier', (shown, chosen, task, base) =>
    expect(withBase({ task: shown, base: null }, chosen)).toEqual({ task, base }),
  );

  it('have an address that leads to them', () => {
    expect(readCompared(ids, writeCompared({ task: 9, base: 3 }))).toEqual({ task: 9, base: 3 });
    expect(writeCompared({ task: 5, base: null })).toEqual({ task: '5' });
  });
});

describe('the history', () => {
  const counts = { critical: 1, high: 2, medium: 3, low: 4, none: 5, unknown: 6 };
  const day = {
    date: '2026-11-23',
    hosts: 1,
    hosts_checked: 1,
    open: 21,
    by_severity: counts,
    known_exploited: 1,
    accepted: 0,
    new: { total: 6, target: 1, knowledge: 2, both: 3 },
    fixed: null,
  };

  it('keeps a day without a record as a gap, and splits the flow by cause', () => {
    const [drawn, gap] = historyDays([day, { ...day, by_severity: null }], 'all');
    expect(drawn).toMatchObject({ open: [1, 2, 3, 4, 5, 6], added: { target: 4, knowledge: 2 } });
    expect(gap).toMatchObject({ open: null, removed: { target: 0, knowledge: 0 } });
    expect(historyDays([day], 'severe')[0]?.open).toEqual([1, 2, 0, 0, 0, 0]);
  });
});

describe('visits', () => {
  it.each([
    [{ before: null, seen: null }, 1000, { before: null, seen: 1000 }],
    [{ before: null, seen: 1000 }, 2800, { before: null, seen: 2800 }],
    [{ before: 5, seen: 1000 }, 2801, { before: 1000, seen: 2801 }],
    [{ before: 5, seen: 1000 }, 1001, { before: 5, seen: 1001 }],
  ])('after %j a visit at %i', (visits, now, next) => expect(nextVisit(visits, now)).toEqual(next));
});

describe('a week', () => {
  it.each([
    ['2026-11-23', '2026-11-23'],
    ['2026-11-29', '2026-11-23'],
    ['2027-01-01', '2026-12-28'],
  ])('the Monday of %s is %s', (date, monday) => expect(mondayOf(date)).toBe(monday));

  it('reads the address, and falls back to this week', () => {
    expect(readWeek('2026-11-25', 0, 'UTC')).toBe('2026-11-23');
    expect(readWeek('2026-99-99', 1_790_000_000, 'UTC')).toBe('2026-09-21');
    expect(readWeek(undefined, 1_790_000_000, 'UTC')).toBe('2026-09-21');
    expect(addWeeks('2026-12-28', 1)).toBe('2027-01-04');
    expect(datesOf('2026-12-28').map(dayName)).toEqual([
      'Mon 28',
      'Tue 29',
      'Wed 30',
      'Thu 31',
      'Fri 1',
      'Sat 2',
      'Sun 3',
    ]);
  });

  it.each([
    ['2026-11-23', 'UTC', '2026-11-23T00:00:00Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00Z'],
    ['2026-11-23', 'Pacific/Kiritimati', '2026-11-22T10:00:00Z'],
    ['2026-11-23', 'Pacific/Pago_Pago', '2026-11-23T11:00:00Z'],
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00Z'], // its midnight is skipped
  ])('%s in %s begins at %s', (date, zone, iso) =>
    expect(midnight(date, zone)).toBe(Date.parse(iso) / 1000),
  );

  it('starts are placed in their zone, and those of other days are left out', () => {
    const at = Date.parse('2026-11-23T23:30:00Z') / 1000;
    const item = {
      template_id: 3,
      name: 'nightly',
      enabled: true,
      expected_seconds: 60,
      past: [
        {
          due_at: at - 86_400,
          result: 'skipped' as const,
          reason: null,
          task_id: null,
          status: null,
          started_at: null,
          finished_at: null,
        },
      ],
      past_truncated: false,
      planned: [at, at + 7 * 86_400],
      planned_truncated: false,
    };
    const texts = { zone: 'Europe/Berlin', templateHref: String, taskHref: String };
    expect(calendarStarts([item], datesOf('2026-11-23'), texts)).toMatchObject([
      { kind: 'missed', day: 0, minute: 30, time: '00:30', lengthSeconds: null, href: '3' },
      { kind: 'next', day: 1, minute: 30, lengthSeconds: 60 },
    ]);
  });
});

describe('the form of a template', () => {
  it.each([
    ['', 0],
    ['22', 1],
    ['22, 80-82 81', 4],
    ['0-65535', 65_536],
    ['82-80', null],
    ['65536', null],
    ['ssh', null],
  ])('the ports %j are %s', (text, count) => expect(countPorts(text)).toBe(count));

  it('estimates the time of a host', () => {
    const type = {
      default_ports: { count: 1000, tcp: '', udp: '' },
      defaults: { speed: '3' },
      estimates: [{ speed: '3', ports_per_second: 500, silent_ports_per_second: 10 }],
    };
    expect(estimateText(type, '', '')).toBe('1,000 ports, about 2 s to 1 min 40 s a host');
    expect(estimateText(type, '22', '3')).toBe('1 port, about 1 s a host');
    expect(estimateText(type, 'x', '3')).toBeNull();
    expect(estimateText(type, '22', '5')).toBeNull();
  });

  it('makes controls from the schema of params, and params from their values', () => {
    const properties = {
      ports: { type: 'array', title: 'Ports', description: 'Ports and ranges' },
      speed: { enum: ['1', '2'], title: 'Speed' },
      credential_id: { type: 'integer' },
      imported: { const: true },
    };
    const fields = paramFields(
      { anyOf: [{ type: 'object', properties }, { type: 'null' }] },
      { speed: '2' },
    );
    expect(fields.map(({ name, kind, fallback }) => [name, kind, fallback])).toEqual([
      ['ports', 'list', ''],
      ['speed', 'choice', '2'],
      ['credential_id', 'credential', ''],
      ['imported', 'flag', ''],
    ]);
    expect(paramFields({ type: 'null' }, null)).toEqual([]);
    const params = { ports: ['22', '80-81'], credential_id: 4, imported: true };
    expect(toParams(fields, toValues(params))).toEqual(params);
    expect(toParams(fields, { speed: ' ' })).toBeNull();
  });

  const form = { ...emptyForm({ hosts: '3,x,-1,4' }), name: 'a', hasSchedule: true };

  it('says what is missing, and counts each host once', () => {
    expect(form.hosts).toEqual([3, 4]);
    expect(formHint(form)).toBeNull();
    for (const wrong of [{ name: ' ' }, { hosts: [] }, { every: '0' }, { every: '1.5' }])
      expect(formHint({ ...form, ...wrong })).not.toBeNull();
    const groups = [
      { id: 1, host_ids: [4, 5] },
      { id: 2, host_ids: [6] },
    ];
    expect(countTargets({ hosts: form.hosts, groups: [1] }, groups)).toBe(3);
  });

  it('keeps a schedule through the form', () => {
    const schedule = {
      last_start: 0,
      scheduled_time: 0,
      enabled: true,
      is_expired: false,
      type: 4,
      recurrence: 2,
      start_time: 1_790_000_047,
      local_time: null,
      end_time: null,
    };
    const template = {
      id: 1,
      created_at: 0,
      updated_at: 0,
      name: 'a',
      type: 'pentest',
      hosts: [1],
      groups: [],
      params: null,
      schedule,
    };
    const read = formOf(template, { isCopy: true, isUtc: true });
    expect(read).toMatchObject({ name: 'a (copy)', every: '2', unit: 4, until: '' });
    expect(toSchedule(read, true)).toEqual({
      type: 4,
      recurrence: 2,
      start_time: 1_790_000_047,
      end_time: null,
    });
    expect(toSchedule({ ...read, hasSchedule: false }, true)).toBeNull();
  });

  it('reads times of its controls in the zone of the page', () => {
    expect(fromLocalValue(toLocalValue(1_790_000_047, false), false)).toBe(1_790_000_047);
    expect(fromLocalValue('2026-11-23T02:30', true)).toBe(Date.parse('2026-11-23T02:30Z') / 1000);
    expect([fromLocalValue('', true), fromLocalValue('x', true), toLocalValue(null, true)]).toEqual(
      [null, null, ''],
    );
  });
});

describe('a start that the clocks of the browser skip', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  it.each([
    ['Europe/Berlin', '2027-03-28T02:30', '2027-03-28T02:30+01:00'],
    ['America/New_York', '2027-03-14T02:15', '2027-03-14T02:15-05:00'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-04T02:15+10:30'],
    ['Europe/Berlin', '2027-03-28T03:30', Date.parse('2027-03-28T01:30Z') / 1000],
    ['Europe/Berlin', '2027-10-31T02:30', Date.parse('2027-10-31T00:30Z') / 1000],
    ['UTC', '2027-03-28T02:30', Date.parse('2027-03-28T02:30Z') / 1000],
    ['UTC', '', null],
  ])('in %s, %s is written as %s', (name, value, written) => {
    process.env.TZ = name;
    expect(startOf(value, false)).toBe(written);
  });
});

describe('the new findings of a task of a chain', () => {
  const severities = ['unknown', 'low', 'high'] as const;
  const chain = (counts: readonly number[]) =>
    ({ severities: severities.toReversed(), tasks: [{ task_id: 7, new: counts }] }) as never;

  it.each([
    [7, [0, 0, 0], { total: 0, worst: null }],
    [7, [0, 2, 1], { total: 3, worst: 'low' }],
    [7, [1, 2, 1], { total: 4, worst: 'high' }],
    [8, [1, 2, 1], null],
  ])('task %i of %j', (id, counts, count) => {
    expect(sumCounts(chain(counts), id)).toEqual(count);
  });
});

describe('the params of a template in words', () => {
  it.each([
    [null, []],
    [{ imported: true }, [['Imported reports', 'yes']]],
    [
      { ports: ['22', '80-90'], speed: '3' },
      [
        ['Ports', '22, 80-90'],
        ['Speed', '3'],
      ],
    ],
    [{ some_day: 'off' }, [['some day', 'off']]],
  ])('%j', (params, words) => {
    expect(paramWords(params).map(({ name, value }) => [name, value])).toEqual(words);
  });
});
