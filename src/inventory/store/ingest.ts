import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '../../database/database.js';
import type { Sqlite } from '../../database/sqlite.js';
import { withRest } from '../codec/report-codec.js';
import { createReportReader } from '../ingest-worker/client.js';
import {
  withIds,
  parseReport,
  type ResolvedIds,
  type IndexedReport,
  type RawReport,
  type MissingIds,
} from '../ingest-worker/parse.js';
import type { InventoryCache } from './inventory-cache.js';
import { storeStatements } from './store.statements.js';

/** A report that was parsed and indexed: storing it takes little time. */
export interface PreparedReport extends IndexedReport {
  /** the source, to index it again when rows were garbage collected since */
  raw: RawReport;
  /** number of garbage collections when it was indexed */
  gcCount: number;
}

export type PrepareResult = { ok: true; report: PreparedReport } | { ok: false; reason: string };

export interface StoreDeps {
  sqlite: Sqlite;
  cache: InventoryCache;
}

const CHUNK_SIZE = 250;

/**
 * Creates the function that parses a report, in a worker thread where possible, and looks up the ids of its packages
 * and lines. Not ok: no section is readable. Not inside a transaction.
 */
export function createIngest(
  database: Database,
  cache: InventoryCache,
): (hostId: number, raw: RawReport) => Promise<PrepareResult> {
  const reader = createReportReader((missing) => resolveIds(database, cache, missing));
  return async (hostId, raw) => {
    let { gcCount } = cache;
    const result = await reader.index(raw, () => {
      gcCount = cache.gcCount;
      return { gcCount, lastStored: cache.latest.get(hostId) ?? null };
    });
    return result.ok ? { ok: true, report: { ...result.report, raw, gcCount } } : result;
  };
}

/**
 * Returns the complete report with ids that are valid now: joined with the package lists of the last report, or indexed
 * again where necessary. Inside the transaction that stores it.
 */
export function refreshIds(
  deps: StoreDeps,
  hostId: number,
  prepared: PreparedReport,
): IndexedReport {
  const { cache } = deps;
  const isUnchanged = prepared.packages === 'unchanged';
  const completed = isUnchanged ? withLastLists(deps, hostId, prepared) : null;
  if (completed) return completed;
  if (!isUnchanged && prepared.gcCount === cache.gcCount) return prepared;
  const result = parseReport(prepared.raw);
  if (!result.ok) return prepared;
  return withIds(
    result,
    cache.packages.idsFor(result.parsed.packages ?? []),
    cache.lines.idsFor(result.split.shared),
  );
}

/** Null when the last stored report is no longer the one of the comparison, or was deleted. */
function withLastLists(
  { sqlite, cache }: StoreDeps,
  hostId: number,
  prepared: PreparedReport,
): IndexedReport | null {
  const latest = cache.latest.get(hostId);
  const last = storeStatements(sqlite).findLastReport.get(hostId);
  if (!latest || !last || latest.fingerprint !== prepared.fingerprint) return null;
  if (latest.reportId !== last.id) return null;
  // A garbage collection in progress has marked the lines in the last report, or will mark them in this one.
  return { ...prepared, encoded: withRest(last.sections, prepared.encoded) };
}

/** Looks up ids in chunks, each in a transaction, so that other writers do not wait long. */
async function resolveIds(
  database: Database,
  cache: InventoryCache,
  { lines, packages }: MissingIds,
): Promise<ResolvedIds> {
  const resolved = { lines: [] as number[], packages: [] as number[], gcCount: cache.gcCount };
  for (let from = 0; from < Math.max(lines.length, packages.length); from += CHUNK_SIZE) {
    if (from > 0) await yieldToEventLoop();
    const chunk = await database.groupCommit(() => ({
      lines: cache.lines.idsFor(lines.slice(from, from + CHUNK_SIZE)),
      packages: cache.packages.idsFor(packages.slice(from, from + CHUNK_SIZE)),
    }));
    resolved.lines.push(...chunk.lines);
    resolved.packages.push(...chunk.packages);
  }
  return resolved;
}
