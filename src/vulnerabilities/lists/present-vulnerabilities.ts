import type { Sqlite } from '../../database/sqlite.js';
import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import { parseJsonColumn } from '../findings/findings.presenter.js';
import { rateRisk, type RiskInput } from '../risk/risk.js';
import type { ListedVulnerabilities } from './listed-vulnerabilities.js';
import type { OpenFindings } from './table/open-findings.js';
import { selectSummaries } from './lists.repository.js';
import type { VulnerabilityTotals } from './totals.js';

/** A vulnerability as the API lists it. Times: Unix seconds. */
export type ListedVulnerability = ReturnType<typeof present>;

/** A page. `numbers`: of its vulnerabilities; `totals`: by their position in it. */
interface ListedPage {
  listed: ListedVulnerabilities;
  numbers: readonly number[];
  totals: VulnerabilityTotals;
}

/** Returns the vulnerabilities of a page, in its order. */
export function presentVulnerabilities(
  sqlite: Sqlite,
  open: OpenFindings,
  { listed, numbers, totals }: ListedPage,
): ListedVulnerability[] {
  const ids = numbers.map((v) => open.facts.vulnerabilities[v] ?? '');
  const summaries = new Map(selectSummaries(sqlite, ids).map((row) => [row.id, row]));
  return numbers.map((v, at) => {
    const id = ids[at] ?? '';
    return present(summaries.get(id) ?? { ...NO_SUMMARY, id }, {
      severity: SEVERITIES[listed.severity[v] ?? 0] as Severity,
      risk: listed.risk[v] ?? 0,
      packages: listPackages(open, listed, v),
      hosts_affected: totals.hosts[at] ?? 0,
      first_seen: totals.firstSeen[at] ?? 0,
      last_seen: totals.lastSeen[at] ?? 0,
    });
  });
}

const NO_SUMMARY = { title: '', cvss_score: null, epss: null, kev: null, exploitation: null };

type Summary = ReturnType<typeof selectSummaries>[number];

interface ListedProperties {
  severity: Severity;
  risk: number;
  packages: string[];
  hosts_affected: number;
  first_seen: number;
  last_seen: number;
}

function present(
  { id, title, cvss_score, epss, kev, exploitation }: Summary,
  { severity, risk, packages, hosts_affected, first_seen, last_seen }: ListedProperties,
) {
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
    hosts_affected,
    packages,
    risk: Math.round(risk * 10) / 10,
    risk_reason: rateRisk({ severity, exploitation, ...scores }).risk_reason,
    first_seen,
    last_seen,
  };
}

/** Returns the packages of the selected findings of a vulnerability, by name. */
function listPackages(
  { facts: table }: OpenFindings,
  { facts }: ListedVulnerabilities,
  number: number,
): string[] {
  const { package: packages } = table.columns();
  const selected = (table.factsOf[number] ?? []).filter((fact) => (facts[fact] ?? 0) > 0);
  return [
    ...new Set(selected.flatMap((fact) => table.packages[packages[fact] ?? -1] ?? [])),
  ].sort();
}
