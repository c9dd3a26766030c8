import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import { mapSeverities } from '../../vulnerabilities/severity.js';
import type { CoverageCounts } from '../../vulnerabilities/coverage/coverage-counts.js';
import { checkedPlaces, collectedParts } from '../../vulnerabilities/coverage/coverage.text.js';
import { countText } from '../../lib/text.js';
import type { DiffSummary, ReportSummaryCounts } from './summary.js';

interface HostCounts {
  checked_hosts: number;
  not_checked_hosts: number;
  coverage: CoverageCounts;
}

/** A count with its label. `kind`: the field of the summary; `text`: both. */
export interface CountPart {
  kind: string;
  count: number;
  label: string;
  text: string;
}

/**
 * Returns what counts are about; null if all hosts were checked. A zero does not stand alone where something was not
 * checked: `On the 4 hosts with checked ports`. Findings may also be on a host that was checked in part, or for
 * weaknesses only: `4 of 9 hosts have checked ports`.
 */
export function scopeText(
  { checked_hosts, not_checked_hosts, coverage }: HostCounts,
  hasFindings = false,
): string | null {
  if (not_checked_hosts === 0) return null;
  const what = collectedParts(coverage);
  if (checked_hosts === 0) return `No host has fully checked ${what}`;
  if (!hasFindings) return `On the ${countText(checked_hosts, 'host')} with checked ${what}`;
  const hosts = countText(checked_hosts + not_checked_hosts, 'host');
  return `${checked_hosts} of ${hosts} ${checked_hosts === 1 ? 'has' : 'have'} checked ${what}`;
}

/** Counts of these kinds are not about findings. */
const NO_FINDINGS: ReadonlySet<string> = new Set(['services', 'without_result', 'not_compared']);

/** Returns what the counts of a report or a diff are about; null: all its hosts. */
export const scopeOfCounts = (summary: HostCounts, counts: readonly CountPart[]): string | null =>
  scopeText(
    summary,
    counts.some(({ kind, count }) => count > 0 && !NO_FINDINGS.has(kind)),
  );

const withScope = (summary: HostCounts, counts: readonly CountPart[]): string => {
  const scope = scopeOfCounts(summary, counts);
  return scope === null ? join(counts) : `${scope}: ${join(counts)}`;
};

const part = (kind: string, count: number, one: string, many = one): CountPart => ({
  kind,
  count,
  label: count === 1 ? one : many,
  text: countText(count, one, many),
});

/** Returns the counts of a diff in the order of every form. */
export const diffCounts = (summary: DiffSummary): CountPart[] => [
  part('new', summary.new, 'new'),
  part('fixed', summary.fixed, 'fixed'),
  part('changed', summary.changed, 'changed'),
  part('unchanged', summary.unchanged, 'unchanged'),
  part('accepted', summary.accepted, 'accepted'),
  part('not_compared', summary.not_compared, 'not compared'),
];

/** Returns the counts of a report of one task in the order of every form. */
export const reportCounts = (summary: ReportSummaryCounts): CountPart[] => [
  part('findings', summary.findings, 'open finding', 'open findings'),
  part('accepted', summary.accepted, 'accepted'),
  part('services', summary.services, 'open port', 'open ports'),
  part('without_result', summary.without_result, 'host without result', 'hosts without result'),
];

const join = (parts: readonly CountPart[]): string => parts.map(({ text }) => text).join(', ');

/** Returns `On the 4 hosts with checked ports: 2 new, 0 fixed, …`. */
export const diffCountsText = (summary: DiffSummary): string =>
  withScope(summary, diffCounts(summary));

/** The same for a report: `3 open findings, 1 accepted, …`. */
export const reportCountsText = (summary: ReportSummaryCounts): string =>
  withScope(summary, reportCounts(summary));

/** Returns open findings by severity, in the order of SEVERITIES. */
const severityTexts = (counts: Readonly<Record<Severity, number>>): string =>
  SEVERITIES.filter((s) => counts[s] > 0)
    .map((s) => `${counts[s].toLocaleString('en-US')} ${s}`)
    .join(', ');

/**
 * Returns `Open: 2 critical, 5 high`; `Open: none at ports`; `Open: none on the 4 hosts with checked packages`;
 * `Open: none known` where nothing was checked.
 */
export function openFindingsText(
  counts: Readonly<Record<Severity, number>>,
  hosts: HostCounts,
): string {
  const texts = severityTexts(counts);
  if (texts !== '') return `Open: ${texts}`;
  if (hosts.checked_hosts === 0) return 'Open: none known';
  const scope = scopeText(hosts) ?? checkedPlaces(hosts.coverage);
  return `Open: none ${scope.replace(/^On/, 'on')}`;
}

/** Returns the open findings of a diff by severity. */
export const openOfDiff = ({
  by_severity,
}: Pick<DiffSummary, 'by_severity'>): Record<Severity, number> =>
  mapSeverities((severity) => by_severity[severity].open);

/** Returns `12 findings below high are not listed`; null if all are. */
export const hiddenText = (hidden: number, minSeverity: Severity | null): string | null =>
  hidden === 0 || minSeverity === null
    ? null
    : `${countText(hidden, 'finding')} below ${minSeverity} ${hidden === 1 ? 'is' : 'are'} not listed`;

/**
 * Returns how many entries a list has, for its heading: `9`, or `7 open, 2 accepted`. Nothing remains to do about fixed
 * ones, so that they are counted together.
 */
export function entryCountText(
  kind: 'new' | 'fixed' | 'changed',
  entries: readonly { accepted?: unknown }[],
): string {
  const accepted = entries.filter((entry) => entry.accepted != null).length;
  const open = entries.length - accepted;
  return kind === 'fixed' || accepted === 0
    ? entries.length.toLocaleString('en-US')
    : `${open.toLocaleString('en-US')} open, ${accepted.toLocaleString('en-US')} accepted`;
}
