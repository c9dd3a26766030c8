import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../database/database.js';
import type { Sqlite } from '../database/sqlite.js';
import { withRest } from './codec/report-codec.js';
import {
  withIds,
  parseReport,
  type ResolvedIds,
  type IndexedReport,
  type RawReport,
  type MissingIds,
} from './ingest-worker/parse.js';
import { createReportReader, type ReportReader } from './ingest-worker/client.js';
import { inventoryCacheOf } from './inventory-cache.js';
import { statementsOf } from './store.statements.js';

/** A report that was read and is ready to be stored, in no time to speak of. */
export interface PreparedReport extends IndexedReport {
  /** what it was read from, to read it anew should its numbers have been swept meanwhile */
  report: RawReport;
  swept: number;
}

export type Prepared = { ok: true; report: PreparedReport } | { ok: false; reason: string };

const readers = new WeakMap<Database, ReportReader>();
const CHUNK = 250;

/**
 * Reads a report, in a thread of its own where there can be one, and gives its packages and lines their
 * numbers. Not ok: nothing in it could be read. Not inside a transaction.
 */
export async function prepareReport(
  database: Database,
  hostId: number,
  report: RawReport,
): Promise<Prepared> {
  const stock = inventoryCacheOf(database.sqlite);
  let reader = readers.get(database);
  if (!reader)
    readers.set(database, (reader = createReportReader((unknown) => numberAll(database, unknown))));
  let swept = stock.swept;
  const reading = await reader.index(report, () => {
    swept = stock.swept;
    return { gcCount: swept, lastStored: stock.newest.get(hostId) ?? null };
  });
  return reading.ok ? { ok: true, report: { ...reading.report, report, swept } } : reading;
}

/** The report whole, and in numbers that hold now. Inside the transaction that stores it. */
export function refreshIds(
  sqlite: Sqlite,
  hostId: number,
  prepared: PreparedReport,
): IndexedReport {
  const stock = inventoryCacheOf(sqlite);
  const completed =
    prepared.packages === 'unchanged' ? withListsBefore(sqlite, hostId, prepared) : null;
  if (completed) return completed;
  const understood =
    prepared.packages !== 'unchanged' && prepared.swept === stock.swept
      ? null
      : parseReport(prepared.report);
  if (!understood?.ok) return prepared;
  return withIds(
    understood,
    stock.packages.number(understood.parsed.packages ?? []),
    stock.lines.number(understood.split.shared),
  );
}

/** Null where the lists are no longer those of the newest report: another one came first, or it is gone. */
function withListsBefore(
  sqlite: Sqlite,
  hostId: number,
  prepared: PreparedReport,
): IndexedReport | null {
  const known = inventoryCacheOf(sqlite).newest.get(hostId);
  const last = statementsOf(sqlite).lastReport.get(hostId) as
    { id: number; sections: Buffer } | undefined;
  if (!known || !last || known.fingerprint !== prepared.fingerprint || known.reportId !== last.id)
    return null;
  // A sweep that is under way has seen the lines in the report before, or will see them in this one.
  return { ...prepared, encoded: withRest(last.sections, prepared.encoded) };
}

/** Looks up a few at a time, so that nobody waits long. */
async function numberAll(
  database: Database,
  { lines, packages }: MissingIds,
): Promise<ResolvedIds> {
  const stock = inventoryCacheOf(database.sqlite);
  const found = { lines: [] as number[], packages: [] as number[], gcCount: stock.swept };
  for (let from = 0; from < Math.max(lines.length, packages.length); from += CHUNK) {
    if (from > 0) await turn();
    const some = await database.groupCommit(() => ({
      lines: stock.lines.number(lines.slice(from, from + CHUNK)),
      packages: stock.packages.number(packages.slice(from, from + CHUNK)),
    }));
    found.lines.push(...some.lines);
    found.packages.push(...some.packages);
  }
  return found;
}
