import type { Sqlite } from '../database/sqlite.js';
import { describePorts } from '../pentest/ports.js';
import { createStoreServices } from '../services/services.store.js';
import type { HostResult, TaskHost } from './task-type.js';

/** What became of one host of one task. */
export interface StoredOutcome { taskId: number; host: TaskHost; result: HostResult }

// All hosts of a task have the same list, and 65,535 ports take a moment to describe.
const descriptions = new WeakMap<readonly number[], string>();

function described(ports: readonly number[]): string {
  const text = descriptions.get(ports) ?? describePorts(ports);
  descriptions.set(ports, text);
  return text;
}

export type StoreOutcome = (outcome: StoredOutcome, now: number) => void;

const CLOSE = 'UPDATE task_hosts SET outcome = ?, reason = ?, detail = ?, finished_at = ? WHERE task_id = ? AND host_id = ? AND outcome IS NULL';
const SCAN = 'INSERT OR REPLACE INTO task_scans (task_id, host_id, looked_at, services) VALUES (?, ?, ?, ?)';

/**
 * Stores one host's outcome whole: its row in the task, what the scan found, the host's services and status. A host that was
 * deleted or got another address meanwhile keeps its rows in the task, and nothing else is touched. Inside a transaction only.
 */
export function createStoreOutcome(sqlite: Sqlite): StoreOutcome {
  const close = sqlite.prepare(CLOSE);
  const scanned = sqlite.prepare(SCAN);
  const online = sqlite.prepare("UPDATE hosts SET status = 'online', last_seen = @now WHERE id = @host_id AND ip = @ip");
  const offline = sqlite.prepare("UPDATE hosts SET status = 'offline' WHERE id = @host_id AND ip = @ip");
  const storeServices = createStoreServices(sqlite);
  return ({ taskId, host, result }, now) => {
    const { outcome, reason, detail, scan } = result;
    if (close.run(outcome, reason, detail, now, taskId, host.host_id).changes === 0) return; // it has an outcome already
    if (scan) scanned.run(taskId, host.host_id, described(scan.looked_at), JSON.stringify(scan.services));
    if (outcome === 'unreachable') offline.run({ host_id: host.host_id, ip: host.ip });
    if (outcome !== 'done') return;
    const known = online.run({ now, host_id: host.host_id, ip: host.ip }).changes > 0;
    if (known && scan) storeServices(host.host_id, scan, now);
  };
}
