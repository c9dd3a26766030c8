import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  AcceptanceMemberRow,
  AcceptanceRow,
} from '../../../src/reports/read/acceptance-timeline.js';
import type { ReportEntry, TaskDiff } from '../../../src/reports/diff.js';
import { expectedDiffs, type ExpectedDiff } from './expected-diffs.js';
import {
  compareHistory,
  type HistoryHost,
  type HistoryPort,
  type HistoryTask,
  type Rule,
} from '../setup.js';

const HISTORIES = 1500;
const NAMES = ['a', 'b', 'c'];
const CVES = ['CVE-1', 'CVE-2', 'CVE-3'];
const PORTS = [22, 80, 443];

const version = fc.integer({ min: 1, max: 4 });
const rule: fc.Arbitrary<Rule> = fc.record({
  cve: fc.constantFrom(...CVES),
  name: fc.constantFrom(...NAMES),
  fixed: fc.option(fc.integer({ min: 2, max: 5 })),
  severity: fc.constantFrom('high', 'low'),
});
const rules = fc.uniqueArray(rule, { selector: (r) => `${r.cve} ${r.name}`, maxLength: 6 });
const outcome = fc.oneof(
  { weight: 5, arbitrary: fc.constant('done') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('unreachable', 'stopped', 'auth_failed', 'agent_offline'),
  },
);
const id = fc.integer({ min: 1, max: 3 });

const packageHost: fc.Arbitrary<HistoryHost> = fc.record({
  id,
  outcome,
  packages: fc.dictionary(fc.constantFrom(...NAMES), version, { maxKeys: 3 }),
  ecosystems: fc.oneof(
    { weight: 8, arbitrary: fc.constant<readonly string[]>(['Debian:12']) },
    { weight: 1, arbitrary: fc.constant<readonly string[]>([]) },
  ),
});
const port: fc.Arbitrary<HistoryPort> = fc
  .record({
    port: fc.constantFrom(...PORTS),
    service: fc.constantFrom('http', 'ssh', null as unknown as string),
    product: fc.option(fc.constantFrom(...NAMES), { freq: 6 }),
    version: fc.option(version, { freq: 5 }),
    checks: fc.oneof(
      fc.constant({}),
      fc.record({ weak: fc.constantFrom('weak', 'fine', 'unknown') }),
    ),
  })
  .map((p) => ({
    ...p,
    product: p.service === null ? null : p.product,
    version: p.service === null || p.product === null ? null : p.version,
  }));
const scannedHost: fc.Arbitrary<HistoryHost> = fc
  .record({
    id,
    outcome,
    ports: fc.uniqueArray(port, { selector: (p) => p.port, maxLength: 3 }),
    scannedPorts: fc.oneof(
      { weight: 2, arbitrary: fc.constant(PORTS) },
      { weight: 1, arbitrary: fc.subarray(PORTS) },
    ),
    areOthersSilent: fc.boolean(),
    key: fc.option(fc.constantFrom('k1', 'k2', 'k3'), { freq: 3 }),
  })
  .map(({ areOthersSilent, key, ...host }) => ({
    ...host,
    keys: key === null ? [] : [key],
    silentPorts: areOthersSilent ? PORTS.filter((p) => !host.scannedPorts.includes(p)) : [],
  }));

const GROUP = 7;
const target = fc.oneof(
  id.map((host_id) => ({ host_id, group_id: null })),
  fc.constant({ host_id: null, group_id: GROUP }),
  fc.constant({ host_id: null, group_id: null }),
);
const location = fc.oneof(
  fc.constantFrom(...NAMES).map((name) => ({ package: name, port: null, transport: null })),
  fc.constantFrom(22, 80, 443).map((port) => ({ package: null, port, transport: 'tcp' })),
  fc.constant({ package: null, port: null, transport: null }),
);
const acceptance: fc.Arbitrary<AcceptanceRow> = fc
  .tuple(
    target,
    location,
    fc.record({
      id: fc.constant(1),
      kind: fc.constant('person' as const),
      product: fc.constant(null),
      vulnerability_id: fc.constantFrom(...CVES, 'hw:weak'),
      reason: fc.constant('r'),
      by: fc.constant('b'),
      until: fc.option(
        fc.integer({ min: 1, max: 8 }).map((n) => n * 1000),
        { freq: 2 },
      ),
      began_change: fc.integer({ min: 1, max: 4 }),
      ended_change: fc.option(fc.integer({ min: 2, max: 6 })),
    }),
  )
  .map(([where, what, rest]) => ({ ...where, ...what, ...rest }));
const member: fc.Arbitrary<AcceptanceMemberRow> = fc.record({
  group_id: fc.constant(GROUP),
  host_id: id,
  began_change: fc.integer({ min: 0, max: 4 }),
  ended_change: fc.option(fc.integer({ min: 1, max: 6 })),
});

interface History {
  generations: Rule[][];
  tasks: HistoryTask[];
  acceptances: AcceptanceRow[];
  members: AcceptanceMemberRow[];
}
/** Each key is of one device: other tests have copies of a machine. */
const withoutCopies = (hosts: HistoryHost[]): HistoryHost[] =>
  hosts.map((host, i) => {
    const isCopy = hosts.slice(0, i).some(({ keys }) => keys?.[0] === host.keys?.[0]);
    return isCopy ? { ...host, keys: [] } : host;
  });

const history = (host: fc.Arbitrary<HistoryHost>): fc.Arbitrary<History> =>
  fc
    .record({
      generations: fc.array(rules, { minLength: 3, maxLength: 3 }),
      acceptances: fc.oneof(
        { weight: 2, arbitrary: fc.constant<AcceptanceRow[]>([]) },
        { weight: 1, arbitrary: fc.array(acceptance, { maxLength: 3 }) },
      ),
      members: fc.array(member, { maxLength: 3 }),
      tasks: fc.array(
        fc.record({
          hosts: fc.uniqueArray(host, { selector: (h) => h.id, maxLength: 3 }).map(withoutCopies),
          newer: fc.boolean(),
          accepting: fc.boolean(),
        }),
        { minLength: 1, maxLength: 7 },
      ),
    })
    .map(({ generations, tasks, acceptances, members }) => {
      let generation = 1; // like `change`, it never decreases
      let change = 0;
      const steps = tasks.map(({ hosts, newer, accepting }) => {
        if (newer && generation < generations.length) generation += 1;
        if (accepting) change += 1;
        return { hosts, generation, change };
      });
      return { generations, acceptances, members, tasks: steps };
    });

const toName = ({ host, fact }: ReportEntry): string =>
  `${host.host_id}|${fact.vulnerability_id}|${fact.package ?? fact.port}`;

const hostsNotCompared = (d: TaskDiff, task: HistoryTask | undefined): number[] =>
  d.not_compared
    .filter((n) => n.ports === null && task?.hosts.some((h) => h.id === n.host_id))
    .map((n) => n.host_id)
    .sort((a, b) => a - b);

const summarize = (d: TaskDiff, task: HistoryTask | undefined): ExpectedDiff => ({
  new: d.new.map(toName).sort(),
  fixed: d.fixed.map(toName).sort(),
  changed: d.changed.map(toName).sort(),
  unchanged: d.unchanged,
  accepted: d.accepted,
  not_compared: hostsNotCompared(d, task),
  moved: d.moved.map(({ from, to }) => `${from.host_id} ${to.host_id}`).sort(),
});

describe.each([
  ['packages', packageHost],
  ['ports', scannedHost],
] as const)('generated histories of %s', (_name, host) => {
  it('have the diffs of a slow and simple model: nothing is new or fixed by mistake', () => {
    fc.assert(
      fc.property(history(host), ({ generations, tasks, acceptances, members }) => {
        const diffs = compareHistory(tasks, generations, { acceptances, members });
        expect(diffs.map((d, i) => summarize(d, tasks[i]))).toEqual(
          expectedDiffs({ tasks, generations, acceptances, members }),
        );
      }),
      { numRuns: HISTORIES },
    );
  });

  it('have as many open findings as were new, less those that were fixed', () => {
    fc.assert(
      fc.property(history(host), ({ generations, tasks }) => {
        const members = tasks[0]?.hosts ?? [];
        const steady = tasks.map((t) => ({
          ...t,
          hosts: members.map((m) => ({
            ...(t.hosts.find((h) => h.id === m.id) ?? { ...m, outcome: 'unreachable' }),
            keys: [], // what another device has is neither new nor fixed
          })),
        }));
        let open = 0;
        for (const diff of compareHistory(steady, generations)) {
          open += diff.new.length - diff.fixed.length;
          expect(diff.open.reduce((a, b) => a + b, 0)).toBe(open);
        }
      }),
      { numRuns: 500 },
    );
  });
});
