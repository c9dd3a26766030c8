import { describe, expect, it } from 'vitest';
import type { ReportEntry, TaskDiff } from '../../../src/reports/diff.js';
import { chainOf, ruleJudge, type Rule, type WorldPort, type WorldTask } from '../setup.js';

const rule = (cve: string, name: string, fixed: number | null, more: Partial<Rule> = {}): Rule => ({
  cve,
  name,
  fixed,
  severity: 'high',
  ...more,
});
const short = (e: ReportEntry): string =>
  `${e.host.host_id} ${e.fact.vulnerability_id} ${e.fact.package ?? e.fact.port} ${e.cause}${e.changes.length > 0 ? ` ${e.changes.join('+')}` : ''}`;
const told = (d: TaskDiff) => ({
  new: d.new.map(short),
  fixed: d.fixed.map(short),
  changed: d.changed.map(short),
  unchanged: d.unchanged,
  not_compared: d.not_compared.map(
    (n) => `${n.host_id} ${n.reason}${n.ports === null ? '' : ` ${n.ports}`}`,
  ),
});
const last = (...args: Parameters<typeof chainOf>) => told(chainOf(...args).at(-1) as TaskDiff);
const nothing = { new: [], fixed: [], changed: [], unchanged: 0, not_compared: [] };

const KNOWN = [[rule('CVE-1', 'ssl', 3), rule('CVE-2', 'ssl', null), rule('CVE-3', 'bash', 2)]];
const task = (hosts: WorldTask['hosts'], more: Partial<WorldTask> = {}): WorldTask => ({
  hosts,
  generation: 1,
  ...more,
});
const old = { id: 1, packages: { ssl: 2, bash: 2 } };

describe('packages', () => {
  it('are a baseline at first: everything is new, because of the target', () => {
    const [diff] = chainOf([task([old])], KNOWN);
    expect(diff).toMatchObject({ base_task_id: null, open: [0, 2, 0, 0, 0, 0] });
    expect(diff && told(diff)).toEqual({
      ...nothing,
      new: ['1 CVE-1 ssl target', '1 CVE-2 ssl target'],
    });
    expect(diff?.new[0]).toMatchObject({
      before: null,
      after: {
        installed_version: '2',
        fixed_version: '3',
        observed_at: 999,
        feed_version: 'osv-debian@1',
      },
      first_seen: 999,
      last_seen: 999,
    });
  });

  it('that were upgraded are mended, with both versions as evidence', () => {
    const diff = chainOf([task([old]), task([{ id: 1, packages: { ssl: 3, bash: 2 } }])], KNOWN)[1];
    expect(diff && told(diff)).toEqual({
      ...nothing,
      fixed: ['1 CVE-1 ssl target'],
      changed: ['1 CVE-2 ssl target installed_version'],
    });
    expect(diff?.fixed[0]).toMatchObject({
      before: { installed_version: '2', fixed_version: '3' },
      after: { installed_version: '3', fixed_version: null, observed_at: 1999 },
      first_seen: 999,
      last_seen: 999,
    });
    expect(diff?.changed[0]).toMatchObject({ first_seen: 999, last_seen: 1999 });
  });

  it('that were removed are mended', () => {
    const diff = chainOf([task([old]), task([{ id: 1, packages: { bash: 2 } }])], KNOWN)[1];
    expect(diff && told(diff)).toEqual({
      ...nothing,
      fixed: ['1 CVE-1 ssl target', '1 CVE-2 ssl target'],
    });
    expect(diff?.fixed[0]?.after).toMatchObject({ installed_version: null });
  });

  it.each([
    ['a new record', [[], [rule('CVE-1', 'ssl', 3)]], 2, { new: ['1 CVE-1 ssl knowledge'] }],
    ['a withdrawn one', [[rule('CVE-1', 'ssl', 3)], []], 2, { fixed: ['1 CVE-1 ssl knowledge'] }],
    [
      'another fix',
      [[rule('CVE-1', 'ssl', 3)], [rule('CVE-1', 'ssl', 4)]],
      2,
      { changed: ['1 CVE-1 ssl knowledge fixed_version'] },
    ],
    [
      'another severity, and an upgrade that does not mend',
      [[rule('CVE-1', 'ssl', 9)], [rule('CVE-1', 'ssl', 9, { severity: 'low' })]],
      3,
      { changed: ['1 CVE-1 ssl both installed_version+severity'] },
    ],
    [
      'a new record that an upgrade ran into',
      [[], [rule('CVE-1', 'ssl', 4)]],
      3,
      { new: ['1 CVE-1 ssl knowledge'] },
    ],
    [
      'a new record for what was installed meanwhile',
      [[rule('CVE-1', 'tls', 3)], [rule('CVE-1', 'ssl', null), rule('CVE-1', 'tls', 3)]],
      0,
      { new: ['1 CVE-1 ssl both'] },
    ],
    [
      'an upgrade that the old knowledge calls enough',
      [[rule('CVE-1', 'ssl', 3)], [rule('CVE-1', 'ssl', 2)]],
      3,
      { fixed: ['1 CVE-1 ssl target'] },
    ],
    [
      'an upgrade that only the new knowledge calls enough',
      [[rule('CVE-1', 'ssl', 9)], [rule('CVE-1', 'ssl', 3)]],
      3,
      { fixed: ['1 CVE-1 ssl both'] },
    ],
  ])('with %s between two tasks tell the cause', (_name, knowledge, version, expected) => {
    const before: Record<string, number> = version === 0 ? { bash: 2 } : { ssl: 2, bash: 2 };
    const after: Record<string, number> =
      version === 0 ? { ssl: 2, bash: 2 } : { ssl: version, bash: 2 };
    expect(
      last(
        [
          task([{ id: 1, packages: before }]),
          task([{ id: 1, packages: after }], { generation: 2 }),
        ],
        knowledge,
      ),
    ).toEqual({ ...nothing, ...expected });
  });

  it('that are the same came or went by the knowledge, even where its history is no longer kept', () => {
    const knowledge = [[], [rule('CVE-1', 'ssl', 3)]];
    const forgetful = ruleJudge(knowledge);
    const judge = {
      ...forgetful,
      packages: (
        scopes: readonly string[],
        packages: Parameters<typeof forgetful.matchPackages>[1],
      ) => forgetful.matchPackages(scopes, packages, 2),
    };
    expect(last([task([old]), task([old], { generation: 2 })], knowledge, { judge }).new).toEqual([
      '1 CVE-1 ssl knowledge',
    ]);
  });

  it('in two versions side by side are one finding, mended when the last is gone', () => {
    const kernel = [[rule('CVE-1', 'kernel', 5)]];
    const steps: Record<string, number>[] = [
      { 'kernel#a': 2 },
      { 'kernel#a': 2, 'kernel#b': 3 },
      { 'kernel#b': 3 },
      { 'kernel#b': 3, 'kernel#c': 5 },
      { 'kernel#c': 5 },
    ];
    expect(
      chainOf(
        steps.map((packages) => task([{ id: 1, packages }])),
        kernel,
      ).map((d) => [d.new.length, d.fixed.length, d.unchanged + d.changed.length]),
    ).toEqual([
      [1, 0, 0],
      [0, 0, 1],
      [0, 0, 1],
      [0, 0, 1],
      [0, 1, 0],
    ]);
  });

  it('with one CVE in two of them are two findings', () => {
    expect(
      last(
        [
          task([{ id: 1, packages: { ssl: 1, libssl: 1 } }]),
          task([{ id: 1, packages: { ssl: 1, libssl: 3 } }]),
        ],
        [[rule('CVE-1', 'ssl', 3), rule('CVE-1', 'libssl', 3)]],
      ),
    ).toEqual({ ...nothing, fixed: ['1 CVE-1 libssl target'], unchanged: 1 });
  });

  it.each([
    ['a list without any package', { id: 1, packages: {} }, 'no_packages'],
    ['a system that no data is about', { ...old, scopes: [] }, 'not_judged'],
    ['an agent that could not be reached', { id: 1, outcome: 'agent_offline' }, 'agent_offline'],
  ])('with %s are not compared, and stay the base', (_name, between, reason) => {
    const chain = chainOf(
      [task([old]), task([between]), task([{ id: 1, packages: { ssl: 3, bash: 2 } }])],
      KNOWN,
    );
    expect(chain.slice(1).map(told)).toEqual([
      { ...nothing, not_compared: [`1 ${reason}`] },
      {
        ...nothing,
        fixed: ['1 CVE-1 ssl target'],
        changed: ['1 CVE-2 ssl target installed_version'],
      },
    ]);
    expect(chain[1]?.open).toEqual([0, 2, 0, 0, 0, 0]);
  });

  it('that are unimportant in the eyes of the publisher are left out unless asked for', () => {
    const knowledge = [[rule('CVE-1', 'ssl', 3, { unimportant: true }), rule('CVE-2', 'ssl', 3)]];
    expect(last([task([old])], knowledge).new).toEqual(['1 CVE-2 ssl target']);
    expect(last([task([old])], knowledge, { withHidden: true }).new).toHaveLength(2);
  });
});

const WEB: WorldPort = { port: 80, service: 'http', product: 'nginx', version: 1 };
const SSH: WorldPort = { port: 22, service: 'ssh', product: 'sshd', version: 1 };
const NET = [[rule('CVE-8', 'nginx', 2), rule('CVE-9', 'sshd', 2)]];
const scan = (ports: WorldPort[], looked_at = [22, 80], id = 1): WorldTask =>
  task([{ id, ports, looked_at }]);

describe('ports', () => {
  it.each<[string, WorldTask, object]>([
    ['closed now', scan([SSH]), { fixed: ['1 CVE-8 80 target'], unchanged: 1 }],
    [
      'upgraded',
      scan([SSH, { ...WEB, version: 2 }]),
      { fixed: ['1 CVE-8 80 target'], unchanged: 1 },
    ],
    [
      'outside the range',
      scan([SSH], [22]),
      { unchanged: 1, not_compared: ['1 ports_not_scanned 80'] },
    ],
    [
      'open, but not understood',
      scan(
        [SSH, { ...WEB, service: '', product: null, version: null }].map((p) => ({
          ...p,
          service: p.service || (null as unknown as string),
        })),
      ),
      { unchanged: 1, not_compared: ['1 service_not_identified 80'] },
    ],
    [
      'hiding their version',
      scan([SSH, { ...WEB, version: null }]),
      { unchanged: 1, not_compared: ['1 service_not_identified 80'] },
    ],
    [
      'another product',
      scan([SSH, { ...WEB, product: 'caddy', version: null }]),
      { fixed: ['1 CVE-8 80 target'], unchanged: 1 },
    ],
    [
      'of a host that is down',
      task([{ id: 1, outcome: 'unreachable' }]),
      { not_compared: ['1 unreachable'] },
    ],
    [
      'of a host whose task was stopped',
      task([{ id: 1, outcome: 'stopped' }]),
      { not_compared: ['1 stopped'] },
    ],
    ['of a host that left the template', task([]), { not_compared: ['1 not_in_task'] }],
  ])('that are %s', (_name, second, expected) => {
    expect(last([scan([SSH, WEB]), second], NET)).toEqual({ ...nothing, ...expected });
  });

  it('are mended only when they are looked at again, however long that takes', () => {
    const chain = chainOf(
      [
        scan([SSH, WEB]),
        scan([SSH], [22]),
        task([{ id: 1, outcome: 'unreachable' }]),
        scan([SSH], [22]),
        scan([SSH]),
      ],
      NET,
    );
    expect(chain.map((d) => d.fixed.length)).toEqual([0, 0, 0, 0, 1]);
    expect(chain.map((d) => d.open[1])).toEqual([2, 2, 2, 2, 1]);
    expect(chain.map((d) => d.base_task_id)).toEqual([null, 1, 2, 3, 4]);
  });

  it('of a host that was deleted are not compared, once', () => {
    const chain = chainOf(
      [scan([WEB]), task([{ id: 2, ports: [] }]), task([{ id: 2, ports: [] }])],
      NET,
      { exists: (id) => id !== 1 },
    );
    expect(chain.map((d) => d.not_compared.map((n) => n.reason))).toEqual([
      [],
      ['host_deleted'],
      [],
    ]);
    expect(chain.map((d) => d.open[1])).toEqual([1, 0, 0]);
  });

  it('of a host with another address are compared with what it had before', () => {
    expect(
      last(
        [
          task([{ id: 1, ip: '10.0.0.1', ports: [WEB] }]),
          task([{ id: 1, ip: '10.9.9.9', ports: [WEB] }]),
        ],
        NET,
      ),
    ).toEqual({ ...nothing, unchanged: 1 });
  });

  it('that were closed and open later are new, by what the closed port was known by', () => {
    expect(last([scan([]), { ...scan([WEB]), generation: 2 }], [[], NET[0] ?? []]).new).toEqual([
      '1 CVE-8 80 both',
    ]);
    expect(
      last([scan([]), { ...scan([WEB]), generation: 2 }], [NET[0] ?? [], NET[0] ?? []]).new,
    ).toEqual(['1 CVE-8 80 target']);
    expect(
      last([scan([], [22]), { ...scan([WEB]), generation: 2 }], [[], NET[0] ?? []]).new,
    ).toEqual(['1 CVE-8 80 target']); // never looked at before
  });

  it('of several ranges are compared with the newest that held them', () => {
    const chain = chainOf(
      [scan([]), scan([], [80]), { ...scan([]), generation: 2 }, { ...scan([WEB]), generation: 2 }],
      [[], NET[0] ?? []],
    );
    expect(chain.at(-1)?.new.map(short)).toEqual(['1 CVE-8 80 target']);
    expect(chain.at(-1)?.new[0]?.before).toMatchObject({ state: 'closed', observed_at: 2999 });
  });

  it.each<[string, WorldPort[], object]>([
    ['says fine', [{ ...WEB, checks: { 'weak-x': 'fine' } }], { fixed: ['1 hw:weak-x 80 target'] }],
    [
      'could not tell',
      [{ ...WEB, checks: { 'weak-x': 'unknown' } }],
      { not_compared: ['1 check_inconclusive 80'] },
    ],
    ['did not run', [WEB], { not_compared: ['1 check_inconclusive 80'] }],
    ['has nothing to look at, since the port is closed', [], { fixed: ['1 hw:weak-x 80 target'] }],
    [
      'has nothing to look at, since something else listens',
      [{ ...WEB, service: 'ssh', product: 'sshd', version: 9 }],
      { fixed: ['1 hw:weak-x 80 target'] },
    ],
    ['sees it again', [{ ...WEB, checks: { 'weak-x': 'weak' } }], { unchanged: 1 }],
  ])('with a weakness whose check %s', (_name, ports, expected) => {
    expect(last([scan([{ ...WEB, checks: { 'weak-x': 'weak' } }]), scan(ports)], [[]])).toEqual({
      ...nothing,
      ...expected,
    });
  });

  it('open, close and change as services, a banner alone being no change', () => {
    const services = (d: TaskDiff | undefined) => [
      d?.services.opened.map((s) => s.port),
      d?.services.closed.map((s) => s.port),
      d?.services.changed.map((s) => s.port),
    ];
    const chain = chainOf(
      [
        scan([SSH, WEB]),
        scan([SSH], [22]),
        scan([{ ...SSH, version: 2 }]),
        scan([{ ...SSH, version: 2 }, WEB]),
      ],
      NET,
    );
    expect(chain.map(services)).toEqual([
      [[22, 80], [], []],
      [[], [], []],
      [[], [80], [22]],
      [[80], [], []],
    ]);
    expect(chain[2]?.services.closed[0]).toMatchObject({
      after: null,
      before: { found: { product: 'nginx' }, first_seen: 999, last_seen: 999 },
    });
  });
});

describe('acceptances', () => {
  const accepts = (began: number, ended: number | null = null, more: object = {}) => [
    {
      vulnerability_id: 'CVE-1',
      host_id: null,
      package: null,
      reason: 'so be it',
      by: 'me',
      until: null,
      began_change: began,
      ended_change: ended,
      ...more,
    },
  ];
  const at = (...changes: number[]) => changes.map((change) => task([old], { change }));

  it('that began or ended between two tasks are a change, and nothing else', () => {
    const chain = chainOf(at(0, 1, 1, 2), KNOWN, { acceptances: accepts(1, 2) });
    expect(chain.map(told).map((t) => [t.new.length, t.changed, t.unchanged])).toEqual([
      [2, [], 0],
      [0, ['1 CVE-1 ssl null accepted'], 1],
      [0, [], 1],
      [0, ['1 CVE-1 ssl null accepted'], 1],
    ]);
    expect(chain.map((d) => [d.accepted, d.open[1]])).toEqual([
      [0, 2],
      [1, 1],
      [1, 1],
      [0, 2],
    ]);
    expect(chain[1]?.changed[0]?.accepted).toEqual({ reason: 'so be it', by: 'me', until: null });
  });

  it('end by themselves', () => {
    expect(
      chainOf(at(1, 1), KNOWN, { acceptances: accepts(1, null, { until: 1500 }) }).map(
        (d) => d.accepted,
      ),
    ).toEqual([1, 0]);
  });

  it('hold for their host and their package alone', () => {
    expect(
      chainOf(at(1), KNOWN, { acceptances: accepts(1, null, { host_id: 2 }) })[0]?.accepted,
    ).toBe(0);
    expect(
      chainOf(at(1), KNOWN, { acceptances: accepts(1, null, { package: 'bash' }) })[0]?.accepted,
    ).toBe(0);
    expect(
      chainOf(at(1), KNOWN, { acceptances: accepts(1, null, { package: 'ssl', host_id: 1 }) })[0]
        ?.accepted,
    ).toBe(1);
  });

  it('make what comes neither new nor, when it goes, fixed', () => {
    const chain = chainOf(
      [...at(1), task([{ id: 1, packages: { bash: 2 } }], { change: 1 })],
      KNOWN,
      { acceptances: accepts(1) },
    );
    expect(chain.map((d) => [d.new.length, d.fixed.map(short)])).toEqual([
      [1, []],
      [0, ['1 CVE-2 ssl target']],
    ]);
  });
});
