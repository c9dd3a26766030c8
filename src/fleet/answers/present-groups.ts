import type { Sqlite } from '../../database/sqlite.js';
import { chunk } from '../../lib/collections.js';
import type { FactBasis } from '../../vulnerabilities/facts.js';
import type { RemediableFinding } from '../../vulnerabilities/remediations/group.js';
import {
  toRemediation,
  type Remediation,
} from '../../vulnerabilities/remediations/remediations.js';
import { parseJsonColumn } from '../../vulnerabilities/findings/findings.presenter.js';
import { explainRisk, type RiskInput } from '../../vulnerabilities/risk/risk.js';
import type { FleetRemediation } from '../fleet.js';
import { readHostNames, readPresentedFacts, type PresentedFactRow } from '../fleet.repository.js';
import type { FactColumns } from '../state/fact-columns.js';
import type { FleetGroup } from '../state/host-findings.js';

const FACTS_PER_READ = 5_000;

/** Presents groups as remediations, in their order. */
export function presentGroups(
  sqlite: Sqlite,
  groups: readonly FleetGroup[],
  columns: FactColumns,
): FleetRemediation[] {
  const hosts = readHosts(sqlite, groups);
  return readRemediations(sqlite, groups, columns).map((remediation, i) => ({
    ...hosts[i]!,
    ...remediation,
  }));
}

/** Returns what each group says of its host. */
export function readHosts(
  sqlite: Sqlite,
  groups: readonly FleetGroup[],
): Pick<FleetRemediation, 'host_id' | 'ip' | 'name'>[] {
  const ids = [...new Set(groups.map(({ hostId }) => hostId))];
  const names = new Map(readHostNames(sqlite, ids).map((host) => [host.id, host]));
  return groups.map(({ hostId }) => {
    const { ip = '', name = '' } = names.get(hostId) ?? {};
    return { host_id: hostId, ip, name };
  });
}

/** Presents groups as remediations without their hosts. */
export function readRemediations(
  sqlite: Sqlite,
  groups: readonly FleetGroup[],
  columns: FactColumns,
): Remediation[] {
  const facts = readFindings(sqlite, new Set(groups.flatMap((group) => group.facts)), columns);
  return groups.map((group) =>
    toRemediation({ ...group, findings: group.facts.flatMap((id) => facts.get(id) ?? []) }),
  );
}

function readFindings(
  sqlite: Sqlite,
  ids: ReadonlySet<number>,
  columns: FactColumns,
): Map<number, RemediableFinding> {
  const findings = new Map<number, RemediableFinding>();
  for (const some of chunk(ids, FACTS_PER_READ))
    for (const row of readPresentedFacts(sqlite, some))
      findings.set(row.id, toFinding(row, columns));
  return findings;
}

function toFinding(row: PresentedFactRow, columns: FactColumns): RemediableFinding {
  const { severity, cvss_score, exploitation } = row;
  return {
    ...row,
    basis: JSON.parse(row.basis) as FactBasis,
    risk: columns.risk(row.id),
    risk_reason: explainRisk({
      severity,
      cvss_score,
      epss: parseJsonColumn(row.epss) as RiskInput['epss'],
      kev: parseJsonColumn(row.kev) as RiskInput['kev'],
      exploitation,
    }),
    isKnownExploited: row.kev !== null,
  };
}
