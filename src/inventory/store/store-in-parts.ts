import type { Database } from '../../database/database.js';
import { AppError } from '../../errors.js';
import { createSemaphore } from '../../lib/semaphore.js';
import { runInSlices } from '../../lib/slices.js';
import type { Vulnerabilities } from '../../vulnerabilities/create-vulnerabilities.js';
import type { PackageList } from '../ingest-worker/parse.js';
import { carryOverUnreadable } from '../report/carry-over.js';
import { diffInventories } from './changes.js';
import { compareWithStored, withNames, type StoredPackageChanges } from './compare-with-stored.js';
import type { PreparedReport } from './ingest.js';
import type { InventoryCache } from './inventory-cache.js';
import { keepOrigins } from './kept-origins.js';
import { splitDifference, type PackagePart } from './parts.js';
import { prepareOldPackages } from './old-packages.js';
import { checkShrunkList, keepAgain } from './shrunk-list.js';
import { storeStatements, type PackageVersion } from './store.statements.js';
import {
  insertReport,
  maxCarriedOver,
  MAX_CHANGES,
  readLinks,
  readPackages,
  rememberLatest,
  saveInventory,
  storeChanges,
  type Links,
  type StoredPackages,
  type StoredReport,
  type StoreInventoryOptions,
} from './store.js';

/** Packages of one transaction. It takes 10 to 20 ms with a list of the maximum length. */
const PART_SIZE = 250;
/** Up to this many, a difference is stored in one transaction with the report: that of a new host, nearly always. */
const MAX_AT_ONCE = 1000;

export interface PartsDeps {
  database: Database;
  cache: InventoryCache;
  vulnerabilities: Pick<Vulnerabilities, 'matchHost' | 'stateOf'>;
  /** whether the service is shutting down: the rest of a report is not stored then */
  isClosing: () => boolean;
}

/**
 * Stores a report whose packages differ much from the last one: part by part, each in a transaction with its changes
 * and findings, so that other work of this thread runs in between. After each part the host has a mixture of both
 * lists, which does not count as read. When the service ends meanwhile, the next report continues. The changes are
 * ordered by name within a part. One call per host at a time.
 * @param prepareAgain prepares the report again when its ids were garbage collected meanwhile
 * @returns null: the host does not exist; `small`: nothing was stored, the report can be stored at once
 */
export type StoreInParts = (
  hostId: number,
  report: PreparedReport,
  options: StoreInventoryOptions,
  prepareAgain: () => Promise<PreparedReport>,
) => Promise<StoredReport | 'small' | null>;

/** A report whose packages are stored in parts. */
interface BegunReport {
  reportId: number;
  /** whether the host had no packages before: they are no changes then */
  isFirst: boolean;
  /** whether the host had no inventory before: its findings do not count as appeared */
  isBaseline: boolean;
  /** number of stored changes */
  changes: number;
}

export function createPartsStore(deps: PartsDeps): StoreInParts {
  const { database } = deps;
  const turns = createSemaphore(1); // two at a time would double the pauses of everything else
  return async (hostId, prepared, options, prepareAgain) => {
    const withOrigins = (report: PreparedReport): PreparedReport =>
      keepOrigins(database.sqlite, readLinks(database.sqlite, hostId), report);
    const { now, collectedAt = now } = options;
    const { report: first, ...checked } = checkShrunkList(
      database.sqlite,
      hostId,
      withOrigins(prepared),
      collectedAt,
    );
    const { packages } = first;
    if (packages === null || packages === 'unchanged') return 'small';
    const difference = await compareWithStored(database.sqlite, hostId, packages);
    const { before, changed, removed } = difference;
    if (changed.length + removed.length <= MAX_AT_ONCE) return 'small';
    return turns.run(async () => {
      const begun = await begin(deps, hostId, first, { ...options, before });
      if (begun === null) return null;
      let report = first;
      let stored = await storeParts(deps, hostId, { report, packages, difference, begun, now });
      while (stored === 'outdated') {
        report = withOrigins(keepAgain(first, await prepareAgain()));
        const list = report.packages;
        if (list === null || list === 'unchanged') return null;
        const rest = await compareWithStored(database.sqlite, hostId, list);
        const context = { report, packages: list, difference: rest, begun, now };
        stored = await storeParts(deps, hostId, context);
      }
      if (stored === null) return null;
      const done = { report, begun, stored, ...checked };
      return database.groupCommit(() => finish(deps, hostId, done, options));
    });
  };
}

interface PartsContext {
  report: PreparedReport;
  packages: PackageList;
  difference: StoredPackageChanges;
  begun: BegunReport;
  now: number;
}

/** Null: the host does not exist any more. `outdated`: ids of the report were garbage collected. */
async function storeParts(
  deps: PartsDeps,
  hostId: number,
  context: PartsContext,
): Promise<StoredPackages | 'outdated' | null> {
  const { database, cache } = deps;
  const { report, difference } = context;
  const removed = await withNames(database.sqlite, difference.removed);
  const parts = await runInSlices(splitDifference(removed.concat(difference.changed), PART_SIZE));
  const writer = createPartWriter(deps, hostId, context);
  for (const part of parts) {
    if (deps.isClosing()) throw new AppError('shutting_down', 'The service is shutting down');
    const outcome = await database.groupCommit(() =>
      report.gcCount === cache.gcCount ? writer.store(part) : 'outdated',
    );
    if (outcome !== 'stored') return outcome;
  }
  return writer.stored();
}

interface FinishedReport {
  report: PreparedReport;
  begun: BegunReport;
  stored: StoredPackages;
  unconfirmed: string | null;
  packageLog: string | null;
}

/** Saves the inventory with its packages. Null: the host does not exist any more. */
function finish(
  { database: { sqlite }, cache, vulnerabilities }: PartsDeps,
  hostId: number,
  { report, begun, stored, unconfirmed, packageLog }: FinishedReport,
  { source, now, collectedAt = now }: StoreInventoryOptions,
): StoredReport | null {
  if (storeStatements(sqlite).findHost.get(hostId) === undefined) return null;
  const previous = vulnerabilities.stateOf(hostId);
  const { reportId } = begun;
  const importId = source === 'import' ? reportId : null;
  const saved = saveInventory(sqlite, hostId, report, {
    reportId,
    importId,
    stored,
    collectedAt,
    unconfirmed,
    packageLog,
  });
  rememberLatest(cache, hostId, report, { reportId, packagesCount: stored.count });
  vulnerabilities.matchHost(hostId, now, now, previous);
  return saved;
}

/**
 * Stores the report and its facts, which decide how packages are matched, with the packages of the last one. Null: the
 * host does not exist.
 */
function begin(
  { database, cache, vulnerabilities }: PartsDeps,
  hostId: number,
  report: PreparedReport,
  { source, now, collectedAt = now, before }: StoreInventoryOptions & { before: Links },
): Promise<BegunReport | null> {
  const { sqlite } = database;
  return database.groupCommit(() => {
    if (storeStatements(sqlite).findHost.get(hostId) === undefined) return null;
    const previous = vulnerabilities.stateOf(hostId);
    const reportId = insertReport({ sqlite, cache }, hostId, report, { source, now });
    const stored = { count: before.size, carriedOver: 0 };
    // No import yet: a task must not take over half of it.
    const options = {
      reportId,
      importId: null,
      stored,
      collectedAt,
      isComplete: false,
      unconfirmed: null,
      packageLog: null,
    };
    const old = { before: before.keys(), collectedAt };
    const storeOld = prepareOldPackages(sqlite, hostId, report, old);
    saveInventory(sqlite, hostId, report, options);
    storeOld();
    cache.latest.delete(hostId);
    vulnerabilities.matchHost(hostId, now, now, previous);
    return { reportId, isFirst: before.size === 0, isBaseline: previous === undefined, changes: 0 };
  });
}

/** Stores parts inside the caller's transactions, and counts what is stored. */
function createPartWriter(
  { database: { sqlite }, cache, vulnerabilities }: PartsDeps,
  hostId: number,
  { begun, packages, difference: { before, listed, unchanged: unchangedIds }, now }: PartsContext,
) {
  const sql = storeStatements(sqlite);
  let count = before.size;
  let carriedOver = 0;

  function link(part: PackagePart, kept: ReadonlySet<number>): number[] {
    const unlinked = part.removed.filter((id) => !kept.has(id));
    const linked = [...part.added, ...part.relinked].map((id) => [id, listed.get(id) ?? null]);
    if (unlinked.length > 0) sql.unlink.run(hostId, JSON.stringify(unlinked));
    if (linked.length > 0) sql.link.run(hostId, JSON.stringify(linked));
    return unlinked;
  }

  function recordChanges(old: PackageVersion[], current: PackageVersion[]): void {
    if (begun.isFirst) return;
    const changes = diffInventories(old, current).slice(0, MAX_CHANGES - begun.changes);
    for (const { from } of changes) if (from) cache.marked?.packages.add(from.id);
    if (changes.length > 0)
      storeChanges(sqlite, hostId, begun.reportId, changes, { now, first: begun.changes });
    begun.changes += changes.length;
  }

  return {
    store(part: PackagePart): 'stored' | null {
      if (sql.findHost.get(hostId) === undefined) return null;
      const previous = vulnerabilities.stateOf(hostId);
      const removed = readPackages(sqlite, part.removed);
      const added = readPackages(sqlite, part.added);
      const changedNames = new Set([...removed, ...added].map(({ name }) => name));
      const unchanged = readPackages(
        sqlite,
        [...changedNames].flatMap((name) => unchangedIds.get(name) ?? []),
      );
      const old = [...removed, ...unchanged];
      const current = [...added, ...unchanged];
      const kept = carryOverUnreadable(old, current, packages.unreadable).slice(
        0,
        maxCarriedOver(packages) - carriedOver,
      );
      const unlinked = link(part, new Set(kept.map(({ id }) => id)));
      for (const id of [...part.added, ...kept.map((p) => p.id)]) cache.marked?.packages.add(id);
      recordChanges(old, [...current, ...kept]);
      count += part.added.length - unlinked.length;
      carriedOver += kept.length;
      vulnerabilities.matchHost(hostId, now, now, previous, {
        delta: { removed: unlinked, added: part.added },
        isBaseline: begun.isBaseline,
      });
      return 'stored';
    },
    stored: (): StoredPackages => ({ count, carriedOver }),
  };
}
