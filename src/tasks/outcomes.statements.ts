import type { Sqlite } from '../database/sqlite.js';
import type { TaskHost } from './task-type.js';

// The agent determines the status of a host that has one.
const HAS_AGENT =
  'EXISTS (SELECT 1 FROM agents WHERE host_id = @host_id AND token_sha256 IS NOT NULL)';

const CLOSE_HOST = `UPDATE task_hosts SET outcome = @outcome, reason = @reason, detail = @detail, finished_at = @now
  WHERE task_id = @taskId AND host_id = @hostId AND outcome IS NULL`;
const STORE_SCAN =
  'INSERT OR REPLACE INTO task_scans (task_id, host_id, scanned_ports, services, checks) VALUES (?, ?, ?, ?, ?)';
const IS_KNOWN = 'SELECT 1 FROM hosts WHERE id = @host_id AND ip = @ip';
const MARK_ONLINE = `UPDATE hosts SET status = iif(${HAS_AGENT}, status, 'online'), last_seen = @now
  WHERE id = @host_id AND ip = @ip`;
const MARK_OFFLINE = `UPDATE hosts SET status = 'offline' WHERE id = @host_id AND ip = @ip AND NOT ${HAS_AGENT}`;
const RECORD_IMPORT = `INSERT INTO template_imports (template_id, host_id, import_id)
  SELECT p.id, @hostId, @importId FROM tasks t JOIN templates p ON p.id = t.templates_id WHERE t.id = @taskId
  ON CONFLICT DO UPDATE SET import_id = max(import_id, excluded.import_id)`;

/** The stored columns of a scan: lists of ports as text, services and checks as JSON. */
interface StoredScan {
  lookedAt: string;
  services: string;
  checks: string;
}

/**
 * Statements that store the outcome of a host, prepared once. They run inside a transaction of this
 * database.
 */
export function createOutcomeStatements(sqlite: Sqlite) {
  const closeHost = sqlite.prepare(CLOSE_HOST);
  const storeScan = sqlite.prepare(STORE_SCAN);
  const isKnown = sqlite.prepare<[object], number>(IS_KNOWN).pluck();
  const markOnline = sqlite.prepare(MARK_ONLINE);
  const markOffline = sqlite.prepare(MARK_OFFLINE);
  const recordImport = sqlite.prepare(RECORD_IMPORT);
  return {
    /** Returns false if the host already has an outcome. */
    closeHost: (
      taskId: number,
      hostId: number,
      columns: { outcome: string; reason: string | null; detail: string | null; now: number },
    ): boolean => closeHost.run({ taskId, hostId, ...columns }).changes > 0,
    storeScan: (taskId: number, hostId: number, scan: StoredScan): void =>
      void storeScan.run(taskId, hostId, scan.lookedAt, scan.services, scan.checks),
    /** Returns whether the host exists and still has this address. */
    isKnown: ({ host_id, ip }: TaskHost): boolean => isKnown.get({ host_id, ip }) !== undefined,
    markOnline: ({ host_id, ip }: TaskHost, now: number): void =>
      void markOnline.run({ host_id, ip, now }),
    markOffline: ({ host_id, ip }: TaskHost): void => void markOffline.run({ host_id, ip }),
    /** Records the import that a task used: the next task of its template takes later ones only. */
    recordImport: (taskId: number, hostId: number, importId: number): void =>
      void recordImport.run({ taskId, hostId, importId }),
  };
}
