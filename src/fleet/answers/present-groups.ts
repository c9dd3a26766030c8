import type { Sqlite } from '../../database/sqlite.js';
import { chunk } from '../../lib/collections.js';
import type { FactBasis } from '../../vulnerabilities/facts.js';
import type { RemediableFinding } from '../../vulnerabilities/remediations/group.js';
import { toRemediation } from '../../vulnerabilities/remediations/remediations.js';
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
  const names = new Map(
    readHostNames(sqlite, [...new Set(groups.map(({ hostId }) => hostId))]).map((host) => [
      host.id,
      host,
    ]),
  );
  const facts = readFindings(sqlite, new Set(groups.flatMap((group) => group.facts)), columns);
  return groups.map((group) => {
    const { ip = '', name = '' } = names.get(group.hostId) ?? {};
    const findings = group.facts.flatMap((id) => facts.get(id) ?? []);
    return { host_id: group.hostId, ip, name, ...toRemediation({ ...group, findings }) };
  });
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

const toFinding = (row: PresentedFactRow, columns: FactColumns): RemediableFinding => ({
  ...row,
  basis: JSON.parse(row.basis) as FactBasis,
  risk: columns.risk(row.id),
  isKnownExploited: row.kev !== null,
});
