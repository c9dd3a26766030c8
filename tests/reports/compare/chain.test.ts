import { describe, expect, it } from 'vitest';
import type { ReportEntry, TaskDiff } from '../../../src/reports/diff.js';
import {
  compareHistory,
  createRuleMatcher,
  type Rule,
  type HistoryPort,
  type HistoryTask,
} from '../setup.js';

const rule = (cve: string, name: string, fixed: number | null, more: Partial<Rule> = {}): Rule => ({
  cve,
  name,
  fixed,
  severity: 'high',
  ...more,
});
/** Returns `1 CVE-1 ssl target`, with the changed fields at the end. */
const summarizeEntry = ({ host, fact, cause, changes }: ReportEntry): string =>
  [
    `${host.host_id} ${fact.vulnerability_id} ${fact.package ?? fact.port} ${cause}`,
    ...(changes.length > 0 ? [changes.join('+')] : []),
  ].join(' ');
const summarize = (d: TaskDiff) => ({
  new: d.new.map(summarizeEntry),
  fixed: d.fixed.map(summarizeEntry),
  changed: d.changed.map(summarizeEntry),
  unchanged: d.unchanged,
  not_compared: d.not_compared.map(
    (n) => `${n.host_id} ${n.reason}${n.ports === null ? '' : ` ${n.ports}`}`,
  ),
});
const last = (...args: Parameters<typeof compareHistory>) =>
  summarize(compareHistory(...args).at(-1) as TaskDiff);
const EMPTY_DIFF = { new: [], fixed: [], changed: [], unchanged: 0, not_compared: [] };

const KNOWN = [[rule('CVE-1', 'ssl', 3), rule('CVE-2', 'ssl', null), rule('CVE-3', 'bash', 2)]];
const task = (hosts: HistoryTask['hosts'], more: Partial<HistoryTask> = {}): HistoryTask => ({
  hosts,
  generation: 1,
  ...more,
});
const old = { id: 1, packages: { ssl: 2, bash: 2 } };

describe('comparison of package lists', () => {
  it('reports everything as new in the first task, with the target as cause', () => {
    const [diff] = compareHistory([task([old])], KNOWN);
    expect(diff).toMatchObject({ base_task_id: null, open: [0, 2, 0, 0, 0, 0] });
    expect(diff && summarize(diff)).toEqual({
      ...EMPTY_DIFF,
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

  it('reports a finding as fixed after an upgrade, with both versions as evidence', () => {
    const diff = compareHistory(
      [task([old]), task([{ id: 1, packages: { ssl: 3, bash: 2 } }])],
      KNOWN,
    )[1];
    expect(diff && summarize(diff)).toEqual({
      ...EMPTY_DIFF,
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

  it('reports findings neither as fixed nor as open after another publisher built their package', () => {
    const foreign = { id: 1, packages: { ssl: '4.0-1~bookworm', bash: 2 } };
    const diff = compareHistory([task([old]), task([foreign])], [[rule('CVE-1', 'ssl', 3)]])[1];

    expect(diff && summarize(diff)).toEqual({ ...EMPTY_DIFF, not_compared: ['1 not_matched'] });
    expect(diff?.open).toEqual([0, 0, 0, 0, 0, 0]);
    expect(diff?.not_compared[0]?.detail).toBe(
      '1 finding is neither open nor fixed: ' +
        'the package is now a build of another publisher, which the data of the earlier build does not cover.',
    );
    expect(diff?.coverage.gaps).toMatchObject([{ state: 'partly', reason: 'other_publishers' }]);
  });

  it('reports findings as fixed after their package was removed', () => {
    const diff = compareHistory([task([old]), task([{ id: 1, packages: { bash: 2 } }])], KNOWN)[1];
    expect(diff && summarize(diff)).toEqual({
      ...EMPTY_DIFF,
      fixed: ['1 CVE-1 ssl target', '1 CVE-2 ssl target'],
    });
    expect(diff?.fixed[0]?.after).toMatchObject({ installed_version: null });
  });

  it.each([
    ['a new record', [[], [rule('CVE-1', 'ssl', 3)]], 2, { new: ['1 CVE-1 ssl knowledge'] }],
    [
      'a withdrawn record',
      [[rule('CVE-1', 'ssl', 3)], []],
      2,
      { fixed: ['1 CVE-1 ssl knowledge'] },
    ],
    [
      'a different fixed version',
      [[rule('CVE-1', 'ssl', 3)], [rule('CVE-1', 'ssl', 4)]],
      2,
      { changed: ['1 CVE-1 ssl knowledge fixed_version'] },
    ],
    [
      'a different severity, and an upgrade that does not fix it',
      [[rule('CVE-1', 'ssl', 9)], [rule('CVE-1', 'ssl', 9, { severity: 'low' })]],
      3,
      { changed: ['1 CVE-1 ssl both installed_version+severity'] },
    ],
    [
      'a new record that affects the upgraded version as well',
      [[], [rule('CVE-1', 'ssl', 4)]],
      3,
      { new: ['1 CVE-1 ssl knowledge'] },
    ],
    [
      'a new record for a package installed in the meantime',
      [[rule('CVE-1', 'tls', 3)], [rule('CVE-1', 'ssl', null), rule('CVE-1', 'tls', 3)]],
      0,
      { new: ['1 CVE-1 ssl both'] },
    ],
    [
      'an upgrade that fixes it by the older data',
      [[rule('CVE-1', 'ssl', 3)], [rule('CVE-1', 'ssl', 2)]],
      3,
      { fixed: ['1 CVE-1 ssl target'] },
    ],
    [
      'an upgrade that fixes it by the newer data only',
      [[rule('CVE-1', 'ssl', 9)], [rule('CVE-1', 'ssl', 3)]],
      3,
      { fixed: ['1 CVE-1 ssl both'] },
    ],
  ])(
    'reports the cause when there is %s between two tasks',
    (_name, generations, version, expected) => {
      const before: Record<string, number> = version === 0 ? { bash: 2 } : { ssl: 2, bash: 2 };
      const after: Record<string, number> =
        version === 0 ? { ssl: 2, bash: 2 } : { ssl: version, bash: 2 };
      expect(
        last(
          [
            task([{ id: 1, packages: before }]),
            task([{ id: 1, packages: after }], { generation: 2 }),
          ],
          generations,
        ),
      ).toEqual({ ...EMPTY_DIFF, ...expected });
    },
  );

  it('reports knowledge as the cause for unchanged packages, even if the older generation was deleted', () => {
    const generations = [[], [rule('CVE-1', 'ssl', 3)]];
    const retained = createRuleMatcher(generations);
    const matcher = {
      ...retained,
      packages: (
        ecosystems: readonly string[],
        packages: Parameters<typeof retained.matchPackages>[1],
      ) => retained.matchPackages(ecosystems, packages, 2),
    };
    expect(
      last([task([old]), task([old], { generation: 2 })], generations, { matcher }).new,
    ).toEqual(['1 CVE-1 ssl knowledge']);
  });

  it('reports two installed versions of a package as one finding, fixed when the last one is removed', () => {
    const kernel = [[rule('CVE-1', 'kernel', 5)]];
    const steps: Record<string, number>[] = [
      { 'kernel#a': 2 },
      { 'kernel#a': 2, 'kernel#b': 3 },
      { 'kernel#b': 3 },
      { 'kernel#b': 3, 'kernel#c': 5 },
      { 'kernel#c': 5 },
    ];
    expect(
      compareHistory(
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

  it('reports one CVE in two packages as two findings', () => {
    expect(
      last(
        [
          task([{ id: 1, packages: { ssl: 1, libssl: 1 } }]),
          task([{ id: 1, packages: { ssl: 1, libssl: 3 } }]),
        ],
        [[rule('CVE-1', 'ssl', 3), rule('CVE-1', 'libssl', 3)]],
      ),
    ).toEqual({ ...EMPTY_DIFF, fixed: ['1 CVE-1 libssl target'], unchanged: 1 });
  });

  it.each([
    ['an empty package list', { id: 1, packages: {} }, 'no_packages'],
    ['a system without vulnerability data', { ...old, ecosystems: [] }, 'not_matched'],
    ['an unreachable agent', { id: 1, outcome: 'agent_offline' }, 'agent_offline'],
  ])('does not compare a host with %s, and keeps its baseline', (_name, between, reason) => {
    const chain = compareHistory(
      [task([old]), task([between]), task([{ id: 1, packages: { ssl: 3, bash: 2 } }])],
      KNOWN,
    );
    expect(chain.slice(1).map(summarize)).toEqual([
      { ...EMPTY_DIFF, not_compared: [`1 ${reason}`] },
      {
        ...EMPTY_DIFF,
        fixed: ['1 CVE-1 ssl target'],
        changed: ['1 CVE-2 ssl target installed_version'],
      },
    ]);
    expect(chain[1]?.open).toEqual([0, 2, 0, 0, 0, 0]);
  });

  it('omits findings rated unimportant by their publisher unless they are requested', () => {
    const knowledge = [[rule('CVE-1', 'ssl', 3, { unimportant: true }), rule('CVE-2', 'ssl', 3)]];
    expect(last([task([old])], knowledge).new).toEqual(['1 CVE-2 ssl target']);
    expect(last([task([old])], knowledge, { withHidden: true }).new).toHaveLength(2);
  });
});

const WEB: HistoryPort = { port: 80, service: 'http', product: 'nginx', version: 1 };
const SSH: HistoryPort = { port: 22, service: 'ssh', product: 'sshd', version: 1 };
const NET = [[rule('CVE-8', 'nginx', 2), rule('CVE-9', 'sshd', 2)]];
const scan = (ports: HistoryPort[], scannedPorts = [22, 80], id = 1): HistoryTask =>
  task([{ id, ports, scannedPorts }]);

describe('comparison of scans', () => {
  it.each<[string, HistoryTask, object]>([
    ['closed', scan([SSH]), { fixed: ['1 CVE-8 80 target'], unchanged: 1 }],
    [
      'upgraded',
      scan([SSH, { ...WEB, version: 2 }]),
      { fixed: ['1 CVE-8 80 target'], unchanged: 1 },
    ],
    [
      'outside the scanned range',
      scan([SSH], [22]),
      { unchanged: 1, not_compared: ['1 ports_not_scanned 80'] },
    ],
    [
      'silent now',
      task([{ id: 1, ports: [SSH], scannedPorts: [22], silentPorts: [80] }]),
      { unchanged: 1, not_compared: ['1 ports_silent 80'] },
    ],
    [
      'silent like every other port',
      task([{ id: 1, ports: [], scannedPorts: [], silentPorts: [22, 80, 443] }]),
      { not_compared: ['1 ports_silent 22,80'] },
    ],
    [
      'open, but not identified',
      scan(
        [SSH, { ...WEB, service: '', product: null, version: null }].map((p) => ({
          ...p,
          service: p.service || (null as unknown as string),
        })),
      ),
      { unchanged: 1, not_compared: ['1 service_not_identified 80'] },
    ],
    [
      'open without a version',
      scan([SSH, { ...WEB, version: null }]),
      { unchanged: 1, not_compared: ['1 service_not_identified 80'] },
    ],
    [
      'open with a different product',
      scan([SSH, { ...WEB, product: 'caddy', version: null }]),
      { fixed: ['1 CVE-8 80 target'], unchanged: 1 },
    ],
    [
      'on an unreachable host',
      task([{ id: 1, outcome: 'unreachable' }]),
      { not_compared: ['1 unreachable'] },
    ],
    [
      'on a host whose task was stopped',
      task([{ id: 1, outcome: 'stopped' }]),
      { not_compared: ['1 stopped'] },
    ],
    ['on a host that left the template', task([]), { not_compared: ['1 not_in_task'] }],
  ])('compares a port that is %s', (_name, second, expected) => {
    expect(last([scan([SSH, WEB]), second], NET)).toEqual({ ...EMPTY_DIFF, ...expected });
  });

  it('reports findings of a silent port as fixed only when the port answers again without them', () => {
    const silent = task([{ id: 1, ports: [SSH], scannedPorts: [22], silentPorts: [80] }]);
    const chain = compareHistory([scan([SSH, WEB]), silent, silent, scan([SSH])], NET);
    expect(chain.map((d) => d.fixed.length)).toEqual([0, 0, 0, 1]);
    expect(chain.map((d) => d.services.closed.length)).toEqual([0, 0, 0, 1]);
    const back = compareHistory([scan([SSH, WEB]), silent, scan([SSH, WEB])], NET);
    expect(back.at(-1)?.new).toEqual([]);
    expect(back.at(-1)?.services.opened).toEqual([]);
  });

  it('reports findings as fixed only when their port is scanned again, however many tasks later', () => {
    const chain = compareHistory(
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

  it('reports a deleted host as not compared in one task only', () => {
    const chain = compareHistory(
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

  it('compares a host after a change of its IP address', () => {
    expect(
      last(
        [
          task([{ id: 1, ip: '10.0.0.1', ports: [WEB] }]),
          task([{ id: 1, ip: '10.9.9.9', ports: [WEB] }]),
        ],
        NET,
      ),
    ).toEqual({ ...EMPTY_DIFF, unchanged: 1 });
  });

  it('determines the cause for a newly opened port from the scan that found it closed', () => {
    expect(last([scan([]), { ...scan([WEB]), generation: 2 }], [[], NET[0] ?? []]).new).toEqual([
      '1 CVE-8 80 both',
    ]);
    expect(
      last([scan([]), { ...scan([WEB]), generation: 2 }], [NET[0] ?? [], NET[0] ?? []]).new,
    ).toEqual(['1 CVE-8 80 target']);
    expect(
      last([scan([], [22]), { ...scan([WEB]), generation: 2 }], [[], NET[0] ?? []]).new,
    ).toEqual(['1 CVE-8 80 target']); // not scanned before
  });

  it('compares a port with the newest scan whose range included it', () => {
    const chain = compareHistory(
      [scan([]), scan([], [80]), { ...scan([]), generation: 2 }, { ...scan([WEB]), generation: 2 }],
      [[], NET[0] ?? []],
    );
    expect(chain.at(-1)?.new.map(summarizeEntry)).toEqual(['1 CVE-8 80 target']);
    expect(chain.at(-1)?.new[0]?.before).toMatchObject({ state: 'closed', observed_at: 2999 });
  });

  it.each<[string, HistoryPort[], object]>([
    [
      'reports no weakness',
      [{ ...WEB, checks: { 'weak-x': 'fine' } }],
      { fixed: ['1 hw:weak-x 80 target'] },
    ],
    [
      'is inconclusive',
      [{ ...WEB, checks: { 'weak-x': 'unknown' } }],
      { not_compared: ['1 check_inconclusive 80'] },
    ],
    ['did not run', [WEB], { not_compared: ['1 check_inconclusive 80'] }],
    ['cannot run because the port is closed', [], { fixed: ['1 hw:weak-x 80 target'] }],
    [
      'cannot run because a different service listens',
      [{ ...WEB, service: 'ssh', product: 'sshd', version: 9 }],
      { fixed: ['1 hw:weak-x 80 target'] },
    ],
    ['reports it again', [{ ...WEB, checks: { 'weak-x': 'weak' } }], { unchanged: 1 }],
  ])('compares a weakness whose check %s', (_name, ports, expected) => {
    expect(last([scan([{ ...WEB, checks: { 'weak-x': 'weak' } }]), scan(ports)], [[]])).toEqual({
      ...EMPTY_DIFF,
      ...expected,
    });
  });

  it('reports opened, closed and changed services', () => {
    const services = (d: TaskDiff | undefined) => [
      d?.services.opened.map((s) => s.port),
      d?.services.closed.map((s) => s.port),
      d?.services.changed.map((s) => s.port),
    ];
    const chain = compareHistory(
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
      before: { service: { product: 'nginx' }, first_seen: 999, last_seen: 999 },
    });
  });
});

describe('acceptances of findings', () => {
  const createAcceptances = (began: number, ended: number | null = null, more: object = {}) => [
    {
      id: 1,
      kind: 'person' as const,
      vulnerability_id: 'CVE-1',
      host_id: null,
      group_id: null,
      package: null,
      port: null,
      transport: null,
      product: null,
      reason: 'accepted risk',
      by: 'me',
      until: null,
      began_change: began,
      ended_change: ended,
      ...more,
    },
  ];
  const tasksAfter = (...changes: number[]) => changes.map((change) => task([old], { change }));

  it('are reported as a change in the task in which they start or end', () => {
    const chain = compareHistory(tasksAfter(0, 1, 1, 2), KNOWN, {
      acceptances: createAcceptances(1, 2),
    });
    expect(chain.map(summarize).map((t) => [t.new.length, t.changed, t.unchanged])).toEqual([
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
    expect(chain[1]?.changed[0]?.accepted).toEqual({
      reason: 'accepted risk',
      by: 'me',
      until: null,
      id: 1,
      kind: 'person',
    });
  });

  it('end at their expiry', () => {
    expect(
      compareHistory(tasksAfter(1, 1), KNOWN, {
        acceptances: createAcceptances(1, null, { until: 1500 }),
      }).map((d) => d.accepted),
    ).toEqual([1, 0]);
  });

  it('apply only to their host and package', () => {
    expect(
      compareHistory(tasksAfter(1), KNOWN, {
        acceptances: createAcceptances(1, null, { host_id: 2 }),
      })[0]?.accepted,
    ).toBe(0);
    expect(
      compareHistory(tasksAfter(1), KNOWN, {
        acceptances: createAcceptances(1, null, { package: 'bash' }),
      })[0]?.accepted,
    ).toBe(0);
    expect(
      compareHistory(tasksAfter(1), KNOWN, {
        acceptances: createAcceptances(1, null, { package: 'ssl', host_id: 1 }),
      })[0]?.accepted,
    ).toBe(1);
  });

  it('keep a finding from being reported as new or fixed', () => {
    const chain = compareHistory(
      [...tasksAfter(1), task([{ id: 1, packages: { bash: 2 } }], { change: 1 })],
      KNOWN,
      { acceptances: createAcceptances(1) },
    );
    expect(chain.map((d) => [d.new.length, d.fixed.map(summarizeEntry)])).toEqual([
      [1, []],
      [0, ['1 CVE-2 ssl target']],
    ]);
  });
});
