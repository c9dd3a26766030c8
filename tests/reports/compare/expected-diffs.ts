import type {
  AcceptanceMemberRow,
  AcceptanceRow,
} from '../../../src/reports/read/acceptance-timeline.js';
import type { HistoryHost, HistoryPort, HistoryTask, Rule, RuleGenerations } from '../setup.js';

// The expected report of a history. It is computed for every task from the whole history before it: slow,
// and without state that is carried from task to task. A finding is `host|vulnerability|package or port`.

export interface ExpectedDiff {
  new: string[];
  fixed: string[];
  changed: string[];
  unchanged: number;
  accepted: number;
  /** ids of hosts that are not compared at all */
  not_compared: number[];
  /** `from to`: ids of hosts */
  moved: string[];
}

interface History {
  /** which device was where */
  places?: readonly Places[];
  tasks: readonly HistoryTask[];
  generations: RuleGenerations;
  acceptances: readonly AcceptanceRow[];
  members?: readonly AcceptanceMemberRow[];
}

/** A finding in one task; `unknown`: the task did not check it. */
type State = { installed: string; fixed: string; severity: string } | 'absent' | 'unknown';

const PORTS = [22, 80, 443];

/** Returns what a task saw of a device, wherever it was. */
function findDevice(
  { tasks, places = [] }: History,
  t: number,
  device: number,
): HistoryHost | undefined {
  const at = places[t];
  return at && tasks[t]?.hosts.find((h) => at.deviceAt.get(h.id) === device);
}

const rulesAt = ({ tasks, generations }: History, t: number): readonly Rule[] =>
  generations[(tasks[t]?.generation ?? 0) - 1] ?? [];

/** The device at each host of a task, as numbers; `others`: hosts at which another one answers; `moved`: `from to`. */
interface Places {
  deviceAt: ReadonlyMap<number, number>;
  others: ReadonlySet<number>;
  moved: readonly string[];
}

/** Returns the key of a host; null: it has none; undefined: it is not known. */
function keyOf(host: HistoryHost | undefined): string | null | undefined {
  if (host === undefined || !['done', 'unreachable'].includes(host.outcome ?? 'done'))
    return undefined;
  if (host.outcome === 'unreachable') return null;
  return host.scannedPorts?.includes(22) ? (host.keys?.[0] ?? null) : undefined;
}

/** Follows devices by their only key, from task to task. */
function followDevices(tasks: readonly HistoryTask[]): Places[] {
  let devices = 0;
  let here = new Map<number, number>(); // host → device
  const keys = new Map<number, string>(); // device → key
  const last = new Map<string, { device: number; host: number }>(); // key → where it was last
  return tasks.map(({ hosts }) => {
    const before = new Map(here);
    const others = new Set<number>();
    const moved: string[] = [];
    const arrived = new Map<number, number>();
    for (const host of hosts) {
      const key = keyOf(host);
      const known = before.get(host.id);
      if (key == null || (known !== undefined && keys.get(known) === key)) continue;
      const from = last.get(key);
      const now = from && keyOf(hosts.find(({ id }) => id === from.host));
      const isThere = from !== undefined && before.get(from.host) === from.device;
      const hasLeft = !isThere || (now !== undefined && now !== key);
      if (from && hasLeft) {
        arrived.set(host.id, from.device);
        if (from.host !== host.id) moved.push(`${from.host} ${host.id}`);
      } else if (known !== undefined && keys.has(known)) others.add(host.id);
    }
    here = new Map(before);
    for (const device of arrived.values())
      for (const [host, there] of before)
        if (there === device && !arrived.has(host)) {
          here.delete(host);
          const isDone = (hosts.find(({ id }) => id === host)?.outcome ?? 'done') === 'done';
          if (isDone) others.add(host);
        }
    for (const [host, device] of arrived) here.set(host, device);
    for (const host of others) here.delete(host);
    for (const { id } of hosts)
      if (!here.has(id)) {
        devices += 1;
        here.set(id, devices);
      }
    for (const host of hosts) {
      const key = keyOf(host);
      const device = here.get(host.id) ?? 0;
      if (key == null) continue;
      keys.set(device, key);
      last.set(key, { device, host: host.id });
    }
    return { deviceAt: here, others, moved };
  });
}

export function expectedDiffs(plain: History): ExpectedDiff[] {
  const findings = listFindings(plain);
  const places = followDevices(plain.tasks);
  const history = { ...plain, places };
  return history.tasks.map((task, t) => {
    const others = places[t]?.others ?? new Set();
    const diff: ExpectedDiff = {
      new: [],
      fixed: [],
      changed: [],
      unchanged: 0,
      accepted: 0,
      not_compared: task.hosts
        .filter((h) => !isCompared(h) || others.has(h.id))
        .map((h) => h.id)
        .sort((a, b) => a - b),
      moved: [...(places[t]?.moved ?? [])].sort(),
    };
    for (const finding of findings)
      if (!others.has(Number(finding.split('|')[0]))) addFinding(diff, finding, t, history);
    return diff;
  });
}

function addFinding(diff: ExpectedDiff, finding: string, t: number, history: History): void {
  const device = history.places?.[t]?.deviceAt.get(Number(finding.split('|')[0])) ?? -1;
  const now = stateOf(finding, t, device, history);
  if (now === 'unknown') return;
  let b = t - 1;
  while (b >= 0 && stateOf(finding, b, device, history) === 'unknown') b -= 1;
  const before = b < 0 ? 'absent' : stateOf(finding, b, device, history);
  const isAcceptedAt = (at: number): boolean =>
    history.acceptances.some((a) =>
      isAccepted(history, a, finding, history.tasks[at]?.change ?? 0, (at + 1) * 1000),
    );
  if (typeof now === 'object' && isAcceptedAt(t)) diff.accepted += 1;
  if (before === 'absent') {
    if (now !== 'absent' && !isAcceptedAt(t)) diff.new.push(finding);
  } else if (now === 'absent') {
    if (!isAcceptedAt(t)) diff.fixed.push(finding);
  } else if (isAcceptedAt(t) && isAcceptedAt(b)) return;
  else if (isAcceptedAt(t) !== isAcceptedAt(b) || JSON.stringify(now) !== JSON.stringify(before))
    diff.changed.push(finding);
  else diff.unchanged += 1;
}

const isMember = (
  members: readonly AcceptanceMemberRow[],
  group: number,
  host: number,
  change: number,
): boolean =>
  members.some(
    (m) =>
      m.group_id === group &&
      m.host_id === host &&
      change >= m.began_change &&
      !(m.ended_change !== null && change >= m.ended_change),
  );

function isAccepted(
  { members = [] }: History,
  a: AcceptanceRow,
  finding: string,
  change: number,
  at: number,
): boolean {
  const [host, cve, subject] = finding.split('|');
  if (
    a.vulnerability_id !== cve ||
    (a.host_id !== null && a.host_id !== Number(host)) ||
    (a.package !== null && a.package !== subject) ||
    (a.port !== null && String(a.port) !== subject) ||
    (a.group_id !== null && !isMember(members, a.group_id, Number(host), change))
  )
    return false;
  return (
    change >= a.began_change &&
    !(a.ended_change !== null && change >= a.ended_change) &&
    !(a.until !== null && at >= a.until)
  );
}

/** Returns all findings that are possible in a history. */
function listFindings({ tasks, generations }: History): string[] {
  const findings = new Set<string>();
  const hosts = new Set(tasks.flatMap((t) => t.hosts.map((h) => h.id)));
  for (const id of hosts) {
    for (const r of generations.flat()) {
      findings.add(`${id}|${r.cve}|${r.name}`);
      for (const port of PORTS) findings.add(`${id}|${r.cve}|${port}`);
    }
    for (const port of PORTS) findings.add(`${id}|hw:weak|${port}`);
  }
  return [...findings].sort();
}

const isCompared = (h: HistoryHost): boolean =>
  (h.outcome ?? 'done') === 'done' &&
  (!h.packages || ((h.ecosystems ?? ['x']).length > 0 && Object.keys(h.packages).length > 0));

function stateOf(finding: string, t: number, id: number, history: History): State {
  const [, cve = '', subject = ''] = finding.split('|');
  const host = findDevice(history, t, id);
  if (!host || !isCompared(host)) return 'unknown';
  const port = Number(subject);
  if (host.packages)
    return Number.isNaN(port)
      ? packageState(host.packages, cve, subject, rulesAt(history, t))
      : 'unknown';
  if (Number.isNaN(port)) return 'unknown';
  return cve === 'hw:weak'
    ? checkState(port, id, t, history)
    : serviceState(port, cve, id, t, history);
}

function packageState(
  packages: Record<string, number | string>,
  cve: string,
  name: string,
  rules: readonly Rule[],
): State {
  const version = packages[name];
  const rule = rules.find((r) => r.cve === cve && r.name === name);
  if (version === undefined || !rule || (rule.fixed !== null && Number(version) >= rule.fixed))
    return 'absent';
  return { installed: String(version), fixed: String(rule.fixed), severity: rule.severity };
}

const findOpenPort = (host: HistoryHost | undefined, port: number): HistoryPort | undefined =>
  host?.scannedPorts?.includes(port) ? host.ports?.find((p) => p.port === port) : undefined;

/** Returns the service known after task t: of the newest scan that reported at least as much as those before. */
function knownService(port: number, id: number, t: number, history: History): HistoryPort | null {
  if (t < 0) return null;
  const host = findDevice(history, t, id);
  if (!host || !isCompared(host) || !host.scannedPorts?.includes(port))
    return knownService(port, id, t - 1, history);
  const now = findOpenPort(host, port) ?? null;
  const before = knownService(port, id, t - 1, history);
  return now && before && hasLessDetail(now, before) ? before : now;
}

function hasLessDetail(now: HistoryPort, before: HistoryPort): boolean {
  const newValues = [now.service, now.product, now.version] as const;
  const oldValues = [before.service, before.product, before.version] as const;
  const firstDifference = newValues.findIndex((v, i) => v !== oldValues[i]);
  return firstDifference >= 0 && newValues[firstDifference] === null;
}

function serviceState(port: number, cve: string, id: number, t: number, history: History): State {
  const host = findDevice(history, t, id);
  if (!host?.scannedPorts?.includes(port)) return 'unknown';
  const now = findOpenPort(host, port);
  if (!now) return 'absent';
  const before = knownService(port, id, t - 1, history);
  if (before && hasLessDetail(now, before)) return 'unknown';
  const rule = rulesAt(history, t).find((r) => r.cve === cve && r.name === now.product);
  if (!rule || now.version === null || (rule.fixed !== null && now.version >= rule.fixed))
    return 'absent';
  return { installed: String(now.version), fixed: String(rule.fixed), severity: rule.severity };
}

// A weakness is absent if a different service listens than the one at which it was last reported.
function checkState(port: number, id: number, t: number, history: History): State {
  const host = findDevice(history, t, id);
  if (!host?.scannedPorts?.includes(port)) return 'unknown';
  const now = findOpenPort(host, port);
  if (!now) return 'absent';
  const result = now.checks?.weak;
  if (result === 'weak') return { installed: '', fixed: '', severity: 'medium' };
  if (result === 'fine') return 'absent';
  if (result === 'unknown') return 'unknown';
  for (let b = t - 1; b >= 0; b -= 1) {
    const then = findOpenPort(findDevice(history, b, id), port);
    const wasDone = (findDevice(history, b, id)?.outcome ?? 'done') === 'done';
    if (wasDone && then?.checks?.weak === 'weak')
      return now.service !== null && now.service !== then.service ? 'absent' : 'unknown';
  }
  return 'unknown';
}
