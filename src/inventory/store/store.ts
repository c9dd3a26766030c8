import type { Sqlite } from '../../database/sqlite.js';
import type { PackageList, IndexedReport } from '../ingest-worker/parse.js';
import type { ReportSource, SectionWarning } from '../inventory.js';
import { MAX_PACKAGES } from '../parse/text.js';
import { carryOverUnreadable } from '../report/carry-over.js';
import { diffInventories, type ItemChange } from './changes.js';
import { refreshIds, type PreparedReport, type StoreDeps } from './ingest.js';
import type { InventoryCache } from './inventory-cache.js';
import { keepOrigins } from './kept-origins.js';
import { prepareOldPackages } from './old-packages.js';
import { knownKernel } from './known-kernel.js';
import { checkShrunkList } from './shrunk-list.js';
import { storeStatements, type PackageVersion, type StoredRunning } from './store.statements.js';

/** The stored report: its id, which is greater than all before, and warnings about unreadable parts. */
export interface StoredReport {
  report_id: number;
  packages_count: number;
  warnings: SectionWarning[];
}

export interface StoreInventoryOptions {
  source: ReportSource;
  /** Unix seconds */
  now: number;
  /** Unix seconds; default: `now` */
  collectedAt?: number | undefined;
}

/** id of a package → time of installation */
export type Links = ReadonlyMap<number, number | null>;

/** Changes of packages that are kept of a host. */
export const MAX_CHANGES = 10_000;

/**
 * Stores a prepared report of a host: the report itself (the last two are kept), the latest inventory, and the
 * changes of
 * its packages. Inside a transaction only. Null when the host does not exist.
 */
export function storeInventory(
  deps: StoreDeps,
  hostId: number,
  prepared: PreparedReport,
  { source, now, collectedAt = now }: StoreInventoryOptions,
): StoredReport | null {
  const { sqlite, cache } = deps;
  if (storeStatements(sqlite).findHost.get(hostId) === undefined) return null;
  const before = readLinks(sqlite, hostId);
  const { report, unconfirmed, packageLog } = checkShrunkList(
    sqlite,
    hostId,
    keepOrigins(sqlite, before, refreshIds(deps, hostId, prepared)),
    collectedAt,
  );
  const reportId = insertReport(deps, hostId, report, { source, now });
  const storeOld = prepareOldPackages(sqlite, hostId, report, {
    before: before.keys(),
    collectedAt,
  });
  const stored =
    report.packages === 'unchanged'
      ? { count: cache.latest.get(hostId)?.packagesCount ?? 0, carriedOver: 0 }
      : storePackages(deps, hostId, reportId, { packages: report.packages, before }, now);
  const importId = source === 'import' ? reportId : null;
  const saved = saveInventory(sqlite, hostId, report, {
    reportId,
    importId,
    stored,
    collectedAt,
    unconfirmed,
    packageLog,
  });
  storeOld();
  rememberLatest(cache, hostId, report, { reportId, packagesCount: stored.count });
  return saved;
}

/** Stores the raw report; the last two of a host are kept. Returns its id. Inside a transaction only. */
export function insertReport(
  { sqlite, cache }: StoreDeps,
  hostId: number,
  { lines, encoded }: Pick<IndexedReport, 'lines' | 'encoded'>,
  { source, now }: Pick<StoreInventoryOptions, 'source' | 'now'>,
): number {
  const sql = storeStatements(sqlite);
  if (cache.marked) for (const line of lines) cache.marked.lines.add(line);
  cache.storedSinceGc += 1;
  const { lastInsertRowid } = sql.insertReport.run(hostId, source, now, encoded);
  sql.deleteOldReports.run(hostId, hostId);
  return Number(lastInsertRowid);
}

interface InventoryOptions {
  reportId: number;
  /** null: the last import stays */
  importId: number | null;
  stored: StoredPackages;
  /** Unix seconds */
  collectedAt: number;
  /** false: the packages are still being stored, and do not count as read */
  isComplete?: boolean;
  /** the hash of a list that the next report must confirm */
  unconfirmed: string | null;
  /** JSON, format → last minute of its log; null: as before */
  packageLog: string | null;
}

/** Stores the facts of a report as the latest inventory of a host. Inside a transaction only. */
export function saveInventory(
  sqlite: Sqlite,
  hostId: number,
  report: IndexedReport,
  {
    reportId,
    importId,
    stored,
    collectedAt,
    unconfirmed,
    packageLog,
    isComplete = true,
  }: InventoryOptions,
): StoredReport {
  const sql = storeStatements(sqlite);
  const before = sql.findRunning.get(hostId);
  const { warnings: ofKernel, ...kernel } = knownKernel(before, report, collectedAt);
  const warnings = [
    ...report.warnings,
    ...ofKernel,
    ...packageWarnings(report.packages !== null, stored),
    ...(isComplete ? [] : [INCOMPLETE]),
  ];
  const { reboot_required } = kernel;
  sql.upsertInventory.run({
    ...report.inventory,
    ...kernel,
    live_patches: report.inventory.live_patches
      ? JSON.stringify(report.inventory.live_patches)
      : null,
    reboot_required: reboot_required === null ? null : Number(reboot_required),
    host_id: hostId,
    report_id: reportId,
    import_id: importId,
    collected_at: collectedAt,
    packages_count: stored.count,
    packages_read: Number(isComplete && report.packages !== null),
    package_list: isComplete ? report.packageList : 'unreadable',
    warnings: JSON.stringify(warnings),
    unconfirmed_list: unconfirmed,
    machine_id: report.machineId,
    package_log: packageLog,
    scopes: knownScopes(before, report),
  });
  return { report_id: reportId, packages_count: stored.count, warnings };
}

/**
 * Returns the ecosystems of a host as JSON. A report without the repositories of dnf ends no subscription: an older
 * collector does not send them, and its files may be unreadable. The release must be the same.
 */
function knownScopes(
  before: StoredRunning | undefined,
  { ecosystems, hasRepositories, inventory }: IndexedReport,
): string | null {
  const known = JSON.parse(before?.scopes ?? '[]') as string[];
  const isSubscribed = known.length > (ecosystems?.length ?? 0) && known[0]?.startsWith('Red Hat:');
  const isSame =
    before?.os_version === inventory.os_version &&
    ecosystems?.every((name) => known.includes(name));
  if (isSubscribed && isSame && !hasRepositories) return before?.scopes ?? null;
  return ecosystems && JSON.stringify(ecosystems);
}

/** Remembers the report, so that a later one with the same packages is recognized. */
export function rememberLatest(
  { latest }: InventoryCache,
  hostId: number,
  { fingerprint, inventory }: IndexedReport,
  stored: { reportId: number; packagesCount: number },
): void {
  if (fingerprint === null) latest.delete(hostId);
  else latest.set(hostId, { fingerprint, rebootRequired: inventory.reboot_required, ...stored });
}

/**
 * The number of packages the host has now, and how many of them were carried over since their entries are
 * unreadable.
 */
export interface StoredPackages {
  count: number;
  carriedOver: number;
}

const INCOMPLETE: SectionWarning = {
  section: 'packages',
  message: 'the packages of this report are being stored; if this stays, collect it again',
};

function packageWarnings(
  hasList: boolean,
  { count, carriedOver }: StoredPackages,
): SectionWarning[] {
  const warning = (message: string): SectionWarning[] => [{ section: 'packages', message }];
  if (!hasList)
    return count === 0 ? [] : warning('no package list in this report; the previous list is kept');
  return carriedOver === 0
    ? []
    : warning(`${carriedOver} previously known packages kept: they may be in unreadable entries`);
}

/** Links a host with its packages and stores the changes; null: there is no list, and the links stay. */
function storePackages(
  { sqlite, cache: { marked } }: StoreDeps,
  hostId: number,
  reportId: number,
  { packages, before }: { packages: PackageList | null; before: Links },
  now: number,
): StoredPackages {
  if (!packages) return { count: before.size, carriedOver: 0 };
  const { old, current } =
    before.size === 0 ? { old: [], current: [] } : changedSides(sqlite, before, packages);
  const carriedOver = carryOverUnreadable(old, current, packages.unreadable).slice(
    0,
    maxCarriedOver(packages),
  );
  const after: Links = new Map([
    ...packages.ids.map((id, i) => [id, packages.installed[i] ?? null] as const),
    ...carriedOver.map(({ id }) => [id, before.get(id) ?? null] as const),
  ]);
  const changes = diffInventories(old, [...current, ...carriedOver]);
  storeLinks(sqlite, hostId, before, after);
  if (marked) for (const id of after.keys()) marked.packages.add(id);
  for (const { from } of changes) if (from) marked?.packages.add(from.id);
  if (changes.length > 0) storeChanges(sqlite, hostId, reportId, changes, { now });
  return { count: after.size, carriedOver: carriedOver.length };
}

/** Carried over packages never make a list longer than one report may: else it would grow with each report. */
export const maxCarriedOver = ({ ids }: PackageList): number =>
  Math.max(0, MAX_PACKAGES - ids.length);

/** @param first position of the first change within the report */
export function storeChanges(
  sqlite: Sqlite,
  hostId: number,
  reportId: number,
  changes: readonly ItemChange<PackageVersion>[],
  { now, first = 0 }: { now: number; first?: number },
): void {
  const sql = storeStatements(sqlite);
  const rows = changes.map(({ change, from, to }) => [change, from?.id ?? null, to?.id ?? null]);
  sql.insertChanges.run({ hostId, reportId, first, now, rows: JSON.stringify(rows) });
  sql.deleteOldChanges.run(hostId, hostId, MAX_CHANGES - 1);
}

// Both sides of the difference. They include unchanged versions of packages that changed: with these, a new kernel
// beside the old one is distinguished from an upgrade.
function changedSides(
  sqlite: Sqlite,
  before: Links,
  { ids, names }: PackageList,
): { old: PackageVersion[]; current: PackageVersion[] } {
  const listed = new Set(ids);
  const removed = readPackages(
    sqlite,
    [...before.keys()].filter((id) => !listed.has(id)),
  );
  const added = readPackages(
    sqlite,
    [...listed].filter((id) => !before.has(id)),
  );
  const changedNames = new Set([...removed, ...added].map((p) => p.name));
  const unchanged = readPackages(
    sqlite,
    ids.filter((id, i) => before.has(id) && changedNames.has(names[i] ?? '')),
  );
  return { old: [...removed, ...unchanged], current: [...added, ...unchanged] };
}

export const readPackages = (sqlite: Sqlite, ids: readonly number[]): PackageVersion[] =>
  ids.length === 0 ? [] : storeStatements(sqlite).findPackages.all(JSON.stringify(ids));

export function readLinks(sqlite: Sqlite, hostId: number): Links {
  const row = storeStatements(sqlite).findLinks.get(hostId);
  const times = row?.installed?.split(',') ?? [];
  return new Map(
    row?.ids?.split(',').map((id, i) => [Number(id), times[i] ? Number(times[i]) : null]),
  );
}

function storeLinks(sqlite: Sqlite, hostId: number, before: Links, after: Links): void {
  const sql = storeStatements(sqlite);
  const removed = [...before.keys()].filter((id) => !after.has(id));
  const changed = [...after].filter(([id, installedAt]) => before.get(id) !== installedAt);
  if (removed.length > 0) sql.unlink.run(hostId, JSON.stringify(removed));
  if (changed.length > 0) sql.link.run(hostId, JSON.stringify(changed));
}
