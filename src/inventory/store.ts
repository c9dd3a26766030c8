import type { Sqlite } from '../database/sqlite.js';
import { diffInventories, type Versioned } from './changes.js';
import type { SectionWarning } from './inventory.js';
import { refreshIds, type PreparedReport } from './ingest.js';
import type { PackageList, IndexedReport } from './ingest-worker/parse.js';
import { inventoryCacheOf } from './inventory-cache.js';
import { statementsOf } from './store.statements.js';
import { carryOverUnreadable } from './report/carry-over.js';

export type ReportSource = 'agent' | 'session' | 'import';

/** What was stored: the report's number (they only grow), and all that could not be read. */
export interface StoredReport {
  report_id: number;
  packages_count: number;
  warnings: SectionWarning[];
}

interface Known extends Versioned {
  id: number;
}
/** number of a package → when it was installed */
type Links = ReadonlyMap<number, number | null>;

const KEPT_CHANGES = 10_000;

/**
 * Stores a prepared report of a host: the report itself (the last two are kept), the newest inventory, and of its
 * packages what changed.
 * Inside a transaction only. Null when there is no such host (any more).
 * @param collectedAt Unix seconds
 */
export function storeInventory(
  sqlite: Sqlite,
  hostId: number,
  report: PreparedReport,
  { source, now, collectedAt = now }: { source: ReportSource; now: number; collectedAt?: number },
): StoredReport | null {
  const sql = statementsOf(sqlite);
  if (sql.host.get(hostId) === undefined) return null;
  const stock = inventoryCacheOf(sqlite);
  const read = refreshIds(sqlite, hostId, report);
  if (stock.inUse) for (const line of read.lines) stock.inUse.lines.add(line);
  stock.stored += 1;
  const report_id = Number(sql.addReport.run(hostId, source, now, read.encoded).lastInsertRowid);
  sql.dropReports.run(hostId, hostId);
  const stored =
    read.packages === 'unchanged'
      ? { count: stock.newest.get(hostId)?.packagesCount ?? 0, kept: 0 }
      : storePackages(sqlite, hostId, report_id, read.packages, now);
  const packages_count = stored.count;
  const warnings = [...read.warnings, ...stayed(read.packages !== null, stored)];
  const { reboot_required } = read.inventory;
  sql.upsert.run({
    ...read.inventory,
    reboot_required: reboot_required === null ? null : Number(reboot_required),
    host_id: hostId,
    report_id,
    import_id: source === 'import' ? report_id : null,
    collected_at: collectedAt,
    packages_count,
    packages_read: Number(read.packages !== null),
    warnings: JSON.stringify(warnings),
    scopes: read.ecosystems && JSON.stringify(read.ecosystems),
  });
  if (read.fingerprint === null) stock.newest.delete(hostId);
  else
    stock.newest.set(hostId, {
      fingerprint: read.fingerprint,
      rebootRequired: reboot_required,
      reportId: report_id,
      packagesCount: packages_count,
    });
  return { report_id, packages_count, warnings };
}

/** How many packages a host has now, and of how many of them only a report before told readably. */
interface StoredPackages {
  count: number;
  kept: number;
}

function stayed(isRead: boolean, { count, kept }: StoredPackages): SectionWarning[] {
  const says = (message: string): SectionWarning[] => [{ section: 'packages', message }];
  if (!isRead)
    return count === 0
      ? []
      : says('there is no list of packages in this report; the one known before stays');
  return kept === 0
    ? []
    : says(`${kept} known before stay, because they may stand in entries that could not be read`);
}

/** Links a host with its packages and notes what changed; null: there is no list, and the one before stays. */
function storePackages(
  sqlite: Sqlite,
  hostId: number,
  reportId: number,
  packages: Exclude<IndexedReport['packages'], 'unchanged'>,
  now: number,
): StoredPackages {
  const sql = statementsOf(sqlite);
  const { inUse } = inventoryCacheOf(sqlite);
  const before = linksOf(sqlite, hostId);
  if (!packages) return { count: before.size, kept: 0 };
  const { old, read } =
    before.size === 0 ? { old: [], read: [] } : sidesOf(sqlite, before, packages);
  const kept = carryOverUnreadable(old, read, packages.unreadable);
  const after: Links = new Map([
    ...packages.ids.map((id, i) => [id, packages.installed[i] ?? null] as const),
    ...kept.map(({ id }) => [id, before.get(id) ?? null] as const),
  ]);
  const changes = diffInventories(old, [...read, ...kept]);
  storeLinks(sqlite, hostId, before, after);
  if (inUse) for (const id of after.keys()) inUse.packages.add(id);
  for (const { from } of changes) if (from) inUse?.packages.add(from.id);
  if (changes.length > 0) {
    sql.addChanges.run(
      hostId,
      reportId,
      now,
      JSON.stringify(
        changes.map(({ change, from, to }) => [change, from?.id ?? null, to?.id ?? null]),
      ),
    );
    sql.dropChanges.run(hostId, hostId, KEPT_CHANGES - 1);
  }
  return { count: after.size, kept: kept.length };
}

// What differs, on both sides. Other versions of a package that changed count too, though they stay: they tell a
// kernel that came from an upgrade.
function sidesOf(
  sqlite: Sqlite,
  before: Links,
  { ids, names }: PackageList,
): { old: Known[]; read: Known[] } {
  const listed = new Set(ids);
  const gone = [...before.keys()].filter((id) => !listed.has(id));
  const come = [...listed].filter((id) => !before.has(id));
  const [old, added] = [knownOf(sqlite, gone), knownOf(sqlite, come)];
  const changed = new Set([...old, ...added].map((p) => p.name));
  const staying = knownOf(
    sqlite,
    ids.filter((id, i) => before.has(id) && changed.has(names[i] ?? '')),
  );
  return { old: [...old, ...staying], read: [...added, ...staying] };
}

const knownOf = (sqlite: Sqlite, ids: readonly number[]): Known[] =>
  ids.length === 0 ? [] : (statementsOf(sqlite).packages.all(JSON.stringify(ids)) as Known[]);

function linksOf(sqlite: Sqlite, hostId: number): Links {
  const { ids, installed } = statementsOf(sqlite).links.get(hostId) as {
    ids: string | null;
    installed: string | null;
  };
  const times = installed?.split(',') ?? [];
  return new Map(ids?.split(',').map((id, i) => [Number(id), times[i] ? Number(times[i]) : null]));
}

function storeLinks(sqlite: Sqlite, hostId: number, before: Links, after: Links): void {
  const sql = statementsOf(sqlite);
  const gone = [...before.keys()].filter((id) => !after.has(id));
  const come = [...after].filter(([id, installedAt]) => before.get(id) !== installedAt);
  if (gone.length > 0) sql.unlink.run(hostId, JSON.stringify(gone));
  if (come.length > 0) sql.link.run(hostId, JSON.stringify(come));
}
