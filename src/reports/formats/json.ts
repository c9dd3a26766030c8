import { memoizeWeak } from '../../lib/memoize.js';
import { taskNumber } from '../../tasks/tasks.start.js';
import type { Evidence, ReportHost, ServiceEntry, ObservedService, TaskDiff } from '../diff.js';
import { coverageView } from '../present/coverage.js';
import {
  ENTRY_KINDS,
  presentEntry,
  type EntryView,
  type FindingView,
} from '../present/entry-view.js';
import { expiringSoon } from '../present/expiring.js';
import { taskRemediations } from '../present/remediations.js';
import type { ReportModel } from '../present/report.js';
import { summarizeDiff, summarizeReport, withoutResult } from '../present/summary.js';

/** Renders `{"data": …}` with one diff, or with a list of diffs. */
export function* renderDiffsJson(report: ReportModel): Generator<string> {
  const { diffs, kind } = report;
  const isList = kind === 'chain';
  const entryJson = createEntryJson();
  yield isList ? '{"data":[' : '{"data":';
  for (const [i, diff] of diffs.entries()) {
    if (i > 0) yield ',';
    yield* renderDiff(diff, report, entryJson, i === diffs.length - 1);
  }
  yield isList ? ']}' : '}';
}

/** Returns the remediations and the acceptances that end soon; empty unless they were requested. */
function toActions({ open, presentFinding, now }: ReportModel) {
  if (open === null) return {};
  return {
    remediations: taskRemediations(open, presentFinding),
    expiring_acceptances: expiringSoon(open, now),
  };
}

/** Returns what a diff is of, its coverage, and its counts. */
export function toDiffHead(diff: TaskDiff) {
  const { task, base_task_id } = diff;
  const { not_checked, feeds } = coverageView(diff.coverage);
  return {
    task_id: task.id,
    number_task: taskNumber(task.id),
    status: task.status,
    finished_at: task.finished_at,
    base_task_id,
    not_checked,
    feeds,
    summary: summarizeDiff(diff),
  };
}

function* renderDiff(
  diff: TaskDiff,
  report: ReportModel,
  entryJson: (e: EntryView) => string,
  isNewest: boolean,
): Generator<string> {
  const listed = report.list(diff);
  const head = {
    ...toDiffHead(diff),
    not_listed: listed.hidden,
    ...(isNewest && toActions(report)),
    unchanged_count: diff.unchanged,
    not_compared: diff.not_compared,
    moved: diff.moved,
  };
  yield JSON.stringify(head).slice(0, -1);
  for (const kind of ENTRY_KINDS) {
    yield `,"${kind}":[`;
    for (const [i, entry] of listed[kind].entries())
      yield (i > 0 ? ',' : '') + entryJson(presentEntry(report.presentFinding, kind, entry));
    yield ']';
  }
  const services = {
    opened: diff.services.opened.map(toServiceDiff),
    closed: diff.services.closed.map(toServiceDiff),
    changed: diff.services.changed.map(toServiceDiff),
  };
  yield `,"services":${JSON.stringify(services)}}`;
}

/**
 * Creates the function that renders an entry of a diff as JSON. A report may have 100,000 entries: JSON that many of
 * them share is written once and the rest field by field, which takes a third of the time of JSON.stringify.
 */
export function createEntryJson(): (e: EntryView) => string {
  const findingJson = memoizeWeak((finding: FindingView) => JSON.stringify(finding).slice(0, -1));
  const hostJson = memoizeWeak((host: ReportHost) => JSON.stringify(host).slice(1, -1));
  return ({ kind, entry, finding, why }) => {
    const { host, cause, before, after, changes, first_seen, last_seen, accepted } = entry;
    const version = (after && kind !== 'fixed' ? after : before)?.feed_version ?? null;
    const evidence = `{"before":${evidenceJson(before)},"after":${evidenceJson(after)}}`;
    return (
      `${findingJson(finding)},${hostJson(host)},"feed_version":${textJson(version)},` +
      `"first_seen":${first_seen},"last_seen":${last_seen},` +
      `"accepted":${accepted ? JSON.stringify(accepted) : 'null'},` +
      `"cause":${textJson(cause)},"why":${textJson(why)},"evidence":${evidence}` +
      `${kind === 'changed' ? `,"changes":${JSON.stringify(changes)}` : ''}}`
    );
  };
}

const textJson = (value: string | null): string =>
  value === null ? 'null' : JSON.stringify(value);

function evidenceJson(e: Evidence | null): string {
  if (!e) return 'null';
  return (
    `{"state":"${e.state}","installed_version":${textJson(e.installed_version)},` +
    `"fixed_version":${textJson(e.fixed_version)},"banner":${textJson(e.banner)},` +
    `"observed_at":${e.observed_at},"feed_version":${textJson(e.feed_version)}}`
  );
}

/** Returns a port as diffs show it. */
export function toServiceDiff({ host, port, transport, before, after, baseline }: ServiceEntry) {
  return {
    ...host,
    port,
    transport,
    before: before && toService(before),
    after: after && toService(after),
    baseline,
  };
}

const toService = ({ service, first_seen, last_seen }: ObservedService) => ({
  ...service,
  first_seen,
  last_seen,
});

/** Renders `{"data": …}` with everything that one task found, highest risk first. */
export function* renderTaskReportJson(diff: TaskDiff, report: ReportModel): Generator<string> {
  const { task } = diff;
  const listed = report.list(diff);
  const { not_checked, feeds } = coverageView(diff.coverage);
  const head = {
    task_id: task.id,
    number_task: taskNumber(task.id),
    status: task.status,
    started_at: task.started_at,
    finished_at: task.finished_at,
    not_checked,
    feeds,
    summary: summarizeReport(diff),
    not_listed: listed.hidden,
    ...toActions(report),
    without_result: withoutResult(diff),
  };
  yield `{"data":${JSON.stringify(head).slice(0, -1)},"findings":[`;
  for (const [i, e] of listed.new.entries()) {
    const finding = {
      ...report.presentFinding(e.fact),
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
