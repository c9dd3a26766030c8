import { csvLine, type CsvValue } from '../../lib/markup/csv.js';
import { taskNumber } from '../../tasks/tasks.start.js';
import { isoTime } from '../../lib/times.js';
import type { ReportModel } from '../present/report.js';
import type { NotCompared, ServiceEntry, ObservedService, TaskDiff } from '../diff.js';
import { ENTRY_KINDS, presentEntry, type EntryView } from '../present/entry-view.js';
import {
  feedDateText,
  coverageView,
  gapTexts,
  coverageHeadline,
  unansweredText,
} from '../present/coverage.js';
import { summarizeDiff, summarizeReport } from '../present/summary.js';
import { diffCountsText, hiddenText, reportCountsText } from '../present/summary.text.js';
import { movedText, portChangeWord, serviceEntryText, serviceText } from '../present/text.js';

const COLUMNS = [
  'number_task',
  'finished_at',
  'change',
  'cause',
  'why',
  'host_id',
  'ip',
  'name',
  'vulnerability_id',
  'severity',
  'title',
  'package',
  'architecture',
  'port',
  'transport',
  'version_before',
  'version_after',
  'fixed_version',
  'changes',
  'confidence',
  'cvss_score',
  'epss_score',
  'kev',
  'advisory',
  'advisory_url',
  'feed',
  'first_seen',
  'last_seen',
  'accepted',
  'risk',
  'kev_ransomware',
  'remedy',
  'accepted_by',
  'accepted_until',
  'unimportant',
  'runs_old_code',
] as const;
type Row = Partial<Record<(typeof COLUMNS)[number], CsvValue>>;

const toLine = (row: Row): string => csvLine(COLUMNS.map((column) => row[column]));

/**
 * Renders the coverage of each task, then one line for each entry, each host or port that was not compared, and each
 * service change.
 */
export function* renderCsv(report: ReportModel): Generator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for (const diff of report.diffs) {
    const task: Row = {
      number_task: taskNumber(diff.task.id),
      finished_at: isoTime(diff.task.finished_at),
    };
    yield* renderLead(diff, report, task);
    const listed = report.list(diff);
    for (const kind of ENTRY_KINDS)
      for (const entry of listed[kind]) {
        const view = presentEntry(report.presentFinding, kind, entry);
        yield toLine(findingRow(task, view, report.kind === 'task-report'));
      }
    for (const skipped of diff.not_compared) yield toLine({ ...task, ...notComparedRow(skipped) });
    for (const moved of diff.moved)
      yield toLine({ ...task, change: 'moved', why: `${movedText(moved)}.`, ...moved.to });
    yield* renderServices(diff, task, report.kind === 'task-report');
  }
}

function* renderLead(
  diff: TaskDiff,
  { kind, list, minSeverity, now }: ReportModel,
  task: Row,
): Generator<string> {
  const view = coverageView(diff.coverage);
  const headline = coverageHeadline(view);
  const change = headline?.isWhole === true ? 'checked' : 'not_checked';
  for (const why of headline === null ? [] : [headline.text, ...gapTexts(view)])
    yield toLine({ ...task, change, why });
  const unanswered = unansweredText(view);
  if (unanswered !== null) yield toLine({ ...task, change: 'unanswered', why: `${unanswered}.` });
  for (const feed of view.feeds)
    yield toLine({ ...task, change: 'data', why: feedDateText(feed, now), feed: feed.name });
  const counts =
    kind === 'task-report'
      ? reportCountsText(summarizeReport(diff))
      : diffCountsText(summarizeDiff(diff));
  const hidden = hiddenText(list(diff).hidden, minSeverity);
  const why = [counts, hidden].filter((text) => text !== null).join('. ');
  yield toLine({ ...task, change: 'summary', why: `${why}.` });
}

function* renderServices(
  { services: { opened, closed, changed } }: TaskDiff,
  task: Row,
  isTaskReport: boolean,
): Generator<string> {
  for (const [change, list] of [
    ['service_opened', opened],
    ['service_closed', closed],
    ['service_changed', changed],
  ] as const)
    for (const entry of list) yield toLine({ ...task, change, ...serviceRow(entry, isTaskReport) });
}

// One object literal with every column: a report may have 100,000 rows, and spreading would take most of the time.
function findingRow(
  { number_task, finished_at }: Row,
  { kind, entry, finding, why }: EntryView,
  isTaskReport: boolean,
): Row {
  const { host, cause, before, after, changes, first_seen, last_seen, accepted } = entry;
  return {
    number_task,
    finished_at,
    change: isTaskReport ? 'found' : kind,
    cause: isTaskReport ? null : cause,
    why: isTaskReport ? null : why,
    host_id: host.host_id,
    ip: host.ip,
    name: host.name,
    vulnerability_id: finding.vulnerability_id,
    severity: finding.severity,
    title: finding.title,
    package: finding.package,
    architecture: finding.architecture,
    port: finding.port,
    transport: finding.transport,
    version_before: before?.installed_version ?? null,
    version_after: after?.installed_version ?? null,
    fixed_version: finding.fixed_version,
    changes: changes.join(' '),
    confidence: finding.confidence,
    cvss_score: finding.cvss_score,
    epss_score: finding.epss?.score ?? null,
    kev: finding.kev?.date_added ?? null,
    advisory: finding.advisory,
    advisory_url: finding.advisory_url,
    feed: finding.feed,
    first_seen: isoTime(first_seen),
    last_seen: isoTime(last_seen),
    accepted: accepted?.reason ?? null,
    risk: finding.risk,
    kev_ransomware: finding.kev && (finding.kev.ransomware ? 'yes' : 'no'),
    remedy: finding.remedy,
    accepted_by: accepted?.by ?? null,
    accepted_until: accepted?.until == null ? null : isoTime(accepted.until),
    unimportant: finding.unimportant ? 'yes' : null,
    runs_old_code: finding.runs_old_code,
  };
}

const notComparedRow = ({ host_id, ip, name, reason, detail, ports }: NotCompared): Row => ({
  change: 'not_compared',
  why: [`${reason}.`, detail, ports && `Ports: ${ports}`].filter(Boolean).join(' '),
  host_id,
  ip,
  name,
});

const observedText = (s: ObservedService | null): string | null => s && serviceText(s.service);

const serviceRow = (entry: ServiceEntry, isTaskReport: boolean): Row => ({
  ...entry.host,
  port: entry.port,
  transport: entry.transport,
  why:
    entry.baseline === null || isTaskReport
      ? serviceEntryText(entry)
      : `${portChangeWord(entry)}: ${serviceEntryText(entry)}`,
  version_before: observedText(entry.before),
  version_after: observedText(entry.after),
});
