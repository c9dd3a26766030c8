import { describe, expect, it } from 'vitest';
import { changeText, cutText } from '../../../src/audit/words/change-text.js';
import { describeChanges } from '../../../src/audit/words/describe-changes.js';

const time = (seconds: number) => new Date(seconds * 1000).toISOString();
const textOf = (changes: Record<string, unknown[]>, action = 'update', max?: number) =>
  describeChanges({ action, changes }, time).map((change) => changeText(change, max));

const SCHEDULE = { unit: 3, recurrence: 1, start_time: 0, end_time: null, enabled: 1 };

describe('changes of a line of the audit log', () => {
  it.each<[string, Record<string, unknown[]>, string[]]>([
    ['a text', { name: ['a', 'b'] }, ['Name: "a" → "b"']],
    ['a text that was added', { description: ['', 'x'] }, ['Description: "" → "x"']],
    ['a word of the service', { role: ['viewer', 'admin'] }, ['Role: viewer → admin']],
    ['an address', { ip: ['10.0.0.1', '::1'] }, ['Address: 10.0.0.1 → ::1']],
    ['a time', { until: [null, 86_400] }, ['Until: none → 1970-01-02T00:00:00.000Z']],
    ['a number that is no time', { expires_at: [1e20, null] }, [`Expires: ${String(1e20)} → none`]],
    ['a flag', { dry_run: [0, 1] }, ['Dry run: no → yes']],
    ['a number', { port: [22, 2222] }, ['Port: 22 → 2222']],
    [
      'members',
      {
        host_ids: [
          [1, 2, 3],
          [2, 3, 5, 6, 7, 9],
        ],
      },
      ['Hosts: added 5-7, 9, removed 1'],
    ],
    ['members without any', { groups: [[4], []] }, ['Groups: removed 4']],
    [
      'an order',
      {
        to: [
          ['a', 'b'],
          ['b', 'a'],
        ],
      },
      ['Recipients: a, b → b, a'],
    ],
    ['a number of hosts', { hosts: [3, 4] }, ['Number of hosts: 3 → 4']],
    ['hosts of a template', { hosts: [[3], [3, 4]] }, ['Hosts: added 4']],
    ['a list that was cut', { host_ids: ['[1,2…', '[1,3…'] }, ['Hosts: 1, 2… → 1, 3…']],
    ['a secret', { secret: ['(hidden)', '(hidden)'] }, ['Secret: changed']],
    ['a new secret', { sudo_secret: [null, '(hidden)'] }, ['Password of sudo: set']],
    ['a secret that was removed', { secret: ['(hidden)', null] }, ['Secret: removed']],
    ['an unknown field', { odd_field: [1, 2] }, ['Odd field: 1 → 2']],
    [
      'a schedule',
      { schedule: [SCHEDULE, { ...SCHEDULE, unit: 4, start_time: 60, enabled: 0 }] },
      [
        'Schedule, unit: day → week',
        'Schedule, start: 1970-01-01T00:00:00.000Z → 1970-01-01T00:01:00.000Z',
        'Schedule, enabled: yes → no',
      ],
    ],
    [
      'a schedule that was removed',
      { schedule: [SCHEDULE, null] },
      ['Schedule: unit day, every 1, start 1970-01-01T00:00:00.000Z, enabled yes → none'],
    ],
    [
      'params',
      {
        params: [
          { ports: ['22', '80'], speed: '3' },
          { ports: ['22'], checks: 'off' },
        ],
      },
      ['Params, ports: removed 80', 'Params, speed: 3 → none', 'Params, checks: none → off'],
    ],
    [
      'keys',
      { keys: [[], [{ port: 22, type: 'ssh-ed25519', confirmed: 1 }]] },
      ['Keys: added (port 22, type ssh-ed25519, confirmed yes)'],
    ],
    ['nothing', {}, []],
  ])('%s', (_name, changes, expected) => {
    expect(textOf(changes)).toEqual(expected);
  });

  it.each<[string, string, Record<string, unknown[]>, string[]]>([
    [
      'a new resource',
      'create',
      { name: [null, 'web'], description: [null, ''], hosts: [null, [1]], groups: [null, []] },
      ['Name: "web"', 'Hosts: 1'],
    ],
    [
      'its schedule',
      'create',
      { schedule: [null, SCHEDULE] },
      [
        'Schedule, unit: day',
        'Schedule, every: 1',
        'Schedule, start: 1970-01-01T00:00:00.000Z',
        'Schedule, enabled: yes',
      ],
    ],
    ['several', 'create', { ids: [null, '1-3'] }, ['Ids: 1-3']],
    ['a deleted resource', 'delete', { name: ['web', null] }, ['Name: "web" → none']],
  ])('%s', (_name, action, changes, expected) => {
    expect(textOf(changes, action)).toEqual(expected);
  });

  it('no text of a person can be taken for words of the log', () => {
    expect(textOf({ name: ['x', 'none" → "y\n\u001b[2J'] })).toEqual([
      'Name: "x" → "none\\" → \\"y\\n\\u001b[2J"',
    ]);
    const recipients = ['a@example.org', 'b, removed c'];
    expect(textOf({ to: [[], recipients] })).toEqual([
      'Recipients: added a@example.org, "b, removed c"',
    ]);
    expect(textOf({ role: ['viewer', 'admin → x'] })).toEqual(['Role: viewer → "admin → x"']);
  });

  it('long values are cut where a limit is given', () => {
    const changes = { name: ['a', 'x'.repeat(100)] };
    expect(textOf(changes)[0]).toHaveLength(100 + 'Name: "a" → ""'.length);
    expect(textOf(changes, 'update', 10)).toEqual(['Name: "a" → "xxxxxxxxx…"']);
    expect(cutText('😀😀😀', 2)).toBe('😀…');
  });
});
