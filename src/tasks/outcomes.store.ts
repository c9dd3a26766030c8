import type { Sqlite } from '../database/sqlite.js';
import { describePorts } from '../pentest/ports.js';
import { createStoreServices } from '../services/services.store.js';
import type { StoreFindings } from '../vulnerabilities/findings/results.store.js';
import type { HostResult, TaskHost } from './task-type.js';

/** What became of one host of one task. */
export interface StoredOutcome {
  taskId: number;
  host: TaskHost;
  result: HostResult;
}

// All hosts of a task have the same list, and 65,535 ports take a moment to describe.
const descriptions = new WeakMap<readonly number[], string>();

function described(ports: readonly number[]): string {
  const text = descriptions.get(ports) ?? describePorts(ports);
  descriptions.set(ports, text);
  return text;
}

export type StoreOutcome = (outcome: StoredOutcome, now: number) => void;

const CLOSE =
  'UPDATE task_hosts SET outcome = ?, reason = ?, detail = ?, finished_at = ? WHERE task_id = ? AND host_id = ? AND outcome IS NULL';
const SCAN =
  'INSERT OR REPLACE INTO task_scans (task_id, host_id, looked_at, services, checks) VALUES (?, ?, ?, ?, ?)';

// Whether a host with an agent is up, its agent says.
const HAS_AGENT =
  'EXISTS (SELECT 1 FROM agents WHERE host_id = @host_id AND token_sha256 IS NOT NULL)';
const TOOK = `INSERT INTO template_imports (template_id, host_id, import_id) SELECT p.id, @hostId, @import_id FROM tasks t JOIN templates p ON p.id = t.templates_id WHERE t.id = @taskId
  ON CONFLICT DO UPDATE SET import_id = max(import_id, excluded.import_id)`;

/**
 * Stores one host's outcome whole: its row in the task, what the scan found, the host's services,
 * findings and status. A host that was
 * deleted or got another address meanwhile keeps its rows in the task, and nothing else is touched.
 * Inside a transaction only.
 */
export function createStoreOutcome(
  sqlite: Sqlite,
  storeFindings: StoreFindings = () => undefined,
): StoreOutcome {
  const close = sqlite.prepare(CLOSE);
  const scanned = sqlite.prepare(SCAN);
  const online = sqlite.prepare(
    `UPDATE hosts SET status = iif(${HAS_AGENT}, status, 'online'), last_seen = @now WHERE id = @host_id AND ip = @ip`,
  );
  const offline = sqlite.prepare(
    `UPDATE hosts SET status = 'offline' WHERE id = @host_id AND ip = @ip AND NOT ${HAS_AGENT}`,
  );
  const known = sqlite.prepare<[TaskHost], unknown>(
    'SELECT 1 FROM hosts WHERE id = @host_id AND ip = @ip',
  );
  const took = sqlite.prepare(TOOK);
  const storeServices = createStoreServices(sqlite);
  return ({ taskId, host, result }, now) => {
    const { outcome, reason, detail, scan, import_id, reached = true } = result;
    if (close.run(outcome, reason, detail, now, taskId, host.host_id).changes === 0) return; // it has an outcome already
    if (scan)
      scanned.run(
        taskId,
        host.host_id,
        described(scan.looked_at),
        JSON.stringify(scan.services),
        JSON.stringify(scan.checks ?? []),
      );
    const isKnown = known.get(host) !== undefined;
    storeFindings({ taskId, hostId: host.host_id, isKnown, result }, now);
    if (outcome === 'unreachable') offline.run({ host_id: host.host_id, ip: host.ip });
    if (outcome !== 'done' || !isKnown) return;
    if (reached) online.run({ now, host_id: host.host_id, ip: host.ip });
    if (import_id !== undefined) took.run({ taskId, hostId: host.host_id, import_id });
    if (scan) storeServices(host.host_id, scan, now);
  };
}
