import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import { AppError, notFound } from '../errors.js';
import { createKeyedSemaphore } from '../lib/semaphore.js';
import type { Clock } from '../platform/clock.js';
import type { Vulnerabilities } from '../vulnerabilities/create-vulnerabilities.js';
import type { Inventory, MachineIdentity, ReportSource } from './inventory.js';
import type { Sections } from './report/sections.js';
import { createIngest, type PreparedReport } from './store/ingest.js';
import { createInventoryCache, type InventoryCache } from './store/inventory-cache.js';
import { gcInventories, type InventoryGcStats } from './store/inventory.gc.js';
import { createPartsStore } from './store/store-in-parts.js';
import { storeInventory, type StoredReport, type StoreInventoryOptions } from './store/store.js';

export interface InventoryDeps {
  database: Database;
  clock: Clock;
  log: Logger;
  vulnerabilities: Pick<Vulnerabilities, 'matchHost' | 'stateOf' | 'whenMatched'>;
  /** whether the service is shutting down */
  isClosing: () => boolean;
}

interface ReceivedReport extends StoredReport {
  inventory: Inventory;
}

/**
 * Where a report comes from. An import may have been collected at another time: `collectedAt` (Unix seconds), or the
 * time
 * in the report. For all others it is the time of the service's clock.
 */
interface ReportOrigin {
  source: ReportSource;
  /** rejects when the report is of a machine whose reports are not stored */
  accept?: (machine: MachineIdentity) => Promise<void>;
  collectedAt?: number | undefined;
}

/** Stores the reports of all hosts. One object per database. */
export interface Inventories {
  /**
   * Stores a report of an agent, a session or an import, as bytes (docs/agent-protocol.md) or as sections, and
   * matches the
   * host again. Throws AppError: 404 for an unknown host, 422 `nothing_readable`.
   */
  storeReport: (
    hostId: number,
    report: Buffer | Sections,
    origin: ReportOrigin,
  ) => Promise<ReceivedReport>;
  /**
   * Parses a report for `storePrepared`. Throws AppError 422 `nothing_readable`.
   * @internal
   */
  prepareReport: (hostId: number, report: Buffer | Sections) => Promise<PreparedReport>;
  /**
   * Stores a prepared report without matching the host. Inside a transaction only. Null when the host does not exist.
   * @internal
   */
  storePrepared: (
    hostId: number,
    report: PreparedReport,
    options: StoreInventoryOptions,
  ) => StoredReport | null;
  /** Deletes packages and lines that are not in use. `stop` ends it early. */
  gc: (stop?: () => boolean) => Promise<InventoryGcStats>;
}

export function createInventories(deps: InventoryDeps): Inventories {
  const { database, clock, vulnerabilities } = deps;
  const cache = createInventoryCache(database.sqlite);
  const ingest = createIngest(database, cache);

  const gc: Inventories['gc'] = (stop = () => false) => gcInventories({ database, cache }, stop);
  const prepareReport: Inventories['prepareReport'] = async (hostId, report) => {
    const result = await ingest(hostId, report);
    if (result.ok) return result.report;
    throw new AppError('nothing_readable', `The report is not readable: ${result.reason}`);
  };
  const storePrepared: Inventories['storePrepared'] = (hostId, report, options) =>
    storeInventory({ sqlite: database.sqlite, cache }, hostId, report, options);
  const hosts = createKeyedSemaphore<number>(1);
  const storeLarge = createPartsStore({
    database,
    cache,
    vulnerabilities,
    isClosing: deps.isClosing,
  });
  const storeAtOnce = (
    hostId: number,
    prepared: PreparedReport,
    options: StoreInventoryOptions,
  ): Promise<StoredReport | null> =>
    database.groupCommit(() => {
      const previousState =
        prepared.packages === 'unchanged' ? undefined : vulnerabilities.stateOf(hostId);
      const inventory = storePrepared(hostId, prepared, options);
      const { now } = options;
      if (inventory)
        vulnerabilities.matchHost(hostId, prepared.packages && now, now, previousState);
      return inventory;
    });

  return {
    prepareReport,
    storePrepared,
    gc,
    async storeReport(hostId, report, origin) {
      const { stored, inventory } = await hosts.run(hostId, async () => {
        const prepared = await prepareReport(hostId, report);
        const { inventory: facts, machineId } = prepared;
        await origin.accept?.({ machine_id: machineId, host_name: facts.name });
        const now = clock.now();
        const options = { source: origin.source, now, collectedAt: importTime(origin, prepared) };
        const large = await storeLarge(hostId, prepared, options, () =>
          prepareReport(hostId, report),
        );
        const stored = large === 'small' ? await storeAtOnce(hostId, prepared, options) : large;
        if (!stored) throw notFound('host', hostId);
        await vulnerabilities.whenMatched(hostId);
        return { stored, inventory: prepared.inventory };
      });
      gcWhenDue(deps, cache, gc);
      return { ...stored, inventory };
    },
  };
}

function importTime(
  { source, collectedAt }: ReportOrigin,
  report: PreparedReport,
): number | undefined {
  if (collectedAt !== undefined || source !== 'import') return collectedAt;
  return report.collectedAt ?? undefined;
}

const REPORTS_PER_GC = 5000;

/** Starts a garbage collection when enough reports were stored since the last one. */
function gcWhenDue(
  { database, log, isClosing }: InventoryDeps,
  cache: InventoryCache,
  gc: Inventories['gc'],
): void {
  if (cache.storedSinceGc < REPORTS_PER_GC || cache.marked) return;
  cache.storedSinceGc = 0;
  const isEnding = (): boolean => isClosing() || !database.sqlite.open;
  void gc(isEnding).catch((err: unknown) => {
    if (!isEnding()) log.error({ err }, 'package cleanup failed');
  });
}
