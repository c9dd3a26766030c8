import type { Sqlite } from '../database/sqlite.js';
import type { TaskHost } from './task-type.js';

// The agent determines the status of a host that has one.
const HAS_AGENT =
  'EXISTS (SELECT 1 FROM agents WHERE host_id = @host_id AND token_sha256 IS NOT NULL)';

const CLOSE_HOST = `UPDATE task_hosts SET outcome = @outcome, reason = @reason, detail = @detail, unanswered = @unanswered, finished_at = @now
  WHERE task_id = @taskId AND host_id = @hostId AND outcome IS NULL`;
const STORE_SCAN =
  'INSERT OR REPLACE INTO task_scans (task_id, host_id, scanned_ports, silent_ports, lost_ports, services, checks) VALUES (?, ?, ?, ?, ?, ?, ?)';
const KNOWN_PORTS = "SELECT port FROM services WHERE host_id = ? AND transport = 'tcp'";
const IS_KNOWN = 'SELECT 1 FROM hosts WHERE id = @host_id AND ip = @ip';
const IS_UNANSWERED = 'SELECT 1 FROM hosts WHERE id = @host_id AND ip = @ip AND unanswered = 1';
const MARK_ONLINE = `UPDATE hosts SET status = iif(${HAS_AGENT}, status, 'online'), last_seen = @now, unanswered = 0
  WHERE id = @host_id AND ip = @ip`;
const MARK_OFFLINE = `UPDATE hosts SET status = 'offline', unanswered = @unanswered WHERE id = @host_id AND ip = @ip AND NOT ${HAS_AGENT}`;
const MARK_SCANNED = 'UPDATE hosts SET ports_scanned = 1 WHERE id = ? AND ports_scanned = 0';
const RECORD_IMPORT = `INSERT INTO template_imports (template_id, host_id, import_id)
  SELECT p.id, @hostId, @importId FROM tasks t JOIN templates p ON p.id = t.templates_id WHERE t.id = @taskId
  ON CONFLICT DO UPDATE SET import_id = max(import_id, excluded.import_id)`;

/** The stored columns of a scan: lists of ports as text, services and checks as JSON. */
interface StoredScan {
  scannedPorts: string;
  silent: string;
  lost: string;
  services: string;
  checks: string;
}

interface OutcomeColumns {
  outcome: string;
  reason: string | null;
  detail: string | null;
  isUnanswered: boolean;
  now: number;
}

/**
 * Statements that store the outcome of a host, prepared once. They run inside a transaction of this
 * database.
 */
export function createOutcomeStatements(sqlite: Sqlite) {
  const closeHost = sqlite.prepare(CLOSE_HOST);
  const storeScan = sqlite.prepare(STORE_SCAN);
  const knownPorts = sqlite.prepare<[number], number>(KNOWN_PORTS).pluck();
  const isKnown = sqlite.prepare<[object], number>(IS_KNOWN).pluck();
  const isUnanswered = sqlite.prepare<[object], number>(IS_UNANSWERED).pluck();
  const markOnline = sqlite.prepare(MARK_ONLINE);
  const markOffline = sqlite.prepare(MARK_OFFLINE);
  const markScanned = sqlite.prepare(MARK_SCANNED);
  const recordImport = sqlite.prepare(RECORD_IMPORT);
  return {
    /** Returns false if the host already has an outcome. */
    closeHost: (
      taskId: number,
      hostId: number,
      { isUnanswered, ...columns }: OutcomeColumns,
    ): boolean =>
      closeHost.run({ taskId, hostId, ...columns, unanswered: Number(isUnanswered) }).changes > 0,
    storeScan: (taskId: number, hostId: number, scan: StoredScan): void => {
      const { scannedPorts, silent, lost, services, checks } = scan;
      storeScan.run(taskId, hostId, scannedPorts, silent, lost, services, checks);
    },
    /** Returns the TCP ports of a host on which a service is known. */
    knownPorts: (hostId: number): number[] => knownPorts.all(hostId),
    /** Returns whether the host exists and still has this address. */
    isKnown: ({ host_id, ip }: TaskHost): boolean => isKnown.get({ host_id, ip }) !== undefined,
    /** Returns whether this is an address that only ranges contain, and at which nothing ever answered. */
    isUnanswered: ({ host_id, ip }: TaskHost): boolean =>
      isUnanswered.get({ host_id, ip }) !== undefined,
    markOnline: ({ host_id, ip }: TaskHost, now: number): void =>
      void markOnline.run({ host_id, ip, now }),
    markOffline: ({ host_id, ip }: TaskHost, isUnanswered: boolean): void =>
      void markOffline.run({ host_id, ip, unanswered: Number(isUnanswered) }),
    /** Records that the ports of a host were scanned. */
    markScanned: (hostId: number): void => void markScanned.run(hostId),
    /** Records the import that a task used: the next task of its template takes later ones only. */
    recordImport: (taskId: number, hostId: number, importId: number): void =>
      void recordImport.run({ taskId, hostId, importId }),
  };
}
