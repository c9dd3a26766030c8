import { memoize, memoizeBy } from '../../lib/memoize.js';
import type { Fact, FactBasis } from '../../vulnerabilities/facts.js';
import { explainFinding, type ExplainedFact } from '../../vulnerabilities/findings/explanation.js';
import { programOf } from '../../vulnerabilities/remediations/program.js';
import { findingAliases } from '../../vulnerabilities/findings/findings.presenter.js';
import { rateRisk } from '../../vulnerabilities/risk/risk.js';
import type { ReportEntry, ReportFact } from '../diff.js';
import type { VulnerabilityRow } from '../read/stored-rows.js';
import { changeReason } from './change-reason.js';

/** A fact as reports show it: the part of a finding that is equal on every host. */
export interface FindingView extends Omit<Fact, 'origin' | 'basis'> {
  aliases: string[];
  title: string;
  cvss_score: number | null;
  cvss_vector: string | null;
  epss: { score: number; percentile: number | null; date: string | null } | null;
  kev: { date_added: string; due_date: string | null; ransomware: boolean } | null;
  explanation: string;
  remedy: string;
  /** 0 to 100 */
  risk: number;
  risk_reason: string;
  /** the package that the publisher names, of which `package` is a part; null: none or the same */
  source: string | null;
  /** the program at the port; null: not known, or a package */
  program: string | null;
  /** the fix is installed, and code from before it still runs; null: no */
  runs_old_code: 'kernel' | 'processes' | null;
  /** of the running kernel, where another one is installed */
  running_version: string | null;
  /** rated so by its publisher */
  unimportant: boolean;
}

export type PresentFinding = (fact: ReportFact) => FindingView;

const MAX_CACHED_VIEWS = 25_000; // some kilobytes each, for the time a report is written

/**
 * Creates a presenter of facts. It returns the same object for a fact as long as that is cached.
 * @param vulnerabilities by id
 */
export const createFindingPresenter = (
  vulnerabilities: ReadonlyMap<string, VulnerabilityRow>,
): PresentFinding => {
  const parseBasis = createBasisParser();
  return memoizeBy(
    (fact: ReportFact) => fact.id,
    (fact) =>
      createFindingView(fact, parseBasis(fact.basis), vulnerabilities.get(fact.vulnerability_id)),
    { maxEntries: MAX_CACHED_VIEWS },
  );
};

/** Creates a parser of the `basis` of facts. Equal texts, as of the vulnerabilities of one package, are parsed once. */
export const createBasisParser = (): ((text: string) => FactBasis) =>
  memoize((text: string) => JSON.parse(text) as FactBasis, { maxEntries: MAX_CACHED_VIEWS });

function createFindingView(
  fact: ReportFact,
  basis: FactBasis,
  vulnerability: VulnerabilityRow | undefined,
): FindingView {
  const { vulnerability_id } = fact;
  const title = vulnerability?.title ?? vulnerability_id;
  const aliases = parseOrNull<string[]>(vulnerability?.aliases) ?? [];
  const cvssScore = vulnerability?.cvss_score ?? null;
  const { epss, kev } = parseScores(vulnerability);
  const exploitation = vulnerability?.exploitation ?? null;
  return {
    vulnerability_id,
    aliases: findingAliases({ vulnerability_id, basis }, aliases),
    title,
    severity: fact.severity,
    cvss_score: cvssScore,
    cvss_vector: vulnerability?.cvss_vector ?? null,
    epss,
    kev,
    package: fact.package,
    architecture: fact.architecture,
    port: fact.port,
    transport: fact.transport,
    installed_version: fact.installed_version,
    fixed_version: fact.fixed_version,
    confidence: fact.confidence,
    advisory: fact.advisory,
    advisory_url: fact.advisory_url,
    feed: fact.feed,
    ...explainFinding(toExplained(fact, basis), title),
    ...rateRisk({ severity: fact.severity, cvss_score: cvssScore, epss, kev, exploitation }),
    source: basis.source,
    program: fact.port === null ? null : programOf({ basis }),
    runs_old_code: basis.runs_old_code ?? null,
    running_version: basis.running_version ?? null,
    unimportant: basis.unimportant === true,
  };
}

/** Field by field: a spread of thousands of facts takes longer than their explanations. */
const toExplained = (fact: ReportFact, basis: FactBasis): ExplainedFact => ({
  origin: fact.origin,
  package: fact.package,
  port: fact.port,
  transport: fact.transport,
  installed_version: fact.installed_version,
  fixed_version: fact.fixed_version,
  confidence: fact.confidence,
  advisory: fact.advisory,
  basis,
});

/** Returns the EPSS score and the KEV entry of a vulnerability; null: it has none. */
export const parseScores = (
  row: Pick<VulnerabilityRow, 'epss' | 'kev'> | undefined,
): Pick<FindingView, 'epss' | 'kev'> => ({
  epss: parseOrNull<FindingView['epss']>(row?.epss),
  kev: parseOrNull<FindingView['kev']>(row?.kev),
});

const parseOrNull = <T>(json: string | null | undefined): T | null =>
  json == null ? null : (JSON.parse(json) as T);

export const ENTRY_KINDS = ['new', 'fixed', 'changed'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One entry of a diff, as every format shows it. `why`: the reason of the difference, as a sentence. */
export interface EntryView {
  kind: EntryKind;
  entry: ReportEntry;
  finding: FindingView;
  why: string;
}

export const presentEntry = (
  presentFinding: PresentFinding,
  kind: EntryKind,
  entry: ReportEntry,
): EntryView => ({
  kind,
  entry,
  finding: presentFinding(entry.fact),
  why: changeReason(kind, entry),
});
