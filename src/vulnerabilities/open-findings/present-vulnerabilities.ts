import type { Sqlite } from '../../database/sqlite.js';
import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import { parseJsonColumn } from '../findings/findings.presenter.js';
import { rateRisk, type RiskInput } from '../risk/risk.js';
import type { ListedVulnerabilities } from './listed-vulnerabilities.js';
import type { OpenFindings } from './open-findings.js';
import { selectSummaries } from './open-findings.repository.js';
import type { VulnerabilityTotals } from './totals.js';

/** A vulnerability as the API lists it. Times: Unix seconds. */
export type ListedVulnerability = ReturnType<typeof presentVulnerabilities>[number];

/** A page. `numbers`: of its vulnerabilities; `totals`: by their position in it. */
interface ListedPage {
  listed: ListedVulnerabilities;
  numbers: readonly number[];
  totals: VulnerabilityTotals;
}

/** Presents the vulnerabilities of a page, in its order. */
export function presentVulnerabilities(
  sqlite: Sqlite,
  open: OpenFindings,
  { listed, numbers, totals }: ListedPage,
) {
  const ids = numbers.map((v) => open.facts.vulnerabilities[v] ?? '');
  const summaries = new Map(selectSummaries(sqlite, ids).map((row) => [row.id, row]));
  const packages = collectPackages(open, listed, numbers);
  return ids.map((id, at) => {
    const v = numbers[at] ?? 0;
    const { title = '', cvss_score = null, epss = null, kev = null } = summaries.get(id) ?? {};
    const severity = SEVERITIES[listed.severity[v] ?? 0] as Severity;
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
      hosts_affected: totals.hosts[at] ?? 0,
      packages: packages.get(v) ?? [],
      risk: Math.round((listed.risk[v] ?? 0) * 10) / 10,
      risk_reason: rateRisk({ severity, ...scores }).risk_reason,
      first_seen: totals.firstSeen[at] ?? 0,
      last_seen: totals.lastSeen[at] ?? 0,
    };
  });
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
