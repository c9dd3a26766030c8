import { comparePackages, type PackagesBaseline } from './compare-packages.js';
import { compareScan, parseScan, type PortsBaseline } from './compare-scan.js';
import { SEVERITIES } from '../../knowledge/records.js';
import type {
  TaskHostResult,
  NotCompared,
  PackagesResult,
  PortsResult,
  ReportHost,
  ReportTask,
  TaskDiff,
} from '../diff.js';
import { createPortSets } from './port-set.js';
import type { FirstSeen, HostComparison, ComparisonDeps } from './record-finding.js';
import type { ResultData } from '../read/result-data.js';

/** What is known of one host. `seen`: the number of the newest result. */
interface HostState {
  packages: PackagesBaseline | null;
  ports: PortsBaseline | null;
  firstSeen: FirstSeen;
  seen: number;
}

/** Compares the tasks of one template, the oldest first. */
export interface Chain {
  /** Takes the next task. `isKept` false: its own diff is of no interest, and stays without entries and counts. */
  take(task: ReportTask, hosts: Iterable<TaskHostResult>, isKept?: boolean): TaskDiff;
}

/**
 * The chain of differences. Each host is compared with the last task that has a result for it, each port with the last that looked
 * at it; what could not be looked at is listed as not compared, and stays what it was.
 * @param exists whether a host is still stored
 */
export function createChain(tools: ComparisonDeps, exists: (hostId: number) => boolean): Chain {
  const states = new Map<number, HostState>();
  const compare = createComparison(tools);
  let members = new Map<number, ReportHost>();
  let base: number | null = null;
  return {
    take(task, hosts, isKept = true) {
      const diff = emptyDiff(task, base);
      base = task.id;
      const moment = { change: task.acceptance_changes, at: task.finished_at };
      const before = members;
      members = new Map();
      for (const host of hosts) {
        const named = { host_id: host.host_id, ip: host.ip, name: host.name };
        members.set(host.host_id, named);
        const state = states.get(host.host_id) ?? {
          packages: null,
          ports: null,
          firstSeen: { since: 0, later: new Map<number, number>() },
          seen: 0,
        };
        states.set(host.host_id, state);
        const refusal = refusalOf(host, state);
        if (refusal) diff.not_compared.push({ ...named, ...refusal, ports: null });
        const now = {
          observed_at: host.result?.observed_at ?? 0,
          generation: host.result?.generation ?? 0,
          moment,
        };
        const scene: HostComparison = {
          ...tools,
          isKept,
          host: named,
          diff,
          now,
          firstSeen: state.firstSeen,
        };
        if (host.result && !refusal) {
          state.seen = host.result.number;
          compare(scene, state, host.result);
        }
        if (isKept) countOpen(scene, state);
      }
      for (const host of before.values())
        if (!members.has(host.host_id)) diff.not_compared.push(missing(host, exists));
      return diff;
    },
  };
}

function emptyDiff(task: ReportTask, base: number | null): TaskDiff {
  return {
    task,
    base_task_id: base,
    new: [],
    fixed: [],
    changed: [],
    unchanged: 0,
    accepted: 0,
    not_compared: [],
    services: { opened: [], closed: [], changed: [] },
    open: SEVERITIES.map(() => 0),
  };
}

// Only a host that was reached, and of which something could be judged, is compared.
function refusalOf(
  { outcome, detail, result }: TaskHostResult,
  { seen }: HostState,
): Pick<NotCompared, 'reason' | 'detail'> | null {
  if (outcome !== 'done') return { reason: outcome ?? 'no_result', detail };
  if (result === null)
    return { reason: 'no_result', detail: 'The task left nothing that could be compared.' };
  if (result.number > 0 && result.number < seen)
    return {
      reason: 'overtaken',
      detail: 'A task that was started before this one looked at the host after it.',
    };
  if (result.kind === 'packages' && result.scopes === '[]')
    return {
      reason: 'not_judged',
      detail: 'There is no vulnerability data for the system of this host.',
    };
  return null;
}

function missing(host: ReportHost, exists: (hostId: number) => boolean): NotCompared {
  const [reason, detail] = exists(host.host_id)
    ? ['not_in_task', 'The template does not have this host any more.']
    : ['host_deleted', 'The host was deleted.'];
  return { ...host, reason, detail, ports: null };
}

function createComparison({ stock }: ComparisonDeps) {
  const portSet = createPortSets();
  const scan = (scene: HostComparison, state: HostState, result: PortsResult): void => {
    if (!state.ports) state.firstSeen.since = result.observed_at;
    state.ports ??= { ports: new Map(), looks: new Map() };
    const facts = stock
      .set(result.facts_id)
      .numbers.map((n) => stock.facts.get(n))
      .filter((f) => f !== undefined);
    compareScan(scene, state.ports, parseScan(result, portSet(result.looked_at), facts), portSet);
  };
  const packages = (scene: HostComparison, state: HostState, result: PackagesResult): void => {
    const now = { ...result, ...scene.now };
    if (stock.isEmpty(result.state_id)) return unread(scene);
    if (state.packages && isWithoutData(stock, state.packages, result))
      return unjudged(scene, UNJUDGED.all);
    if (!state.packages) state.firstSeen.since = result.observed_at;
    const kept = comparePackages(scene, state.packages, now);
    if (kept.size > 0) unjudged(scene, UNJUDGED.some);
    state.packages = { ...now, kept };
  };
  return (scene: HostComparison, state: HostState, result: PackagesResult | PortsResult): void =>
    result.kind === 'ports' ? scan(scene, state, result) : packages(scene, state, result);
}

// A machine without a single package is none: its list could not be read.
function unread({ diff, host }: HostComparison): void {
  diff.not_compared.push({
    ...host,
    reason: 'no_packages',
    detail: 'The list of packages could not be read.',
    ports: null,
  });
}

// Data that are gone (a feed was emptied, or knowledge.db was lost) mend nothing.
function isWithoutData(
  stock: ResultData,
  before: PackagesResult,
  { facts_id, scopes, generation }: PackagesResult,
): boolean {
  return (
    stock.isEmpty(facts_id) && !stock.isEmpty(before.facts_id) && !stock.hasData(scopes, generation)
  );
}

const UNJUDGED = {
  all: 'The vulnerability data that the host was judged by before were not there any more.',
  some: 'Some of the vulnerability data that the host was judged by before were not there any more: what they alone told stays as it was.',
};

function unjudged({ diff, host }: HostComparison, detail: string): void {
  diff.not_compared.push({ ...host, reason: 'not_judged', detail, ports: null });
}

function countOpen(
  { stock, diff, accepted, host, now }: HostComparison,
  { packages, ports }: HostState,
): void {
  const add = (severity: number, n: number): void => {
    diff.open[severity] = (diff.open[severity] ?? 0) + n;
  };
  if (packages) {
    const set = stock.set(packages.facts_id);
    set.severities.forEach((n, i) => add(i, n));
    const off = new Map(
      set.concerned
        .filter((f) => accepted.of(f, host.host_id, now.moment))
        .map((f) => [f.identity, f]),
    );
    for (const fact of off.values()) add(SEVERITIES.indexOf(fact.severity), -1);
    for (const { fact } of packages.kept.values())
      if (!accepted.of(fact, host.host_id, now.moment)) add(SEVERITIES.indexOf(fact.severity), 1);
  }
  for (const { held } of ports?.ports.values() ?? [])
    for (const { fact } of held.values())
      if (!accepted.of(fact, host.host_id, now.moment)) add(SEVERITIES.indexOf(fact.severity), 1);
}
