import { mapBy } from '../../lib/collections.js';
import {
  byRisk,
  groupByPlan,
  type RemediableFinding,
  type RemediationGroup,
} from '../../vulnerabilities/remediations/group.js';
import {
  toRemediation,
  type Remediation,
} from '../../vulnerabilities/remediations/remediations.js';
import { programAt } from '../../vulnerabilities/remediations/program.js';
import { remediationCountText } from '../../vulnerabilities/remediations/counts.text.js';
import { remedyText } from '../../vulnerabilities/remediations/text.js';
import type { ReportEntry, ReportHost } from '../diff.js';
import { presentEntry, type EntryKind, type EntryView, type PresentFinding } from './entry-view.js';
import { toRemediableFinding } from './remediations.js';

/**
 * The entries of one host that one action resolves. `title`: the action; of fixed and of accepted entries, what they
 * are about.
 */
export interface EntryGroup {
  host: ReportHost;
  isAccepted: boolean;
  title: string;
  remediation: Remediation;
  /** highest risk first */
  views: EntryView[];
}

/** `command`: null without one; `remedy`: a sentence, if there is no command. */
interface GroupAction {
  command: string | null;
  remedy: string;
}

/** Entries of one group that are about one vulnerability: often several packages of one source. */
export interface VulnerabilityLine {
  first: EntryView;
  views: EntryView[];
}

/**
 * Creates the function that groups entries by host and action, highest risk first. Accepted entries follow in groups of
 * their own: they keep their risk, and are no reason to act.
 */
export function createGrouping(
  presentFinding: PresentFinding,
): (kind: EntryKind, entries: readonly ReportEntry[]) => EntryGroup[] {
  const ofHost = (
    kind: EntryKind,
    entries: readonly ReportEntry[],
    isAccepted: boolean,
  ): RankedGroup[] => {
    const entryOf = new Map(
      entries.map((entry) => [{ ...toRemediableFinding(entry.fact, presentFinding) }, entry]),
    );
    return groupByPlan(entryOf.keys()).map((ranked) => {
      const remediation = toRemediation(ranked);
      const ofGroup = ranked.findings.map((finding) => entryOf.get(finding));
      const views = ofGroup
        .filter((entry) => entry !== undefined)
        .map((entry) => presentEntry(presentFinding, kind, entry));
      const host = (entries[0] as ReportEntry).host;
      const title = kind === 'fixed' || isAccepted ? subjectOf(ranked.findings) : remediation.title;
      return { ranked, group: { host, isAccepted, title, remediation, views } };
    });
  };
  const group = (
    kind: EntryKind,
    entries: readonly ReportEntry[],
    isAccepted: boolean,
  ): EntryGroup[] =>
    [...mapBy(entries, ({ host }) => host.host_id).values()]
      .flatMap((ofOne) => ofHost(kind, ofOne, isAccepted))
      .sort((a, b) => byRisk(a.ranked, b.ranked))
      .map((ranked) => ranked.group);
  return (kind, entries) => {
    const isAccepted = ({ accepted }: ReportEntry): boolean =>
      accepted !== null && kind !== 'fixed';
    return [
      ...group(
        kind,
        entries.filter((entry) => !isAccepted(entry)),
        false,
      ),
      ...group(kind, entries.filter(isAccepted), true),
    ];
  };
}

interface RankedGroup {
  ranked: RemediationGroup;
  group: EntryGroup;
}

function subjectOf(findings: readonly RemediableFinding[]): string {
  const [first] = findings;
  if (first?.port !== null) return programAt(findings);
  return first.basis.source ?? first.package ?? '';
}

/** Returns the command or the remedy of a group; empty if nothing remains to do, or if its title contains it. */
export function groupAction({ title, isAccepted, views, remediation }: EntryGroup): GroupAction {
  if (isAccepted || views[0]?.kind === 'fixed') return { command: null, remedy: '' };
  const { command } = remediation;
  const remedy = remedyText(
    remediation.title,
    views.map(({ finding }) => finding),
  );
  return { command, remedy: command !== null || `${title}.`.includes(remedy) ? '' : remedy };
}

/** Returns the entries of a group by vulnerability, in their order. */
export const linesOf = ({ views }: EntryGroup): VulnerabilityLine[] =>
  [...mapBy(views, lineKey).values()]
    .map((ofOne): VulnerabilityLine | null => (ofOne[0] ? { first: ofOne[0], views: ofOne } : null))
    .filter((line) => line !== null);

/** Returns equal keys for the views of one line. */
function lineKey({
  finding: { vulnerability_id, severity, confidence },
  entry: { accepted },
}: EntryView): string {
  return accepted === null
    ? `${severity} ${confidence} ${vulnerability_id}`
    : JSON.stringify([vulnerability_id, severity, confidence, accepted]);
}

/** Returns `50 vulnerabilities (1 known exploited), 62 findings, accepted`; the findings only if they are more. */
export const groupCountText = ({
  remediation,
  isAccepted,
}: Pick<EntryGroup, 'remediation' | 'isAccepted'>): string =>
  `${remediationCountText(remediation)}${isAccepted ? ', accepted' : ''}`;

/**
 * Returns why an entry differs; in a report of one task, why the finding exists, unless that is the installed and the
 * fixed version, which `placesText` names.
 */
export function entryReason({ finding, why }: EntryView, isReport: boolean): string {
  if (!isReport) return why;
  return finding.package !== null && finding.fixed_version !== null ? '' : finding.explanation;
}

/** Returns a package, or a program and its port: `nginx (80/tcp)`. */
function placeOf({ package: name, port, transport, program }: EntryView['finding']): string {
  if (name !== null) return name;
  return program === null ? `${port}/${transport}` : `${program} (${port}/${transport})`;
}

/** Returns `openssl 3.0.1, libssl3 3.0.1, fixed in 3.0.2` for the entries of one vulnerability. */
export function placesText({ views }: VulnerabilityLine): string {
  const places = views.map(({ kind, entry, finding }) => {
    const version = (kind === 'fixed' ? entry.before : entry.after)?.installed_version;
    return `${placeOf(finding)}${version == null ? '' : ` ${version}`}`;
  });
  const fixes = [...new Set(views.map(({ finding }) => finding.fixed_version))];
  const fixed = fixes.filter((version) => version !== null).join(', ');
  const listed = [...new Set(places)].join(', ');
  return fixed === '' ? `${listed}, no fix` : `${listed}, fixed in ${fixed}`;
}
