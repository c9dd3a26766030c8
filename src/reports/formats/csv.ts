import { taskNumber } from '../../tasks/tasks.start.js';
import type { ReportModel } from '../present/report.js';
import type { NotCompared, ServiceEntry, ObservedService, TaskDiff } from '../diff.js';
import { ENTRY_KINDS, presentEntry, type EntryView } from '../present/entry-view.js';
import { serviceEntryText, serviceText, timeText } from '../present/text.js';

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
] as const;
type Row = Partial<Record<(typeof COLUMNS)[number], string | number | null>>;

const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/; // also their full-width forms, which some spreadsheets take for the same

/**
 * A cell (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe in front: names and banners come from anybody
 * (OWASP, CSV injection).
 */
export function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (row: Row): string => `${COLUMNS.map((c) => cell(row[c])).join(',')}\r\n`;

/** One line for everything that differs or could not be compared, in every task. */
export function* renderCsv({ about, diffs, tell }: ReportModel): Generator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for (const diff of diffs) {
    const task: Row = {
      number_task: taskNumber(diff.task.id),
      finished_at: timeText(diff.task.finished_at),
    };
    for (const kind of ENTRY_KINDS)
      for (const entry of diff[kind])
        yield line(finding(task, presentEntry(tell, kind, entry), about === 'found'));
    for (const one of diff.not_compared) yield line({ ...task, ...notCompared(one) });
    yield* services(diff, task);
  }
}

function* services(
  { services: { opened, closed, changed } }: TaskDiff,
  task: Row,
): Generator<string> {
  for (const [change, list] of [
    ['service_opened', opened],
    ['service_closed', closed],
    ['service_changed', changed],
  ] as const)
    for (const entry of list) yield line({ ...task, change, ...service(entry) });
}

// One object with every column: there may be 100,000 of them, and spreading takes most of the time.
function finding(
  { number_task, finished_at }: Row,
  { kind, entry, told, why }: EntryView,
  isFound: boolean,
): Row {
  const { host, cause, before, after, changes, first_seen, last_seen, accepted } = entry;
  return {
    number_task,
    finished_at,
    change: isFound ? 'found' : kind,
    cause: isFound ? null : cause,
    why: isFound ? null : why,
    host_id: host.host_id,
    ip: host.ip,
    name: host.name,
    vulnerability_id: told.vulnerability_id,
    severity: told.severity,
    title: told.title,
    package: told.package,
    architecture: told.architecture,
    port: told.port,
    transport: told.transport,
    version_before: before?.installed_version ?? null,
    version_after: after?.installed_version ?? null,
    fixed_version: told.fixed_version,
    changes: changes.join(' '),
    confidence: told.confidence,
    cvss_score: told.cvss_score,
    epss_score: told.epss?.score ?? null,
    kev: told.kev?.date_added ?? null,
    advisory: told.advisory,
    advisory_url: told.advisory_url,
    feed: told.feed,
    first_seen: timeText(first_seen),
    last_seen: timeText(last_seen),
    accepted: accepted?.reason ?? null,
  };
}

const notCompared = ({ host_id, ip, name, reason, detail, ports }: NotCompared): Row => ({
  change: 'not_compared',
  why: [`${reason}.`, detail, ports && `Ports: ${ports}`].filter(Boolean).join(' '),
  host_id,
  ip,
  name,
});

const versionOf = (s: ObservedService | null): string | null => s && serviceText(s.found);
const service = (entry: ServiceEntry): Row => ({
  ...entry.host,
  port: entry.port,
  transport: entry.transport,
  why: serviceEntryText(entry),
  version_before: versionOf(entry.before),
  version_after: versionOf(entry.after),
});
