import type { Severity } from '../knowledge/records.js';
import { severitiesAtLeast } from '../vulnerabilities/severity.js';
import type { ReportEntry, ServiceBaseline, ServiceEntry, TaskDiff } from './diff.js';
import type { FindingView, PresentFinding } from './present/entry-view.js';
import type { ReportModel } from './present/report.js';
import { summarizeDiff, type DiffSummary } from './present/summary.js';

/**
 * Selects entries of a diff. `severity`, `riskMin`: lowest of a finding, null: any; `hostIds`: null: all hosts.
 * `exploited`: findings that are known to be exploited are selected in spite of severity and risk (`also`), or alone
 * (`only`).
 */
export interface EntrySelection {
  severity: Severity | null;
  riskMin: number | null;
  hostIds: readonly number[] | null;
  exploited: 'also' | 'only';
}

/** A finding as a message lists it. */
export type SelectedFinding = Pick<
  FindingView,
  | 'vulnerability_id'
  | 'title'
  | 'severity'
  | 'cvss_score'
  | 'package'
  | 'port'
  | 'transport'
  | 'program'
  | 'installed_version'
  | 'fixed_version'
  | 'risk'
  | 'remedy'
> & { known_exploited: boolean; host_id: number; ip: string; name: string };

/** Numbers of selected findings, and the first of them by risk. */
interface SelectedFindings {
  count: number;
  by_severity: Partial<Record<Severity, number>>;
  known_exploited: number;
  first: SelectedFinding[];
}

interface OpenedPort {
  host_id: number;
  ip: string;
  name: string;
  port: number;
  transport: 'tcp' | 'udp';
  service: string | null;
  /** the first scan of the host or of the port: it was not closed before; null: the port was scanned before */
  baseline: ServiceBaseline;
}

/**
 * The contents of one selection. Ports of the first task of a template are not opened: nothing is known from before.
 * Those of hosts that a later task scanned for the first time are counted apart.
 */
export interface SelectedEntries {
  new: SelectedFindings;
  fixed: SelectedFindings;
  opened: { count: number; new_hosts: number; of_new_hosts: number; first: OpenedPort[] };
}

/** The selections of one diff, in their order. `summary`: of the whole task. */
export interface DiffSelections {
  summary: DiffSummary;
  selected: SelectedEntries[];
}

/** Entries that a message lists. */
const MAX_LISTED = 20;

/** Renders the selections of the only diff of a report as JSON. */
export function* renderSelections(
  report: ReportModel,
  selections: readonly EntrySelection[],
): Generator<string> {
  const [diff] = report.diffs;
  yield JSON.stringify(diff === undefined ? null : selectEntries(diff, report, selections));
}

function selectEntries(
  diff: TaskDiff,
  report: ReportModel,
  selections: readonly EntrySelection[],
): DiffSelections {
  const listed = report.list(diff);
  return {
    summary: summarizeDiff(diff),
    selected: selections.map((selection) => {
      const select = createSelect(selection, report.presentFinding);
      return {
        new: select(listed.new.filter(({ accepted }) => accepted === null)),
        fixed: select(listed.fixed),
        opened: selectOpened(diff, createHostFilter(selection)),
      };
    }),
  };
}

type HostFilter = (entry: { host: { host_id: number } }) => boolean;

function createHostFilter({ hostIds }: EntrySelection): HostFilter {
  if (hostIds === null) return () => true;
  const ids = new Set(hostIds);
  return ({ host }) => ids.has(host.host_id);
}

function createSelect(
  selection: EntrySelection,
  present: PresentFinding,
): (entries: readonly ReportEntry[]) => SelectedFindings {
  const isOnHost = createHostFilter(selection);
  const matches = createFindingFilter(selection);
  return (entries) => {
    const result: SelectedFindings = { count: 0, by_severity: {}, known_exploited: 0, first: [] };
    for (const entry of entries) {
      if (!isOnHost(entry)) continue;
      const finding = present(entry.fact);
      if (!matches(finding)) continue;
      result.count += 1;
      result.by_severity[finding.severity] = (result.by_severity[finding.severity] ?? 0) + 1;
      if (finding.kev !== null) result.known_exploited += 1;
      if (result.first.length < MAX_LISTED) result.first.push(toSelected(entry, finding));
    }
    return result;
  };
}

type FindingFilter = (finding: Pick<FindingView, 'kev' | 'severity' | 'risk'>) => boolean;

/**
 * Returns the function that decides whether a finding is selected.
 * @internal
 */
export function createFindingFilter({
  severity,
  riskMin,
  exploited,
}: Omit<EntrySelection, 'hostIds'>): FindingFilter {
  const severities = new Set(severitiesAtLeast(severity ?? 'unknown'));
  return (finding) => {
    if (finding.kev !== null) return true;
    if (exploited === 'only') return false;
    return severities.has(finding.severity) && finding.risk >= (riskMin ?? 0);
  };
}

const toSelected = ({ host, fact }: ReportEntry, finding: FindingView): SelectedFinding => ({
  vulnerability_id: fact.vulnerability_id,
  title: finding.title,
  severity: finding.severity,
  cvss_score: finding.cvss_score,
  host_id: host.host_id,
  ip: host.ip,
  name: host.name,
  package: fact.package,
  port: fact.port,
  transport: fact.transport,
  program: finding.program,
  installed_version: fact.installed_version,
  fixed_version: fact.fixed_version,
  risk: finding.risk,
  known_exploited: finding.kev !== null,
  remedy: finding.remedy,
});

function selectOpened(
  { base_task_id, services }: TaskDiff,
  isOnHost: HostFilter,
): SelectedEntries['opened'] {
  const opened = base_task_id === null ? [] : services.opened.filter(isOnHost);
  const ofNewHosts = opened.filter(({ baseline }) => baseline === 'host');
  return {
    count: opened.length,
    new_hosts: new Set(ofNewHosts.map(({ host }) => host.host_id)).size,
    of_new_hosts: ofNewHosts.length,
    first: opened.slice(0, MAX_LISTED).map(toOpenedPort),
  };
}

const toOpenedPort = ({ host, port, transport, after, baseline }: ServiceEntry): OpenedPort => ({
  ...host,
  port,
  transport,
  service: after?.service.service ?? null,
  baseline,
});
