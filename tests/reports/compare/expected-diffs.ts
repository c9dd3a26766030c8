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
}

interface History {
  tasks: readonly HistoryTask[];
  generations: RuleGenerations;
  acceptances: readonly AcceptanceRow[];
  members?: readonly AcceptanceMemberRow[];
}

/** A finding in one task; `unknown`: the task did not check it. */
type State = { installed: string; fixed: string; severity: string } | 'absent' | 'unknown';

const PORTS = [22, 80, 443];

const findHost = (tasks: readonly HistoryTask[], t: number, id: number): HistoryHost | undefined =>
  tasks[t]?.hosts.find((h) => h.id === id);

const rulesAt = ({ tasks, generations }: History, t: number): readonly Rule[] =>
  generations[(tasks[t]?.generation ?? 0) - 1] ?? [];

export function expectedDiffs(history: History): ExpectedDiff[] {
  const findings = listFindings(history);
  return history.tasks.map((task, t) => {
    const diff: ExpectedDiff = {
      new: [],
      fixed: [],
      changed: [],
      unchanged: 0,
      accepted: 0,
      not_compared: task.hosts
        .filter((h) => !isCompared(h))
        .map((h) => h.id)
        .sort((a, b) => a - b),
    };
    for (const finding of findings) addFinding(diff, finding, t, history);
    return diff;
  });
}

function addFinding(diff: ExpectedDiff, finding: string, t: number, history: History): void {
  const now = stateOf(finding, t, history);
  if (now === 'unknown') return;
  let b = t - 1;
  while (b >= 0 && stateOf(finding, b, history) === 'unknown') b -= 1;
  const before = b < 0 ? 'absent' : stateOf(finding, b, history);
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

function stateOf(finding: string, t: number, history: History): State {
  const [hostId, cve = '', subject = ''] = finding.split('|');
  const id = Number(hostId);
  const host = findHost(history.tasks, t, id);
  if (!host || !isCompared(host)) return 'unknown';
  const port = Number(subject);
  if (host.packages)
    return Number.isNaN(port)
      ? packageState(host.packages, cve, subject, rulesAt(history, t))
      : 'unknown';
  if (Number.isNaN(port)) return 'unknown';
  return cve === 'hw:weak'
    ? checkState(port, id, t, history.tasks)
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
function knownService(
  port: number,
  id: number,
  t: number,
  tasks: readonly HistoryTask[],
): HistoryPort | null {
  if (t < 0) return null;
  const host = findHost(tasks, t, id);
  if (!host || !isCompared(host) || !host.scannedPorts?.includes(port))
    return knownService(port, id, t - 1, tasks);
  const now = findOpenPort(host, port) ?? null;
  const before = knownService(port, id, t - 1, tasks);
  return now && before && hasLessDetail(now, before) ? before : now;
}

function hasLessDetail(now: HistoryPort, before: HistoryPort): boolean {
  const newValues = [now.service, now.product, now.version] as const;
  const oldValues = [before.service, before.product, before.version] as const;
  const firstDifference = newValues.findIndex((v, i) => v !== oldValues[i]);
  return firstDifference >= 0 && newValues[firstDifference] === null;
}

function serviceState(port: number, cve: string, id: number, t: number, history: History): State {
  const { tasks } = history;
  const host = findHost(tasks, t, id);
  if (!host?.scannedPorts?.includes(port)) return 'unknown';
  const now = findOpenPort(host, port);
  if (!now) return 'absent';
  const before = knownService(port, id, t - 1, tasks);
  if (before && hasLessDetail(now, before)) return 'unknown';
  const rule = rulesAt(history, t).find((r) => r.cve === cve && r.name === now.product);
  if (!rule || now.version === null || (rule.fixed !== null && now.version >= rule.fixed))
    return 'absent';
  return { installed: String(now.version), fixed: String(rule.fixed), severity: rule.severity };
}

// A weakness is absent if a different service listens than the one at which it was last reported.
function checkState(port: number, id: number, t: number, tasks: readonly HistoryTask[]): State {
  const host = findHost(tasks, t, id);
  if (!host?.scannedPorts?.includes(port)) return 'unknown';
  const now = findOpenPort(host, port);
  if (!now) return 'absent';
  const result = now.checks?.weak;
  if (result === 'weak') return { installed: '', fixed: '', severity: 'medium' };
  if (result === 'fine') return 'absent';
  if (result === 'unknown') return 'unknown';
  for (let b = t - 1; b >= 0; b -= 1) {
    const then = findOpenPort(findHost(tasks, b, id), port);
    const wasDone = (findHost(tasks, b, id)?.outcome ?? 'done') === 'done';
    if (wasDone && then?.checks?.weak === 'weak')
      return now.service !== null && now.service !== then.service ? 'absent' : 'unknown';
  }
  return 'unknown';
}
