import { taskNumber } from '../../tasks/tasks.start.js';
import { SEVERITIES, type ServiceEntry, type SeenService, type TaskDiff } from '../diff.js';
import { bySeverity, KINDS, tellEntry, type Tell, type ToldEntry, type ToldFact } from '../told.js';

/** The counts of a diff, as JSON and people are told them. */
export function summaryOf(diff: TaskDiff) {
  const by_severity = Object.fromEntries(SEVERITIES.map((s, i) => [s, { ...bySeverity(diff, s), open: diff.open[i] ?? 0 }]));
  return {
    new: diff.new.length, fixed: diff.fixed.length, changed: diff.changed.length, unchanged: diff.unchanged, accepted: diff.accepted, not_compared: diff.not_compared.length,
    open: diff.open.reduce((a, b) => a + b, 0), by_severity,
  };
}

/** `{"data": …}`: one diff, or a list of them. */
export function* jsonOfDiffs(diffs: readonly TaskDiff[], tell: Tell, isList: boolean): Generator<string> {
  const entryJson = createEntryJson();
  yield isList ? '{"data":[' : '{"data":';
  for (const [i, diff] of diffs.entries()) {
    if (i > 0) yield ',';
    yield* jsonOfDiff(diff, tell, entryJson);
  }
  yield isList ? ']}' : '}';
}

function* jsonOfDiff(diff: TaskDiff, tell: Tell, entryJson: (e: ToldEntry) => string): Generator<string> {
  const { task, base_task_id } = diff;
  const head = { task_id: task.id, number_task: taskNumber(task.id), status: task.status, finished_at: task.finished_at, base_task_id, summary: summaryOf(diff), unchanged_count: diff.unchanged, not_compared: diff.not_compared };
  yield JSON.stringify(head).slice(0, -1);
  for (const kind of KINDS) {
    yield `,"${kind}":[`;
    for (let i = 0; i < diff[kind].length; i += 1) {
      const entry = diff[kind][i];
      if (entry) yield (i > 0 ? ',' : '') + entryJson(tellEntry(tell, kind, entry));
    }
    yield ']';
  }
  const { opened, closed, changed } = diff.services;
  yield `,"services":${JSON.stringify({ opened: opened.map(serviceEntry), closed: closed.map(serviceEntry), changed: changed.map(serviceEntry) })}}`;
}

// Most findings stand on many hosts, so that what they have in common is written once.
function createEntryJson(): (e: ToldEntry) => string {
  const common = new WeakMap<ToldFact, string>();
  return ({ kind, entry, told, why }) => {
    let head = common.get(told);
    if (head === undefined) common.set(told, (head = JSON.stringify(told).slice(0, -1)));
    const { host, cause, before, after, changes, first_seen, last_seen, accepted } = entry;
    const own = { ...host, feed_version: (after && kind !== 'fixed' ? after : before)?.feed_version ?? null, first_seen, last_seen, accepted, cause, why, evidence: { before, after }, ...(kind === 'changed' && { changes }) };
    return `${head},${JSON.stringify(own).slice(1)}`;
  };
}

function serviceEntry({ host, port, transport, before, after }: ServiceEntry) {
  return { ...host, port, transport, before: seen(before), after: seen(after) };
}

const seen = (s: SeenService | null) => s && { ...s.found, first_seen: s.first_seen, last_seen: s.last_seen };
