import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import { severitiesAtLeast } from '../../vulnerabilities/severity.js';
import { compareText } from '../../versions/order.js';
import type { ReportEntry, ReportHost, TaskDiff } from '../diff.js';
import { createEntryJson, toDiffHead, toServiceDiff } from '../formats/json.js';
import { presentEntry, type PresentFinding } from '../present/entry-view.js';
import type { ReportModel } from '../present/report.js';

/** The parts of a diff. `ports`: services that were opened, closed or replaced. */
export const ENTRY_SECTIONS = ['new', 'fixed', 'changed', 'not_compared', 'ports'] as const;
type EntrySection = (typeof ENTRY_SECTIONS)[number];

/** Orders of entries. Those of hosts and ports are by host. */
export const ENTRY_SORTS = ['risk', 'severity', 'host', 'package'] as const;

/** A page of a section of a diff. `severity`: the minimum; `q`: substring of what a row shows; null: any. */
export interface EntryPageQuery {
  section: EntrySection;
  hostId: number | null;
  severity: Severity | null;
  q: string | null;
  sort: { by: (typeof ENTRY_SORTS)[number]; isReversed: boolean };
  offset: number;
  limit: number;
}

/** Renders a page of the only diff of a report, as JSON `{total, diff, items}`; items as in the diff. */
export function* renderEntryPage(report: ReportModel, query: EntryPageQuery): Generator<string> {
  const [diff] = report.diffs;
  const rows = diff === undefined ? [] : selectRows(report, diff, query);
  const page = rows.slice(query.offset, query.offset + query.limit);
  const { moved } = diff ?? { moved: [] };
  const head = diff === undefined ? null : { ...toDiffHead(diff), ports: countPorts(diff), moved };
  const items = page.map((render) => render()).join();
  yield `{"total":${rows.length},"diff":${JSON.stringify(head)},"items":[${items}]}`;
}

const countPorts = ({ services: { opened, closed, changed } }: TaskDiff): number =>
  opened.length + closed.length + changed.length;

/** A row is rendered only if it is on the page. */
type RenderRow = () => string;

function selectRows(report: ReportModel, diff: TaskDiff, query: EntryPageQuery): RenderRow[] {
  const { section } = query;
  if (section === 'not_compared')
    return selectByHost(
      diff.not_compared,
      query,
      (row) => row,
      ({ reason, ports }) => [reason, ports],
    ).map((row) => () => JSON.stringify(row));
  if (section === 'ports') {
    const { opened, closed, changed } = diff.services;
    return selectByHost(
      [...opened, ...closed, ...changed],
      query,
      ({ host }) => host,
      ({ port, transport, before, after }) => [
        `${port}/${transport}`,
        before?.service.product,
        after?.service.product,
      ],
    ).map((entry) => () => JSON.stringify(toServiceDiff(entry)));
  }
  const entryJson = createEntryJson();
  return selectFindings(report.list(diff)[section], query, report.presentFinding).map(
    (entry) => () => entryJson(presentEntry(report.presentFinding, section, entry)),
  );
}

type Text = string | null | undefined;

/** Returns whether one of the texts contains `q`, in upper or lower case. */
function createTextFilter(q: string | null): (texts: () => readonly Text[]) => boolean {
  const wanted = q?.toLowerCase() ?? '';
  return (texts) =>
    wanted === '' || texts().some((text) => text?.toLowerCase().includes(wanted) === true);
}

const isOnHost = ({ host_id }: ReportHost, { hostId }: EntryPageQuery): boolean =>
  hostId === null || host_id === hostId;

const compareHosts = (a: ReportHost, b: ReportHost): number =>
  compareText(a.name, b.name) || a.host_id - b.host_id;

function selectByHost<T>(
  rows: readonly T[],
  query: EntryPageQuery,
  hostOf: (row: T) => ReportHost,
  textsOf: (row: T) => readonly Text[],
): T[] {
  const contains = createTextFilter(query.q);
  const direction = query.sort.isReversed ? -1 : 1;
  return rows
    .filter((row) => {
      const host = hostOf(row);
      return isOnHost(host, query) && contains(() => [host.ip, host.name, ...textsOf(row)]);
    })
    .sort((a, b) => direction * compareHosts(hostOf(a), hostOf(b)));
}

const COMPARE: Record<
  Exclude<EntryPageQuery['sort']['by'], 'risk'>,
  (a: ReportEntry, b: ReportEntry) => number
> = {
  severity: (a, b) => SEVERITIES.indexOf(a.fact.severity) - SEVERITIES.indexOf(b.fact.severity),
  host: (a, b) => compareHosts(a.host, b.host),
  package: (a, b) => compareText(a.fact.package ?? '', b.fact.package ?? ''),
};

/** @param entries highest risk first: those that are equal in another order stay so */
function selectFindings(
  entries: readonly ReportEntry[],
  query: EntryPageQuery,
  present: PresentFinding,
): ReportEntry[] {
  const { by, isReversed } = query.sort;
  const severities = new Set(severitiesAtLeast(query.severity ?? 'unknown'));
  const contains = createTextFilter(query.q);
  const selected = entries.filter(
    ({ host, fact }) =>
      isOnHost(host, query) &&
      severities.has(fact.severity) &&
      contains(() => [
        host.ip,
        host.name,
        fact.vulnerability_id,
        fact.package,
        present(fact).title,
      ]),
  );
  if (by === 'risk') return isReversed ? selected.reverse() : selected;
  const direction = isReversed ? -1 : 1;
  return selected.sort((a, b) => direction * COMPARE[by](a, b));
}
