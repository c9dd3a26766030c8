import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../../database/database.js';
import { selectAll } from '../../../database/query-builder.js';
import type { Sqlite } from '../../../database/sqlite.js';
import {
  factConditions,
  hostConditions,
  IS_IMPORTANT,
  type FindingFilter,
} from '../../findings/findings.repository.js';
import { presentConditions } from '../../flat/flat.repository.js';
import { coversPlace, isAcceptedFinding } from '../acceptance-coverage.repository.js';
import type { AcceptedHosts } from '../acceptances.js';
import { nextAcceptanceChange } from '../acceptances.repository.js';
import {
  MAX_BULK_ACCEPTANCES,
  type BulkCover,
  type BulkSelection,
  type BulkTarget,
  type NamedFinding,
} from './bulk.js';

/** Returns what acceptances of a selection cover now. @param now Unix seconds */
export function selectBulkCover(sqlite: Sqlite, selection: BulkSelection, now: number): BulkCover {
  const counts = sql<Omit<BulkCover, 'targets'>>`WITH ${targetsOf(selection, now)}
    SELECT count(*) AS findings, count(DISTINCT host_id) AS hosts, (SELECT count(*) FROM targets) AS acceptances
    FROM (${coveredFindings(selection, now)})`;
  const targets = sql<BulkTarget>`WITH ${targetsOf(selection, now)}
    SELECT * FROM targets ORDER BY vulnerability_id, host_id, package, port LIMIT ${MAX_BULK_ACCEPTANCES}`;
  const [covered = { findings: 0, hosts: 0, acceptances: 0 }] = selectAll(sqlite, counts);
  return { ...covered, targets: selectAll(sqlite, targets) };
}

/** The table `targets`: a row for each acceptance. */
function targetsOf(selection: BulkSelection, now: number): RawBuilder<unknown> {
  const { hosts, isEverywhere } = selection;
  const place = isEverywhere
    ? sql`NULL AS package, NULL AS port, NULL AS transport`
    : sql`k.package, CASE WHEN k.package IS NULL THEN k.port END AS port, CASE WHEN k.package IS NULL THEN k.transport END AS transport`;
  return sql`targets AS MATERIALIZED (SELECT DISTINCT k.vulnerability_id, ${hosts === null ? sql`f.host_id` : sql`NULL`} AS host_id, ${place}
    FROM facts k CROSS JOIN vulnerabilities v CROSS JOIN host_findings f
    WHERE v.id = k.vulnerability_id AND f.fact_id = k.id AND ${isSelected(selection, now)} AND ${hostConditions(hostFilter(hosts), now)} AND NOT ${isAcceptedFinding(now)})`;
}

function isSelected({ selected }: BulkSelection, now: number): RawBuilder<SqlBool> {
  if (selected.by === 'names') return isNamed(selected.findings);
  const { filter, ids } = selected;
  const isOfIds =
    ids === null
      ? sql`1`
      : sql`k.vulnerability_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  return sql`${factConditions(filter)} AND ${presentConditions(filter, now)} AND ${isOfIds}`;
}

function isNamed(findings: readonly NamedFinding[]): RawBuilder<SqlBool> {
  const names = findings.map((f) => [
    f.vulnerability_id,
    f.host_id,
    f.package ?? '',
    f.port ?? 0,
    f.transport ?? '',
  ]);
  return sql`(k.vulnerability_id, f.host_id, coalesce(k.package, ''), CASE WHEN k.package IS NULL THEN coalesce(k.port, 0) ELSE 0 END,
    CASE WHEN k.package IS NULL THEN coalesce(k.transport, '') ELSE '' END)
    IN (SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(${JSON.stringify(names)}))`;
}

const hostFilter = (hosts: AcceptedHosts | null): FindingFilter => ({
  ...(hosts?.host_id != null && { host_id: hosts.host_id }),
  ...(hosts?.group_id != null && { group_id: hosts.group_id }),
});

/** The open findings that the targets cover: also those of other versions in the same package. */
const coveredFindings = (selection: BulkSelection, now: number): RawBuilder<unknown> =>
  sql`SELECT DISTINCT f.host_id, f.fact_id FROM targets t CROSS JOIN facts k ON k.vulnerability_id = t.vulnerability_id
      AND ${coversPlace(sql`t`)}
    CROSS JOIN host_findings f ON f.fact_id = k.id AND (t.host_id IS NULL OR f.host_id = t.host_id)
    WHERE (${isHiddenCounted(selection)} OR ${IS_IMPORTANT}) AND ${hostConditions(hostFilter(selection.hosts), now)} AND NOT ${isAcceptedFinding(now)}`;

const isHiddenCounted = ({ selected }: BulkSelection): RawBuilder<unknown> =>
  selected.by === 'filter' && selected.filter.unimportant === true ? sql`1` : sql`0`;

/** The columns that all acceptances of a request have in common. */
interface SharedColumns {
  group_id: number | null;
  /** of all, where a target has none */
  host_id: number | null;
  reason: string;
  /** name of the token */
  by: string;
  until: number | null;
  justification: string | null;
}

/** Stores acceptances as one change; returns their ids. Inside a transaction. @param now Unix seconds */
export async function insertAcceptances(
  db: Db,
  targets: readonly BulkTarget[],
  { group_id, host_id, reason, by, until, justification }: SharedColumns,
  now: number,
): Promise<number[]> {
  const change = await nextAcceptanceChange(db);
  const rows = JSON.stringify(
    targets.map((t) => [t.vulnerability_id, t.host_id, t.package, t.port, t.transport]),
  );
  const insertion = sql<{ id: number }>`INSERT INTO acceptances
    (vulnerability_id, host_id, group_id, package, port, transport,
      reason, "by", "until", justification, created_at, began_change)
    SELECT value ->> 0, coalesce(value ->> 1, ${host_id}), ${group_id}, value ->> 2, value ->> 3, value ->> 4,
      ${reason}, ${by}, ${until}, ${justification}, ${now}, ${change} FROM json_each(${rows}) RETURNING id`;
  const { rows: stored } = await insertion.execute(db);
  return stored.map(({ id }) => id);
}
