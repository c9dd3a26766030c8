import { SEVERITIES } from '../../knowledge/records.js';
import { mapBy } from '../../lib/collections.js';
import type { ReportFact } from '../diff.js';
import type { PackagesBaseline } from './compare-packages.js';
import { preferRunning } from './fact-pairs.js';
import type { PortsBaseline } from './compare-scan.js';
import type { HostComparison } from './record-finding.js';

/** The baselines of a host. */
interface Baselines {
  packages: PackagesBaseline | null;
  ports: PortsBaseline | null;
}

/** Adds the open findings of a host to the counts of the diff. */
export function countOpen(
  { resultData, diff, acceptances, host, now }: HostComparison,
  { packages, ports }: Baselines,
): void {
  const add = (severity: number, n: number): void => {
    diff.open[severity] = (diff.open[severity] ?? 0) + n;
  };
  const isAccepted = (fact: ReportFact): boolean =>
    acceptances.find(fact, host.host_id, now.asOf) !== null;
  const addUnlessAccepted = (fact: ReportFact): void => {
    if (!isAccepted(fact)) add(SEVERITIES.indexOf(fact.severity), 1);
  };
  if (packages) {
    const set = resultData.factSet(packages.facts_id);
    set.countsBySeverity.forEach((n, i) => add(i, n));
    for (const facts of mapBy(set.everAccepted, (f) => f.identity).values()) {
      const shown = preferRunning(facts);
      // Of several facts, the first one was counted.
      if (shown && isAccepted(shown)) add(SEVERITIES.indexOf((facts[0] ?? shown).severity), -1);
    }
    for (const { fact } of packages.carriedOver.values()) addUnlessAccepted(fact);
  }
  for (const { findings } of ports?.ports.values() ?? [])
    for (const { fact } of findings.values()) addUnlessAccepted(fact);
}
