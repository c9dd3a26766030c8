import { memoizeWeak } from '../../lib/memoize.js';
import { taskNumber } from '../../tasks/tasks.start.js';
import type { Evidence, ReportHost, ServiceEntry, ObservedService, TaskDiff } from '../diff.js';
import { coverageView } from '../present/coverage.js';
import {
  ENTRY_KINDS,
  presentEntry,
  type PresentFinding,
  type EntryView,
  type FindingView,
} from '../present/entry-view.js';
import { summarizeDiff, summarizeReport, withoutResult } from '../present/summary.js';

/** Renders `{"data": …}` with one diff, or with a list of diffs. */
export function* renderDiffsJson(
  diffs: readonly TaskDiff[],
  presentFinding: PresentFinding,
  isList: boolean,
): Generator<string> {
  const entryJson = createEntryJson();
  yield isList ? '{"data":[' : '{"data":';
  for (const [i, diff] of diffs.entries()) {
    if (i > 0) yield ',';
    yield* renderDiff(diff, presentFinding, entryJson);
  }
  yield isList ? ']}' : '}';
}

function* renderDiff(
  diff: TaskDiff,
  presentFinding: PresentFinding,
  entryJson: (e: EntryView) => string,
): Generator<string> {
  const { task, base_task_id } = diff;
  const { not_checked, feeds } = coverageView(diff.coverage);
  const head = {
    task_id: task.id,
    number_task: taskNumber(task.id),
    status: task.status,
    finished_at: task.finished_at,
    base_task_id,
    summary: summarizeDiff(diff),
    not_checked,
    feeds,
    unchanged_count: diff.unchanged,
    not_compared: diff.not_compared,
  };
  yield JSON.stringify(head).slice(0, -1);
  for (const kind of ENTRY_KINDS) {
    yield `,"${kind}":[`;
    for (let i = 0; i < diff[kind].length; i += 1) {
      const entry = diff[kind][i];
      if (entry) yield (i > 0 ? ',' : '') + entryJson(presentEntry(presentFinding, kind, entry));
    }
    yield ']';
  }
  const services = {
    opened: diff.services.opened.map(toServiceDiff),
    closed: diff.services.closed.map(toServiceDiff),
    changed: diff.services.changed.map(toServiceDiff),
  };
  yield `,"services":${JSON.stringify(services)}}`;
}

// A report may have 100,000 entries. JSON that many of them share is written once and the rest field by
// field, which takes a third of the time of JSON.stringify for each entry.
function createEntryJson(): (e: EntryView) => string {
  const findingJson = memoizeWeak((finding: FindingView) => JSON.stringify(finding).slice(0, -1));
  const hostJson = memoizeWeak((host: ReportHost) => JSON.stringify(host).slice(1, -1));
  return ({ kind, entry, finding, why }) => {
    const { host, cause, before, after, changes, first_seen, last_seen, accepted } = entry;
    const version = (after && kind !== 'fixed' ? after : before)?.feed_version ?? null;
    return `${findingJson(finding)},${hostJson(host)},"feed_version":${textJson(version)},"first_seen":${first_seen},"last_seen":${last_seen},"accepted":${accepted ? JSON.stringify(accepted) : 'null'},"cause":${textJson(cause)},"why":${textJson(why)},"evidence":{"before":${evidenceJson(before)},"after":${evidenceJson(after)}}${
      kind === 'changed' ? `,"changes":${JSON.stringify(changes)}` : ''
    }}`;
  };
}

const textJson = (value: string | null): string =>
  value === null ? 'null' : JSON.stringify(value);

function evidenceJson(e: Evidence | null): string {
  if (!e) return 'null';
  return `{"state":"${e.state}","installed_version":${textJson(e.installed_version)},"fixed_version":${textJson(e.fixed_version)},"banner":${textJson(e.banner)},"observed_at":${e.observed_at},"feed_version":${textJson(e.feed_version)}}`;
}

function toServiceDiff({ host, port, transport, before, after }: ServiceEntry) {
  return {
    ...host,
    port,
    transport,
    before: before && toService(before),
    after: after && toService(after),
  };
}

const toService = ({ service, first_seen, last_seen }: ObservedService) => ({
  ...service,
  first_seen,
  last_seen,
});

/** Renders `{"data": …}` with everything that one task found, host by host. */
export function* renderTaskReportJson(
  diff: TaskDiff,
  presentFinding: PresentFinding,
): Generator<string> {
  const { task } = diff;
  const { not_checked, feeds } = coverageView(diff.coverage);
  const head = {
    task_id: task.id,
    number_task: taskNumber(task.id),
    status: task.status,
    started_at: task.started_at,
    finished_at: task.finished_at,
    summary: summarizeReport(diff),
    not_checked,
    feeds,
    without_result: withoutResult(diff),
  };
  yield `{"data":${JSON.stringify(head).slice(0, -1)},"findings":[`;
  for (const [i, e] of diff.new.entries()) {
    const finding = {
      ...presentFinding(e.fact),
      ...e.host,
      feed_version: e.after?.feed_version ?? null,
      first_seen: e.first_seen,
      last_seen: e.last_seen,
      accepted: e.accepted,
    };
    yield (i > 0 ? ',' : '') + JSON.stringify(finding);
  }
  yield '],"services":[';
  for (const [i, { host, after }] of diff.services.opened.entries())
    yield (i > 0 ? ',' : '') + JSON.stringify({ ...host, ...(after && toService(after)) });
  yield ']}}';
}
