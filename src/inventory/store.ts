import type { Sqlite } from '../database/sqlite.js';
import { changesBetween, type Versioned } from './changes.js';
import type { SectionWarning } from './inventory.js';
import { currentNumbers, type PreparedReport } from './prepare.js';
import { stockOf } from './stock.js';
import { statementsOf } from './store.statements.js';

export type ReportSource = 'agent' | 'session' | 'import';

/** What was stored: the report's number (they only grow), and all that could not be read. */
export interface StoredReport { report_id: number; packages_count: number; warnings: SectionWarning[] }

interface Known extends Versioned { id: number }
type Links = ReadonlyMap<number, number | null>;

const KEPT_CHANGES = 10_000;

/**
 * Stores a prepared report of a host: the report itself (the last two are kept), the newest inventory, and of its packages what changed.
 * Inside a transaction only. Null when there is no such host (any more).
 * @param collectedAt Unix seconds
 */
export function storeInventory(sqlite: Sqlite, hostId: number, report: PreparedReport, { source, now, collectedAt = now }: { source: ReportSource; now: number; collectedAt?: number }): StoredReport | null {
  const sql = statementsOf(sqlite);
  if (sql.host.get(hostId) === undefined) return null;
  const stock = stockOf(sqlite);
  const { packages, packed, lines } = currentNumbers(sqlite, report);
  for (const line of lines) stock.inUse?.add(line);
  stock.stored += 1;
  const report_id = Number(sql.addReport.run(hostId, source, now, packed).lastInsertRowid);
  sql.dropReports.run(hostId, hostId);
  const before: Links = new Map(sql.links.all(hostId) as [number, number | null][]);
  if (packages) {
    const changes = before.size === 0 ? [] : changesOf(sqlite, hostId, before, packages);
    storeLinks(sqlite, hostId, before, packages);
    changes.forEach(({ change, from, to }, number) => sql.addChange.run(hostId, report_id, number, now, change, from?.id ?? null, to?.id ?? null));
    if (changes.length > 0) sql.dropChanges.run(hostId, hostId, KEPT_CHANGES - 1);
  }
  const warnings = packages || before.size === 0 ? report.warnings : [...report.warnings, { section: 'packages', message: 'there is no list of packages in this report; the one known before stays' }];
  const packages_count = (packages ?? before).size;
  const { reboot_required } = report.inventory;
  sql.upsert.run({
    ...report.inventory, reboot_required: reboot_required === null ? null : Number(reboot_required),
    host_id: hostId, report_id, import_id: source === 'import' ? report_id : null, collected_at: collectedAt, packages_count, warnings: JSON.stringify(warnings),
  });
  return { report_id, packages_count, warnings };
}

function changesOf(sqlite: Sqlite, hostId: number, before: Links, after: Links) {
  const sql = statementsOf(sqlite);
  const ids = [...[...before.keys()].filter((id) => !after.has(id)), ...[...after.keys()].filter((id) => !before.has(id))];
  if (ids.length === 0) return [];
  const touched = sql.packages.all(JSON.stringify(ids)) as Known[];
  // Other versions of the same package that stay are part of the picture: they tell a kernel that came from an upgrade.
  const staying = (sql.namesakes.all(hostId, JSON.stringify([...new Set(touched.map((p) => p.name))])) as Known[]).filter((p) => after.has(p.id));
  return changesBetween([...touched.filter((p) => before.has(p.id)), ...staying], [...touched.filter((p) => after.has(p.id)), ...staying]);
}

function storeLinks(sqlite: Sqlite, hostId: number, before: Links, after: Links): void {
  const sql = statementsOf(sqlite);
  for (const id of before.keys()) if (!after.has(id)) sql.unlink.run(hostId, id);
  for (const [id, installedAt] of after) {
    if (before.get(id) !== installedAt) sql.link.run(hostId, id, installedAt);
  }
}
