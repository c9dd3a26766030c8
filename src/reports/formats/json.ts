import { taskNumber } from '../../tasks/tasks.start.js';
import { SEVERITIES } from '../../knowledge/records.js';
import type { Evidence, ReportHost, ServiceEntry, ObservedService, TaskDiff } from '../diff.js';
import {
  countBySeverity,
  ENTRY_KINDS,
  presentEntry,
  type PresentFinding,
  type EntryView,
  type FindingView,
} from '../present/entry-view.js';

/** The counts of a diff, as JSON and people are told them. */
export function summaryOf(diff: TaskDiff) {
  const by_severity = Object.fromEntries(
    SEVERITIES.map((s, i) => [s, { ...countBySeverity(diff, s), open: diff.open[i] ?? 0 }]),
  );
  return {
    new: diff.new.length,
    fixed: diff.fixed.length,
    changed: diff.changed.length,
    unchanged: diff.unchanged,
    accepted: diff.accepted,
    not_compared: diff.not_compared.length,
    open: diff.open.reduce((a, b) => a + b, 0),
    by_severity,
  };
}

/** `{"data": …}`: one diff, or a list of them. */
export function* renderDiffsJson(
  diffs: readonly TaskDiff[],
  tell: PresentFinding,
  isList: boolean,
): Generator<string> {
  const entryJson = createEntryJson();
  yield isList ? '{"data":[' : '{"data":';
  for (const [i, diff] of diffs.entries()) {
    if (i > 0) yield ',';
    yield* jsonOfDiff(diff, tell, entryJson);
  }
  yield isList ? ']}' : '}';
}

function* jsonOfDiff(
  diff: TaskDiff,
  tell: PresentFinding,
  entryJson: (e: EntryView) => string,
): Generator<string> {
  const { task, base_task_id } = diff;
  const head = {
    task_id: task.id,
    number_task: taskNumber(task.id),
    status: task.status,
    finished_at: task.finished_at,
    base_task_id,
    summary: summaryOf(diff),
    unchanged_count: diff.unchanged,
    not_compared: diff.not_compared,
  };
  yield JSON.stringify(head).slice(0, -1);
  for (const kind of ENTRY_KINDS) {
    yield `,"${kind}":[`;
    for (let i = 0; i < diff[kind].length; i += 1) {
      const entry = diff[kind][i];
      if (entry) yield (i > 0 ? ',' : '') + entryJson(presentEntry(tell, kind, entry));
    }
    yield ']';
  }
  const { opened, closed, changed } = diff.services;
  yield `,"services":${JSON.stringify({ opened: opened.map(serviceEntry), closed: closed.map(serviceEntry), changed: changed.map(serviceEntry) })}}`;
}

// A report may have 100,000 entries: what many of them have in common is written once, and the rest is put together field by field, which
// takes a third of the time of stringifying it whole.
function createEntryJson(): (e: EntryView) => string {
  const common = remembering<FindingView>((told) => JSON.stringify(told).slice(0, -1));
  const hosts = remembering<ReportHost>((host) => JSON.stringify(host).slice(1, -1));
  return ({ kind, entry, told, why }) => {
    const { host, cause, before, after, changes, first_seen, last_seen, accepted } = entry;
    const version = (after && kind !== 'fixed' ? after : before)?.feed_version ?? null;
    return `${common(told)},${hosts(host)},"feed_version":${text(version)},"first_seen":${first_seen},"last_seen":${last_seen},"accepted":${accepted ? JSON.stringify(accepted) : 'null'},"cause":${text(cause)},"why":${text(why)},"evidence":{"before":${evidence(before)},"after":${evidence(after)}}${
      kind === 'changed' ? `,"changes":${JSON.stringify(changes)}` : ''
    }}`;
  };
}

const text = (value: string | null): string => (value === null ? 'null' : JSON.stringify(value));

function evidence(e: Evidence | null): string {
  if (!e) return 'null';
  return `{"state":"${e.state}","installed_version":${text(e.installed_version)},"fixed_version":${text(e.fixed_version)},"banner":${text(e.banner)},"observed_at":${e.observed_at},"feed_version":${text(e.feed_version)}}`;
}

function remembering<T extends object>(make: (key: T) => string): (key: T) => string {
  const known = new WeakMap<T, string>();
  return (key) => {
    let made = known.get(key);
    if (made === undefined) known.set(key, (made = make(key)));
    return made;
  };
}

function serviceEntry({ host, port, transport, before, after }: ServiceEntry) {
  return { ...host, port, transport, before: seen(before), after: seen(after) };
}

const seen = (s: ObservedService | null) =>
  s && { ...s.found, first_seen: s.first_seen, last_seen: s.last_seen };
