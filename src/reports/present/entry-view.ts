import type { Fact } from '../../vulnerabilities/facts.js';
import { findingAliases } from '../../vulnerabilities/findings/other-names.js';
import type { ReportEntry, ReportFact, TaskDiff } from '../diff.js';
import type { VulnerabilityRow } from '../read/reports.statements.js';
import { changeReason } from './change-reason.js';

/** What is told of a fact, whichever host has it: the part of a Finding that is the same everywhere. */
export interface FindingView extends Omit<Fact, 'origin' | 'basis'> {
  aliases: string[];
  title: string;
  cvss_score: number | null;
  cvss_vector: string | null;
  epss: { score: number; percentile: number | null; date: string | null } | null;
  kev: { date_added: string; due_date: string | null; ransomware: boolean } | null;
  explanation: string;
  remedy: string;
}

export type Explain = (fact: ReportFact, title: string) => { explanation: string; remedy: string };

/** Tells of facts, each once as long as they come close to each other. */
export type PresentFinding = (fact: ReportFact) => FindingView;

const REMEMBERED = 25_000; // some kilobytes each, while a report is written

export function createFindingPresenter(
  notes: ReadonlyMap<string, VulnerabilityRow>,
  explain: Explain,
): PresentFinding {
  const known = new Map<number, FindingView>();
  return (fact) => {
    let told = known.get(fact.id);
    if (!told) {
      if (known.size >= REMEMBERED) known.clear();
      known.set(fact.id, (told = toldFact(fact, notes.get(fact.vulnerability_id), explain)));
    }
    return told;
  };
}

function toldFact(
  fact: ReportFact,
  note: VulnerabilityRow | undefined,
  explain: Explain,
): FindingView {
  const {
    vulnerability_id,
    severity,
    package: name,
    architecture,
    port,
    transport,
    installed_version,
    fixed_version,
    confidence,
    advisory,
    advisory_url,
    feed,
  } = fact;
  const title = note?.title ?? vulnerability_id;
  return {
    vulnerability_id,
    aliases: findingAliases(
      { vulnerability_id, basis: JSON.parse(fact.basis) as Fact['basis'] },
      parsed<string[]>(note?.aliases) ?? [],
    ),
    title,
    severity,
    cvss_score: note?.cvss_score ?? null,
    cvss_vector: note?.cvss_vector ?? null,
    epss: parsed(note?.epss),
    kev: parsed(note?.kev),
    package: name,
    architecture,
    port,
    transport,
    installed_version,
    fixed_version,
    confidence,
    advisory,
    advisory_url,
    feed,
    ...explain(fact, title),
  };
}

const parsed = <T>(json: string | null | undefined): T | null =>
  json == null ? null : (JSON.parse(json) as T);

export const ENTRY_KINDS = ['new', 'fixed', 'changed'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One entry of a diff, as every format tells it. */
export interface EntryView {
  kind: EntryKind;
  entry: ReportEntry;
  told: FindingView;
  why: string;
}

export const presentEntry = (
  tell: PresentFinding,
  kind: EntryKind,
  entry: ReportEntry,
): EntryView => ({
  kind,
  entry,
  told: tell(entry.fact),
  why: changeReason(kind, entry),
});

/** How many of a diff's entries are of each severity. */
export function countBySeverity(diff: TaskDiff, severity: string): { new: number; fixed: number } {
  const count = (list: readonly ReportEntry[]): number =>
    list.reduce((n, e) => n + (e.fact.severity === severity ? 1 : 0), 0);
  return { new: count(diff.new), fixed: count(diff.fixed) };
}
