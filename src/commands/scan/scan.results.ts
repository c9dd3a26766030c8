import { ipKey } from '../../hosts/addresses.js';
import type { ServiceResponse } from '../../services/services.schemas.js';
import { listAll } from '../client/request.js';
import type { Client } from '../client/types.js';
import type { ScanFinding } from './scan.findings.js';
import type { Since } from './scan.since.js';

/** The result of a scan for one host. */
export interface ScannedHost {
  ip: string;
  name: string;
  outcome: string | null;
  reason: string | null;
  /** a sentence; null if the outcome is `done` */
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

/** Returns all hosts of a task by address, with their services by port and their findings. */
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

/** Renders the output of `--json`: one object. */
export function renderJson(
  task: { id: number; number_task: string; status: string },
  hosts: readonly ScannedHost[],
  since: Since | null,
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
    since,
  });
}
