import type { AsOf, OpenFinding, ReportHost } from '../diff.js';
import type { PackagesBaseline } from './compare-packages.js';
import type { PortsBaseline } from './compare-scan.js';
import type { ComparisonDeps } from './record-finding.js';

/**
 * Yields the open findings of a host, accepted ones included: those that its diff counts as open or as accepted. A
 * finding in several versions of a package is one, that of its first fact.
 */
export function* listOpenFindings(
  { resultData, acceptances }: Pick<ComparisonDeps, 'resultData' | 'acceptances'>,
  { packages, ports }: { packages: PackagesBaseline | null; ports: PortsBaseline | null },
  host: ReportHost,
  asOf: AsOf,
): Generator<OpenFinding> {
  const toFinding = (fact: OpenFinding['fact']): OpenFinding => ({
    host,
    fact,
    accepted: acceptances.find(fact, host.host_id, asOf),
  });
  const identities = new Set<number>();
  for (const id of packages ? resultData.factSet(packages.facts_id).factIds : []) {
    const fact = resultData.facts.get(id);
    if (!fact || identities.has(fact.identity)) continue;
    identities.add(fact.identity);
    yield toFinding(fact);
  }
  for (const { fact } of packages?.carriedOver.values() ?? []) yield toFinding(fact);
  for (const { findings } of ports?.ports.values() ?? [])
    for (const { fact } of findings.values()) yield toFinding(fact);
}
