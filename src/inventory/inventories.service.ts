import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import { AppError, notFound } from '../errors.js';
import type { Clock } from '../platform/clock.js';
import type { Vulnerabilities } from '../vulnerabilities/create-vulnerabilities.js';
import type { Inventory } from './inventory.js';
import { prepareReport, type PreparedReport } from './ingest.js';
import { decodeSections } from './codec/report-codec.js';
import type { Sections } from './report/sections.js';
import { lineText, inventoryCacheOf } from './inventory-cache.js';
import { storeInventory, type ReportSource, type StoredReport } from './store.js';
import { gcInventories } from './inventory.gc.js';

export interface StoreReportDeps {
  database: Database;
  clock: Clock;
  log: Logger;
  vulnerabilities: Pick<Vulnerabilities, 'matchHost' | 'stateOf'>;
  /** whether the service is shutting down */
  isClosing: () => boolean;
}

export interface ReceivedReport extends StoredReport {
  inventory: Inventory;
}

/**
 * Who brought a report. An import may be of another day: its own time counts, or `collectedAt` (Unix
 * seconds). Elsewhere the service's clock does.
 */
export interface ReportOrigin {
  source: ReportSource;
  collectedAt?: number;
}

/**
 * The one entrance for reports: from agents, sessions and imports, as bytes (docs/agent-protocol.md) or as sections.
 * Stores the report and what it tells.
 * Throws AppError: 404 for an unknown host, 422 `nothing_readable`.
 */
export async function storeReport(
  ctx: StoreReportDeps,
  hostId: number,
  report: Buffer | Sections,
  { source, collectedAt }: ReportOrigin,
): Promise<ReceivedReport> {
  const prepared = await readStoredReport(ctx, hostId, report);
  const now = ctx.clock.now();
  const told =
    collectedAt ?? (source === 'import' ? (prepared.collectedAt ?? undefined) : undefined);
  const stored = await ctx.database.groupCommit(() => {
    const was = prepared.packages === 'unchanged' ? undefined : ctx.vulnerabilities.stateOf(hostId);
    const inventory = storeInventory(ctx.database.sqlite, hostId, prepared, {
      source,
      now,
      collectedAt: told,
    });
    if (inventory) ctx.vulnerabilities.matchHost(hostId, prepared.packages && now, now, was);
    return inventory;
  });
  if (!stored) throw notFound('host', hostId);
  gcWhenDue(ctx);
  return { ...stored, inventory: prepared.inventory };
}

/**
 * Reads a report for `storeInventory`, for those who have a transaction of their own to store it in. Throws
 * AppError 422 `nothing_readable`.
 */
export async function readStoredReport(
  { database }: Pick<StoreReportDeps, 'database'>,
  hostId: number,
  report: Buffer | Sections,
): Promise<PreparedReport> {
  const prepared = await prepareReport(database, hostId, report);
  if (prepared.ok) return prepared.report;
  throw new AppError('nothing_readable', `Nothing in this report can be read: ${prepared.reason}`);
}

/** The raw sections of a host's kept reports (at most two), newest first, to the character as they came. */
export function rawReports(
  { sqlite }: Pick<Database, 'sqlite'>,
  hostId: number,
): { id: number; source: ReportSource; stored_at: number; sections: Record<string, string> }[] {
  const line = sqlite
    .prepare<[number], string | Buffer>('SELECT line FROM inventory_lines WHERE id = ?')
    .pluck();
  const lineOf = (id: number): string | undefined => {
    const stored = line.get(id);
    return stored === undefined ? undefined : lineText(stored);
  };
  const rows = sqlite.prepare<
    [number],
    { id: number; source: ReportSource; stored_at: number; sections: Buffer }
  >(
    'SELECT id, source, stored_at, sections FROM inventory_reports WHERE host_id = ? ORDER BY id DESC',
  );
  return rows
    .all(hostId)
    .map((row) => ({ ...row, sections: decodeSections(row.sections, lineOf) }));
}

/**
 * The number of the newest report that was imported for a host; null: none ever was. Later imports have
 * higher numbers.
 */
export function latestImportId(
  { sqlite }: Pick<Database, 'sqlite'>,
  hostId: number,
): number | null {
  return (
    sqlite
      .prepare<[number], number | null>('SELECT import_id FROM inventories WHERE host_id = ?')
      .pluck()
      .get(hostId) ?? null
  );
}

/** The number of the newest report of any host; 0: none yet. What is stored from now on has a higher one. */
export function latestReportId({ sqlite }: Pick<Database, 'sqlite'>): number {
  return (
    sqlite
      .prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'inventory_reports'")
      .pluck()
      .get() ?? 0
  );
}

const REPORTS_A_SWEEP = 5000;

/** What nothing refers to any more is swept when enough was stored since. */
export function gcWhenDue({
  database,
  log,
  isClosing,
}: Omit<StoreReportDeps, 'vulnerabilities'>): void {
  const stock = inventoryCacheOf(database.sqlite);
  if (stock.stored < REPORTS_A_SWEEP || stock.inUse) return;
  stock.stored = 0;
  void gcInventories(database, () => isClosing() || !database.sqlite.open).catch((err: unknown) => {
    if (!isClosing() && database.sqlite.open) log.error({ err }, 'sweeping old packages failed');
  });
}
