import type { Sqlite } from '../../database/sqlite.js';
import type { CheckInfo } from '../../pentest/checks/check.js';
import type { FoundService } from '../../pentest/service.js';
import type { ServiceFingerprint } from '../../pentest/service-fingerprint.js';
import type { HostResult } from '../../tasks/task-type.js';
import { matchFromCheck } from './check-facts.js';
import type { Matcher } from '../facts.js';
import { withFactKey, type FactStore } from './facts.store.js';
import { protectFactsFromGc } from '../gc/facts.gc.js';
import type { FindingsStore } from './findings.store.js';
import { createIdSetStore } from './id-sets.store.js';
import { conclusivePorts, type KnownService } from './scan-coverage.js';
import { protectFromGc } from '../gc/results.gc.js';

interface Parts {
  sqlite: Sqlite;
  matcher: Matcher;
  facts: FactStore;
  findings: FindingsStore;
  checkInfo: (id: string) => CheckInfo | null;
}

type Scan = NonNullable<HostResult['scan']>;

/** One host of one task, and what it gave; `isKnown`: it is still there under the same address. */
export interface HostTaskResult {
  taskId: number;
  hostId: number;
  isKnown: boolean;
  result: Pick<HostResult, 'outcome' | 'scan' | 'packages'>;
}

/**
 * Stores what a task found on a host, for ever, and brings the findings of its ports up to date. Inside the transaction that stores the outcome, before its services are stored.
 * When the knowledge can't be read it throws, and nothing was changed.
 */
export type StoreFindings = (found: HostTaskResult, now: number) => void;

const SAVE = `INSERT OR REPLACE INTO task_results (task_id, host_id, kind, observed_at, generation, scopes, state_id, facts_id, number)
  VALUES (@taskId, @hostId, @kind, @observed_at, @generation, @scopes, @state_id, @facts_id, (SELECT number FROM newest_result))`;
const COUNT = 'UPDATE newest_result SET number = number + 1';

export function createStoreFindings({
  sqlite,
  matcher: judge,
  facts,
  findings,
  checkInfo,
}: Parts): StoreFindings {
  const save = sqlite.prepare(SAVE);
  const count = sqlite.prepare(COUNT);
  const sets = createIdSetStore(sqlite);
  const services = sqlite.prepare<[number], KnownService & { known_as: string | null }>(
    'SELECT port, transport, service, product, version, revision, tls, known_as FROM services WHERE host_id = ?',
  );
  const knownOf = (hostId: number): KnownService[] =>
    services.all(hostId).map(({ known_as, ...now }) => ({
      ...now,
      ...(known_as !== null && (JSON.parse(known_as) as ServiceFingerprint)),
    }));
  const storePackages = createStorePackages(sqlite, findings, sets, save);
  return ({ taskId, hostId, isKnown, result: { outcome, scan, packages } }, now) => {
    if (outcome !== 'done') return;
    count.run();
    if (packages && isKnown) storePackages(taskId, hostId);
    if (!scan) return;
    const generation = judge.generation();
    const judged = judgeScan(scan, judge, checkInfo);
    const ids = facts.internFacts(judged.map(withFactKey));
    if (isKnown) {
      const { wasChecked: lookedAt, isLessSpecific: tellsLess } = conclusivePorts(
        scan,
        knownOf(hostId),
      );
      const doubtful = new Set(
        judged.map(({ fact }, i) =>
          fact.origin === 'service' && tellsLess(fact) ? ids[i] : undefined,
        ),
      );
      findings.replace(
        hostId,
        lookedAt,
        ids.filter((id) => !doubtful.has(id)),
        now,
      );
    }
    protectFactsFromGc(sqlite, ids);
    save.run({
      taskId,
      hostId,
      kind: 'ports',
      observed_at: now,
      generation,
      scopes: '[]',
      state_id: null,
      facts_id: sets(ids),
    });
  };
}

function judgeScan(scan: Scan, judge: Matcher, checkInfo: Parts['checkInfo']) {
  const services = scan.services.flatMap((service: FoundService) => judge.matchService(service));
  const checks = (scan.checks ?? []).flatMap(
    (check) => matchFromCheck(check, checkInfo(check.id)) ?? [],
  );
  return [...services, ...checks];
}

interface StoredInventory {
  collected_at: number;
  scopes: string;
  generation: number | null;
  packages_read: 0 | 1;
  packages: string | null;
}

// The findings in packages were made when the inventory was stored, or when the knowledge changed since. What was read by an earlier report is not what this task
// looked at: an empty list stands for one that could not be read.
function createStorePackages(
  sqlite: Sqlite,
  findings: FindingsStore,
  sets: ReturnType<typeof createIdSetStore>,
  save: ReturnType<Sqlite['prepare']>,
) {
  const inventory = sqlite.prepare<
    [number],
    StoredInventory
  >(`SELECT i.collected_at, i.scopes, i.packages_read, iif(j.state = x'', NULL, j.generation) AS generation, (SELECT group_concat(package_id) FROM host_packages WHERE host_id = i.host_id) AS packages
    FROM inventories i LEFT JOIN host_judgements j ON j.host_id = i.host_id WHERE i.host_id = ?`);
  const isState = sqlite
    .prepare<[number], 1>('SELECT 1 FROM task_results WHERE state_id = ? LIMIT 1')
    .pluck();
  const keep = sqlite.prepare(
    'UPDATE packages SET kept = 1 WHERE kept = 0 AND id IN (SELECT value FROM json_each(?))',
  );
  return (taskId: number, hostId: number): void => {
    const stored = inventory.get(hostId);
    if (stored === undefined || stored.generation === null) return; // what is known is of other packages: these could not be judged
    const isRead = stored.packages_read === 1;
    const packages =
      isRead && stored.packages !== null ? stored.packages.split(',').map(Number) : [];
    const stateId = sets(packages);
    // Where another result is in this state, its packages are kept already.
    if (isState.get(stateId) === undefined) keep.run(JSON.stringify(packages));
    protectFromGc(sqlite, packages);
    const ids = isRead ? findings.ofPackages(hostId) : [];
    protectFactsFromGc(sqlite, ids);
    save.run({
      taskId,
      hostId,
      kind: 'packages',
      observed_at: stored.collected_at,
      generation: stored.generation,
      scopes: stored.scopes,
      state_id: stateId,
      facts_id: sets(ids),
    });
  };
}
