import { ipKey } from '../../hosts/addresses.js';
import type { ServiceResponse } from '../../services/services.schemas.js';
import { listAll } from '../client/request.js';
import type { Client } from '../client/client.js';
import type { ScanFinding } from './scan.findings.js';

/** What became of one host of a scan. */
export interface ScannedHost {
  ip: string;
  name: string;
  outcome: string | null;
  reason: string | null;
  /** a sentence, where the outcome is not `done` */
  detail: string | null;
  services: ServiceResponse[];
  findings: ScanFinding[];
}

interface TaskHost {
  host_id: number;
  ip: string;
  name: string;
  outcome: string | null;
  reason: string | null;
  detail: string | null;
}
interface TaskResult {
  host_id: number;
  services: ServiceResponse[];
  findings: ScanFinding[];
}

/** All hosts of a task in the order of their addresses, with what was found, its ports ascending. */
export async function readResults(client: Client, taskId: number): Promise<ScannedHost[]> {
  const hosts = await listAll<TaskHost>(client, `/api/v1/tasks/${taskId}/hosts`);
  const results = await listAll<TaskResult>(client, `/api/v1/tasks/${taskId}/results`);
  const found = new Map(results.map((r) => [r.host_id, r]));
  return hosts
    .map(({ host_id, ip, name, outcome, reason, detail }) => ({
      ip,
      name,
      outcome,
      reason,
      detail,
      services: (found.get(host_id)?.services ?? []).toSorted((a, b) => a.port - b.port),
      findings: found.get(host_id)?.findings ?? [],
    }))
    .map((host) => ({ host, key: ipKey(host.ip) }))
    .sort((a, b) => Buffer.compare(a.key, b.key))
    .map(({ host }) => host);
}

/** What `--json` prints: one object. */
export function resultsJson(
  task: { id: number; number_task: string; status: string },
  hosts: readonly ScannedHost[],
): string {
  return JSON.stringify({
    task_id: task.id,
    number_task: task.number_task,
    status: task.status,
    hosts: hosts.map(({ ip, name, outcome, reason, services, findings }) => ({
      ip,
      name,
      outcome,
      reason,
      services,
      findings,
    })),
  });
}
