import type { Sqlite } from '../../database/sqlite.js';
import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import { parseJsonColumn } from '../findings/findings.presenter.js';
import { rateRisk, type RiskInput } from '../risk/risk.js';
import type { ListedVulnerabilities } from './listed-vulnerabilities.js';
import type { OpenFindings } from './open-findings.js';
import { selectSummaries } from './open-findings.repository.js';
import type { VulnerabilityTotals } from './totals.js';

/** A vulnerability as the API lists it, without what changes with findings. */
type ListedProperties = ReturnType<typeof presentProperties>;

/** A vulnerability as the API lists it. Times: Unix seconds. */
export interface ListedVulnerability extends ListedProperties {
  hosts_affected: number;
  first_seen: number;
  last_seen: number;
}

/** The JSON of a listed vulnerability before and after the number of its hosts, without its times and the brace. */
interface VulnerabilityText {
  before: string;
  after: string;
}

/** Texts of the vulnerabilities of a list, by number. They are true as long as it has the same facts and ratings. */
export type VulnerabilityTexts = Map<number, VulnerabilityText>;

const MAX_KEPT_TEXTS = 2_000;

/** A page. `numbers`: of its vulnerabilities; `totals`: by their position in it. */
interface ListedPage {
  listed: ListedVulnerabilities;
  numbers: readonly number[];
  totals: VulnerabilityTotals;
  texts: VulnerabilityTexts;
}

/** Returns the vulnerabilities of a page as a JSON array, in its order. Keeps the texts of the last ones. */
export function writeVulnerabilities(
  sqlite: Sqlite,
  open: OpenFindings,
  { listed, numbers, totals, texts }: ListedPage,
): string {
  const unknown = numbers.filter((v) => !texts.has(v));
  for (const [v, text] of readTexts(sqlite, open, listed, unknown)) texts.set(v, text);
  const items = numbers.map((v, at) => {
    const { before, after } = texts.get(v) ?? { before: '{', after: '' };
    const times = `"first_seen":${totals.firstSeen[at] ?? 0},"last_seen":${totals.lastSeen[at] ?? 0}`;
    return `${before},"hosts_affected":${totals.hosts[at] ?? 0},${after},${times}}`;
  });
  if (texts.size > MAX_KEPT_TEXTS) texts.clear();
  return `[${items.join(',')}]`;
}

function readTexts(
  sqlite: Sqlite,
  open: OpenFindings,
  listed: ListedVulnerabilities,
  numbers: readonly number[],
): [number, VulnerabilityText][] {
  const ids = numbers.map((v) => open.facts.vulnerabilities[v] ?? '');
  const summaries = new Map(selectSummaries(sqlite, ids).map((row) => [row.id, row]));
  const packages = collectPackages(open, listed, numbers);
  return numbers.map((v, at) => {
    const summary = summaries.get(ids[at] ?? '') ?? { ...NO_SUMMARY, id: ids[at] ?? '' };
    return [v, toText(presentProperties(listed, v, summary, packages.get(v) ?? []))];
  });
}

const NO_SUMMARY = { title: '', cvss_score: null, epss: null, kev: null, exploitation: null };

type Summary = ReturnType<typeof selectSummaries>[number];

function presentProperties(
  listed: ListedVulnerabilities,
  number: number,
  { id, title, cvss_score, epss, kev, exploitation }: Summary,
  packages: readonly string[],
) {
  const severity = SEVERITIES[listed.severity[number] ?? 0] as Severity;
  const scores = {
    cvss_score,
    epss: parseJsonColumn(epss) as RiskInput['epss'],
    kev: parseJsonColumn(kev) as RiskInput['kev'],
  };
  return {
    vulnerability_id: id,
    title,
    ...scores,
    severity,
    packages,
    risk: Math.round((listed.risk[number] ?? 0) * 10) / 10,
    risk_reason: rateRisk({ severity, exploitation, ...scores }).risk_reason,
  };
}

function toText({ packages, risk, risk_reason, ...before }: ListedProperties): VulnerabilityText {
  return {
    before: JSON.stringify(before).slice(0, -1),
    after: JSON.stringify({ packages, risk, risk_reason }).slice(1, -1),
  };
}

/** Returns the packages of some vulnerabilities, by name. */
function collectPackages(
  { facts: table }: OpenFindings,
  { facts }: ListedVulnerabilities,
  numbers: readonly number[],
): ReadonlyMap<number, readonly string[]> {
  const { package: packages } = table.columns();
  const namesOf = (v: number): ReadonlySet<string> => {
    const selected = (table.factsOf[v] ?? []).filter((fact) => facts[fact] === 1);
    return new Set(selected.flatMap((fact) => table.packages[packages[fact] ?? -1] ?? []));
  };
  return new Map(numbers.map((v) => [v, [...namesOf(v)].sort()]));
}
