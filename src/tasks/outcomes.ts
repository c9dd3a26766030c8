import type { Sqlite } from '../database/sqlite.js';
import { memoizeWeak } from '../lib/memoize.js';
import { createIdentifierStore } from '../pentest/identity/identifiers.store.js';
import { describePorts } from '../pentest/ports.js';
import { createStoreServices } from '../services/services.store.js';
import type { StoreFindings } from '../vulnerabilities/findings/results.store.js';
import { createOutcomeStatements } from './outcomes.statements.js';
import type { HostResult, TaskHost } from './task-type.js';

/** The outcome of one host in one task. */
interface HostOutcomeRecord {
  taskId: number;
  host: TaskHost;
  result: HostResult;
}

/**
 * Stores an outcome. `now`: Unix seconds. Returns whether a host has one now: not if it had one before, and not if no
 * host is known at the address.
 */
export type StoreHostOutcome = (record: HostOutcomeRecord, now: number) => boolean;

/** Whether any port of a scan answered: silence says nothing about what listens. */
const hasAnswer = ({
  scanned_ports,
  silent_ports = [],
}: NonNullable<HostResult['scan']>): boolean => silent_ports.length < scanned_ports.length;

/** All hosts of a task share one list of ports, and describing 65,535 ports takes a moment. */
const describePortList = memoizeWeak(describePorts);

/**
 * Returns the function that stores the complete outcome of one host: its row in the task, the scan, and
 * the host's services, findings and status. If the host was deleted or has another address now, only its
 * rows in the task are stored. Call it inside a transaction.
 */
export function createOutcomeStore(
  sqlite: Sqlite,
  storeFindings: StoreFindings = () => undefined,
): StoreHostOutcome {
  const statements = createOutcomeStatements(sqlite);
  const storeServices = createStoreServices(sqlite);
  const identifiers = createIdentifierStore(sqlite);
  return ({ taskId, host, result }, now) => {
    const { outcome, reason, detail, scan, import_id: importId, reached = true } = result;
    const hostId = host.host_id;
    const isUnanswered =
      outcome === 'unreachable' && result.is_in_range === true && statements.isUnanswered(host);
    if (!statements.closeHost(taskId, hostId, { outcome, reason, detail, isUnanswered, now }))
      return false;
    const isKnown = statements.isKnown(host);
    if (scan) {
      const silent = new Set(scan.silent_ports);
      const lost = isKnown ? statements.knownPorts(hostId).filter((port) => silent.has(port)) : [];
      statements.storeScan(taskId, hostId, {
        scannedPorts: describePortList(scan.scanned_ports),
        silent: describePorts([...silent]),
        lost: describePorts(lost),
        services: JSON.stringify(scan.services),
        checks: JSON.stringify(scan.checks ?? []),
      });
    }
    const isOtherDevice =
      scan !== undefined && isKnown && identifiers.see(hostId, taskId, scan, now);
    storeFindings({ taskId, hostId, isKnown, isOtherDevice, result }, now);
    if (outcome === 'unreachable') statements.markOffline(host, isUnanswered);
    if (outcome === 'done' && isKnown) {
      if (reached) statements.markOnline(host, now);
      if (importId !== undefined) statements.recordImport(taskId, hostId, importId);
      if (scan) {
        storeServices(hostId, scan, now, isOtherDevice);
        if (hasAnswer(scan)) statements.markScanned(hostId);
      }
    }
    return !isUnanswered;
  };
}
