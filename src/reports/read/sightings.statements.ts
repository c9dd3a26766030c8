import type { Sqlite } from '../../database/sqlite.js';
import type { HostIdentifier } from '../../pentest/identity/identifiers.js';
import type { Sighting, TaskSightings } from '../compare/devices.js';
import { answeredPorts, createPortSetParser } from '../compare/port-set.js';

interface SightingRow {
  host_id: number;
  ip: string;
  name: string;
  outcome: string | null;
  /** JSON of HostIdentifier[] */
  identifiers: string | null;
  scanned_ports: string | null;
  silent_ports: string | null;
}

const COLUMNS =
  'h.host_id, h.ip, h.name, h.outcome, r.identifiers, s.scanned_ports, s.silent_ports';
const SCAN =
  'LEFT JOIN task_scans s ON s.task_id = h.task_id AND s.host_id = h.host_id WHERE h.task_id = ?';

/** Returns the reader of the devices of a task. */
export function createSightingReader(sqlite: Sqlite): (taskId: number) => TaskSightings {
  const withEvidence = sqlite.prepare<[task: number], SightingRow>(
    `SELECT ${COLUMNS} FROM task_results r JOIN task_hosts h ON h.task_id = r.task_id AND h.host_id = r.host_id
    ${SCAN} AND r.identifiers IS NOT NULL AND h.outcome = 'done' ORDER BY h.host_id`,
  );
  const ofHost = sqlite.prepare<[task: number, host: number], SightingRow>(
    `SELECT ${COLUMNS} FROM task_hosts h LEFT JOIN task_results r ON r.task_id = h.task_id AND r.host_id = h.host_id
    ${SCAN} AND h.host_id = ?`,
  );
  const parsePorts = createPortSetParser();
  const toSighting = (row: SightingRow): Sighting => ({
    host: { host_id: row.host_id, ip: row.ip, name: row.name },
    identifiers: JSON.parse(row.identifiers ?? '[]') as HostIdentifier[],
    wasObserved: (port) =>
      answeredPorts(parsePorts(row.scanned_ports ?? ''), parsePorts(row.silent_ports ?? '')).has(
        port,
      ),
  });
  return (taskId) => ({
    all: withEvidence.all(taskId).map(toSighting),
    at: (hostId) => {
      const row = ofHost.get(taskId, hostId);
      if (row?.outcome === 'unreachable') return 'silent';
      return row?.outcome === 'done' ? toSighting(row) : 'unknown';
    },
  });
}
