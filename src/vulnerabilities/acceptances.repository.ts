import { sql } from 'kysely';
import type { Db } from '../database/database.js';
import { queryBuilder, selectAll } from '../database/query-builder.js';
import type { Sqlite } from '../database/sqlite.js';

export interface AcceptanceInput {
  reason: string;
  until?: number | null | undefined;
  host_id?: number | null | undefined;
  package?: string | null | undefined;
}

interface AcceptanceRow {
  id: number;
  vulnerability_id: string;
  host_id: number | null;
  package: string | null;
  reason: string;
  by: string;
  until: number | null;
  created_at: number;
}

const COLUMNS = [
  'id',
  'vulnerability_id',
  'host_id',
  'package',
  'reason',
  'by',
  'until',
  'created_at',
] as const;

// Changes are numbered: the last one before the end of a task selects the acceptances that its report uses.
const NEXT_CHANGE = sql<number>`(SELECT coalesce(max(max(began_change, coalesce(ended_change, 0))), 0) + 1 FROM acceptances)`;

/** Stores an acceptance. @param by the name of the token */
export const insertAcceptance = (
  db: Db,
  vulnerability: string,
  by: string,
  { reason, until = null, host_id = null, package: name = null }: AcceptanceInput,
  now: number,
): Promise<AcceptanceRow> =>
  db
    .insertInto('acceptances')
    .values({
      vulnerability_id: vulnerability,
      host_id,
      package: name,
      reason,
      by,
      until,
      created_at: now,
      began_change: NEXT_CHANGE,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** Ends an acceptance; returns false if it is not active. */
export async function endAcceptance(
  db: Db,
  vulnerability: string,
  id: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('acceptances')
    .set({ ended_at: now, ended_change: NEXT_CHANGE })
    .where('id', '=', id)
    .where('vulnerability_id', '=', vulnerability)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns the active acceptances of a vulnerability. */
export const listAcceptances = (
  sqlite: Sqlite,
  vulnerability: string,
  now: number,
): AcceptanceRow[] =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('acceptances')
      .select(COLUMNS)
      .where('vulnerability_id', '=', vulnerability)
      .where('ended_at', 'is', null)
      .where((e) => e.or([e('until', 'is', null), e('until', '>', now)]))
      .orderBy('id'),
  );
