import { sql } from 'kysely';
import type { Db } from '../../src/database/database.js';
import { decodeLine } from '../../src/inventory/codec/line-codec.js';
import { decodeSections, lineIds } from '../../src/inventory/codec/report-codec.js';
import type { ReportSource } from '../../src/inventory/inventory.js';

/** A stored report with its raw sections. */
export interface RawStoredReport {
  id: number;
  source: ReportSource;
  stored_at: number;
  sections: Record<string, string>;
}

/**
 * Returns the stored reports of a host (at most two), latest first, unchanged to the character.
 */
export async function listRawReports(db: Db, hostId: number): Promise<RawStoredReport[]> {
  const reports = await db
    .selectFrom('inventory_reports')
    .select(['id', 'source', 'stored_at', 'sections'])
    .where('host_id', '=', hostId)
    .orderBy('id', 'desc')
    .execute();
  const ids = reports.flatMap(({ sections }) => lineIds(sections));
  const lines = await db
    .selectFrom('inventory_lines')
    .select(['id', 'line'])
    .where('id', 'in', sql<number>`(SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .execute();
  const lineOf = new Map(lines.map(({ id, line }) => [id, decodeLine(line)]));
  return reports.map((report) => ({
    ...report,
    sections: decodeSections(report.sections, (id) => lineOf.get(id)),
  }));
}
