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
import { mapBy } from '../../lib/collections.js';
import { memoizeBy, memoizeWeak } from '../../lib/memoize.js';
import type { OpenFinding, ReportFact, ReportHost } from '../diff.js';
import { createBasisParser, type PresentFinding } from './entry-view.js';

/** An action on one host of a task. */
export type HostRemediation = Remediation & ReportHost;

/**
 * Returns what to do about the entries of a report, highest risk first. Accepted entries are left out; each other one
 * is in exactly one remediation.
 * @param entries of one task: the open findings, such as the `new` of its report
 */
export function taskRemediations(
  entries: readonly OpenFinding[],
  presentFinding: PresentFinding,
): HostRemediation[] {
  const toFinding = (fact: ReportFact): RemediableFinding =>
    toRemediableFinding(fact, presentFinding);
  const open = entries.filter(({ accepted }) => accepted === null);
  const groups: { host: ReportHost; group: RemediationGroup }[] = [];
  for (const ofHost of mapBy(open, ({ host }) => host.host_id).values()) {
    const [first] = ofHost;
    if (!first) continue;
    for (const group of groupByPlan(ofHost.map(({ fact }) => toFinding(fact))))
      groups.push({ host: first.host, group });
  }
  return groups
    .sort((a, b) => byRisk(a.group, b.group))
    .map(({ host: { host_id, ip, name }, group }) => ({
      host_id,
      ip,
      name,
      ...toRemediation(group),
    }));
}

/** Returns a fact as remediations need it; the same object for a fact, as long as the presenter is the same. */
export const toRemediableFinding = (
  fact: ReportFact,
  presentFinding: PresentFinding,
): RemediableFinding => remediationInputs(presentFinding)(fact);

// By id: a weak map of thousands of facts would be half of the time of a report.
const remediationInputs = memoizeWeak((presentFinding: PresentFinding) => {
  const parseBasis = createBasisParser();
  return memoizeBy(
    (fact: ReportFact) => fact.id,
    (fact): RemediableFinding => {
      const { title, risk, risk_reason, kev } = presentFinding(fact);
      return {
        origin: fact.origin,
        vulnerability_id: fact.vulnerability_id,
        package: fact.package,
        architecture: fact.architecture,
        port: fact.port,
        transport: fact.transport,
        installed_version: fact.installed_version,
        fixed_version: fact.fixed_version,
        severity: fact.severity,
        confidence: fact.confidence,
        advisory: fact.advisory,
        basis: parseBasis(fact.basis),
        title,
        risk,
        risk_reason,
        isKnownExploited: kev !== null,
      };
    },
  );
});
