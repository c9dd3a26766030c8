import type { AcceptanceRow } from '../../src/reports/read/acceptance-timeline.js';
import type { Knowledge, Rule, WorldHost, WorldPort, WorldTask } from './setup.js';

// What the report must say of a history, worked out anew for every task from the whole history before it: slow, without any state
// that is carried along. A finding is `host|vulnerability|place`.

export interface Told {
  new: string[];
  fixed: string[];
  changed: string[];
  unchanged: number;
  accepted: number;
  unseen: number[];
}

type Seen = { installed: string; fixed: string; severity: string } | 'absent' | 'unseen';

const hostOf = (tasks: readonly WorldTask[], t: number, id: number): WorldHost | undefined =>
  tasks[t]?.hosts.find((h) => h.id === id);
const rulesOf = (knowledge: Knowledge, task: WorldTask | undefined): readonly Rule[] =>
  knowledge[(task?.generation ?? 0) - 1] ?? [];

export function model(
  tasks: readonly WorldTask[],
  knowledge: Knowledge,
  acceptances: readonly AcceptanceRow[],
): Told[] {
  const findings = everyFinding(tasks, knowledge);
  return tasks.map((task, t) => {
    const told: Told = {
      new: [],
      fixed: [],
      changed: [],
      unchanged: 0,
      accepted: 0,
      unseen: task.hosts
        .filter((h) => !isCompared(h))
        .map((h) => h.id)
        .sort((a, b) => a - b),
    };
    for (const finding of findings) tell(told, finding, t, tasks, knowledge, acceptances);
    return told;
  });
}

function tell(
  told: Told,
  finding: string,
  t: number,
  tasks: readonly WorldTask[],
  knowledge: Knowledge,
  acceptances: readonly AcceptanceRow[],
): void {
  const now = see(finding, t, tasks, knowledge);
  if (now === 'unseen') return;
  let b = t - 1;
  while (b >= 0 && see(finding, b, tasks, knowledge) === 'unseen') b -= 1;
  const before = b < 0 ? 'absent' : see(finding, b, tasks, knowledge);
  const accepted = (at: number) =>
    acceptances.some((a) => isAccepted(a, finding, tasks[at]?.change ?? 0, (at + 1) * 1000));
  if (typeof now === 'object' && accepted(t)) told.accepted += 1;
  if (before === 'absent') {
    if (now !== 'absent' && !accepted(t)) told.new.push(finding);
  } else if (now === 'absent') {
    if (!accepted(t)) told.fixed.push(finding);
  } else if (accepted(t) && accepted(b)) return;
  else if (accepted(t) !== accepted(b) || JSON.stringify(now) !== JSON.stringify(before))
    told.changed.push(finding);
  else told.unchanged += 1;
}

function isAccepted(a: AcceptanceRow, finding: string, change: number, at: number): boolean {
  const [host, cve, place] = finding.split('|');
  if (
    a.vulnerability_id !== cve ||
    (a.host_id !== null && a.host_id !== Number(host)) ||
    (a.package !== null && a.package !== place)
  )
    return false;
  return (
    change >= a.began_change &&
    !(a.ended_change !== null && change >= a.ended_change) &&
    !(a.until !== null && at >= a.until)
  );
}

function everyFinding(tasks: readonly WorldTask[], knowledge: Knowledge): string[] {
  const found = new Set<string>();
  const hosts = new Set(tasks.flatMap((t) => t.hosts.map((h) => h.id)));
  for (const id of hosts) {
    for (const r of knowledge.flat()) {
      found.add(`${id}|${r.cve}|${r.name}`);
      for (const port of [22, 80, 443]) found.add(`${id}|${r.cve}|${port}`);
    }
    for (const port of [22, 80, 443]) found.add(`${id}|hw:weak|${port}`);
  }
  return [...found].sort();
}

const isCompared = (h: WorldHost): boolean =>
  (h.outcome ?? 'done') === 'done' &&
  (!h.packages || ((h.scopes ?? ['x']).length > 0 && Object.keys(h.packages).length > 0));

function see(finding: string, t: number, tasks: readonly WorldTask[], knowledge: Knowledge): Seen {
  const [id, cve = '', place = ''] = finding.split('|');
  const host = hostOf(tasks, t, Number(id));
  if (!host || !isCompared(host)) return 'unseen';
  const port = Number(place);
  if (host.packages)
    return Number.isNaN(port)
      ? seePackage(host.packages, cve, place, rulesOf(knowledge, tasks[t]))
      : 'unseen';
  if (Number.isNaN(port)) return 'unseen';
  return cve === 'hw:weak'
    ? seeCheck(port, Number(id), t, tasks)
    : seeService(port, cve, Number(id), t, tasks, knowledge);
}

function seePackage(
  packages: Record<string, number>,
  cve: string,
  name: string,
  rules: readonly Rule[],
): Seen {
  const version = packages[name];
  const rule = rules.find((r) => r.cve === cve && r.name === name);
  if (version === undefined || !rule || (rule.fixed !== null && version >= rule.fixed))
    return 'absent';
  return { installed: String(version), fixed: String(rule.fixed), severity: rule.severity };
}

const openPort = (host: WorldHost | undefined, port: number): WorldPort | undefined =>
  host?.looked_at?.includes(port) ? host.ports?.find((p) => p.port === port) : undefined;

// What listens on a port as far as is known after task t: the newest look at which it told at least as much as before.
function known(port: number, id: number, t: number, tasks: readonly WorldTask[]): WorldPort | null {
  if (t < 0) return null;
  const host = hostOf(tasks, t, id);
  if (!host || !isCompared(host) || !host.looked_at?.includes(port))
    return known(port, id, t - 1, tasks);
  const now = openPort(host, port) ?? null;
  const before = known(port, id, t - 1, tasks);
  return now && before && isVague(now, before) ? before : now;
}

function isVague(now: WorldPort, before: WorldPort): boolean {
  const n = [now.service, now.product, now.version] as const;
  const b = [before.service, before.product, before.version] as const;
  const first = n.findIndex((v, i) => v !== b[i]); // the first thing that is told otherwise
  return first >= 0 && n[first] === null;
}

function seeService(
  port: number,
  cve: string,
  id: number,
  t: number,
  tasks: readonly WorldTask[],
  knowledge: Knowledge,
): Seen {
  const host = hostOf(tasks, t, id);
  if (!host?.looked_at?.includes(port)) return 'unseen';
  const now = openPort(host, port);
  if (!now) return 'absent';
  const before = known(port, id, t - 1, tasks);
  if (before && isVague(now, before)) return 'unseen';
  const rule = rulesOf(knowledge, tasks[t]).find((r) => r.cve === cve && r.name === now.product);
  if (!rule || now.version === null || (rule.fixed !== null && now.version >= rule.fixed))
    return 'absent';
  return { installed: String(now.version), fixed: String(rule.fixed), severity: rule.severity };
}

// The service that a weakness was last seen at decides whether another one listens now.
function seeCheck(port: number, id: number, t: number, tasks: readonly WorldTask[]): Seen {
  const host = hostOf(tasks, t, id);
  if (!host?.looked_at?.includes(port)) return 'unseen';
  const now = openPort(host, port);
  if (!now) return 'absent';
  const result = now.checks?.weak;
  if (result === 'weak') return { installed: '', fixed: '', severity: 'medium' };
  if (result === 'fine') return 'absent';
  if (result === 'unknown') return 'unseen';
  for (let b = t - 1; b >= 0; b -= 1) {
    const then = openPort(hostOf(tasks, b, id), port);
    const wasDone = (hostOf(tasks, b, id)?.outcome ?? 'done') === 'done';
    if (wasDone && then?.checks?.weak === 'weak')
      return now.service !== null && now.service !== then.service ? 'absent' : 'unseen';
  }
  return 'unseen';
}
