import { mapBy } from '../../lib/collections.js';
import { memoizeBy } from '../../lib/memoize.js';
import { planOf } from '../../vulnerabilities/remediations/plan.js';
import {
  byRisk,
  groupByPlan,
  toRemediation,
  type RemediableFinding,
  type Remediation,
} from '../../vulnerabilities/remediations/remediations.js';
import type { ReportEntry, ReportFact, ReportHost } from '../diff.js';
import { presentEntry, type EntryKind, type EntryView, type PresentFinding } from './entry-view.js';
import { toRemediableFinding } from './remediations.js';
import { countText } from './text.js';

/** The entries of one host that one action resolves. `title`: the action; of fixed entries, what was fixed. */
export interface EntryGroup {
  host: ReportHost;
  title: string;
  remediation: Remediation;
  /** highest risk first */
  views: EntryView[];
}

/** Entries of one group that are about one vulnerability: often several packages of one source. */
export interface VulnerabilityLine {
  first: EntryView;
  views: EntryView[];
}

type GroupedEntry = RemediableFinding & { entry: ReportEntry };

/** Creates the function that groups entries by host and action, highest risk first. */
export function createGrouping(
  presentFinding: PresentFinding,
): (kind: EntryKind, entries: readonly ReportEntry[]) => EntryGroup[] {
  const remediable = memoizeBy(
    (fact: ReportFact) => fact.id,
    (fact) => {
      const finding = toRemediableFinding(fact, presentFinding);
      return { finding, plan: planOf(finding) };
    },
  );
  const toGrouped = (entry: ReportEntry): GroupedEntry => ({
    ...remediable(entry.fact).finding,
    // An accepted finding is listed with the others, but it is no reason to act.
    ...(entry.accepted && { risk: 0, isKnownExploited: false }),
    entry,
  });
  return (kind, entries) =>
    [...mapBy(entries, ({ host }) => host.host_id).values()]
      .flatMap((ofHost) =>
        groupByPlan(ofHost.map(toGrouped), ({ entry }) => remediable(entry.fact).plan),
      )
      .sort(byRisk)
      .map((group): EntryGroup | null => {
        const [first] = group.findings;
        if (!first) return null;
        const remediation = toRemediation(group);
        return {
          host: first.entry.host,
          title: kind === 'fixed' ? subjectOf(first) : remediation.title,
          remediation,
          views: group.findings.map(({ entry }) => presentEntry(presentFinding, kind, entry)),
        };
      })
      .filter((group) => group !== null);
}

const subjectOf = ({ basis, package: name, port, transport }: RemediableFinding): string =>
  basis.source ?? name ?? `port ${port}/${transport}`;

/** Returns the remedy of a group without a command; empty if its title contains it. */
export function remedyText({ title, views }: EntryGroup): string {
  const remedy = views[0]?.finding.remedy ?? '';
  return title.includes(remedy) ? '' : remedy;
}

/** Returns the entries of a group by vulnerability, in their order. */
export const linesOf = ({ views }: EntryGroup): VulnerabilityLine[] =>
  [
    ...mapBy(views, ({ finding, entry }) =>
      JSON.stringify([finding.vulnerability_id, finding.severity, entry.accepted]),
    ).values(),
  ]
    .map((ofOne): VulnerabilityLine | null => (ofOne[0] ? { first: ofOne[0], views: ofOne } : null))
    .filter((line) => line !== null);

/** Returns `50 vulnerabilities (1 known exploited), 62 findings`; the findings only if they are more. */
export function groupCountText({
  vulnerabilities,
  findings,
  known_exploited,
}: Pick<Remediation, 'vulnerabilities' | 'findings' | 'known_exploited'>): string {
  const count = countText(vulnerabilities.length, 'vulnerability', 'vulnerabilities');
  const exploited = known_exploited === 0 ? '' : ` (${known_exploited} known exploited)`;
  const all = findings === vulnerabilities.length ? '' : `, ${countText(findings, 'finding')}`;
  return count + exploited + all;
}

const RESTARTS: Readonly<Record<Remediation['restart'], string>> = {
  none: '',
  service: 'restart needed',
  reboot: 'reboot needed',
  unknown: 'may need a restart',
};

/** Returns `fixes 50 vulnerabilities (1 known exploited), 5 packages, restart needed`. */
export function effectText(remediation: Remediation): string {
  const { action, packages, restart } = remediation;
  const verb = action === 'no_fix' || action === 'end_of_life' ? 'concerns' : 'fixes';
  return [
    `${verb} ${groupCountText(remediation)}`,
    packages.length > 1 ? countText(packages.length, 'package') : '',
    action === 'no_fix' ? '' : RESTARTS[restart],
  ]
    .filter(Boolean)
    .join(', ');
}

/** Returns `openssl 3.0.1, libssl3 3.0.1, fixed in 3.0.2` for the entries of one vulnerability. */
export function placesText({ views }: VulnerabilityLine): string {
  const places = views.map(({ kind, entry, finding }) => {
    const version = (kind === 'fixed' ? entry.before : entry.after)?.installed_version;
    return `${finding.package ?? `${finding.port}/${finding.transport}`}${version == null ? '' : ` ${version}`}`;
  });
  const fixes = [...new Set(views.map(({ finding }) => finding.fixed_version))];
  const fixed = fixes.filter((version) => version !== null).join(', ');
  const listed = [...new Set(places)].join(', ');
  return fixed === '' ? `${listed}, no fix` : `${listed}, fixed in ${fixed}`;
}
