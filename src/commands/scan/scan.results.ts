import { ipKey } from '../../hosts/addresses.js';
import {
  NO_RESULT,
  NOT_APPLICABLE,
  type Coverage,
} from '../../vulnerabilities/coverage/coverage.js';
import type { ServiceResponse } from '../../services/services.schemas.js';
import { mapBy } from '../../lib/collections.js';
import { getData, listAll } from '../client/request.js';
import type { Client } from '../client/types.js';
import type { ReportedFinding, TaskReportBody } from '../report/report.body.js';
import type { Since } from './scan.since.js';

/** The result of a scan for one host. */
export interface ScannedHost {
  ip: string;
  name: string;
  outcome: string | null;
  reason: string | null;
  /** whether the address is one of a range at which no host is known */
  isUnanswered: boolean;
  /** a sentence; if the outcome is `done`, a remark or null */
  detail: string | null;
  services: ServiceResponse[];
  /** highest risk first */
  findings: ReportedFinding[];
  coverage: Coverage;
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
  coverage: Coverage;
  services: ServiceResponse[];
}

/** A scan does not collect packages. */
const WITHOUT_RESULT: Coverage = { packages: NOT_APPLICABLE, services: NO_RESULT };

/** Returns the report of a task: its findings, what was not checked and what to do first. */
export const readScanReport = (client: Client, taskId: number): Promise<TaskReportBody> =>
  getData(client, 'GET', `/api/v1/tasks/${taskId}/report?include=remediations`);

/**
 * Returns all hosts of a task by address, with their services by port and their findings.
 * @param report of the task: every form shows the same
 */
export async function readResults(
  client: Client,
  taskId: number,
  { findings, without_result }: Pick<TaskReportBody, 'findings' | 'without_result'>,
): Promise<ScannedHost[]> {
  const hosts = await listAll<TaskHost>(client, `/api/v1/tasks/${taskId}/hosts`);
  const results = await listAll<TaskResult>(client, `/api/v1/tasks/${taskId}/results`);
  const found = new Map(results.map((r) => [r.host_id, r]));
  const missing = new Set(without_result.map((h) => h.host_id));
  const findingsOf = mapBy(findings, (f) => f.host_id);
  return hosts
    .map(({ host_id, ip, name, outcome, reason, detail }) => ({
      ip,
      name,
      outcome,
      reason,
      detail,
      isUnanswered: outcome === 'unreachable' && !missing.has(host_id),
      services: (found.get(host_id)?.services ?? []).toSorted((a, b) => a.port - b.port),
      findings: findingsOf.get(host_id) ?? [],
      coverage: found.get(host_id)?.coverage ?? WITHOUT_RESULT,
    }))
    .map((host) => ({ host, key: ipKey(host.ip) }))
    .sort((a, b) => Buffer.compare(a.key, b.key))
    .map(({ host }) => host);
}

/** Renders the output of `--json`: one object. */
export function renderJson(
  task: { id: number; number_task: string; status: string },
  hosts: readonly ScannedHost[],
  { not_checked, feeds, summary, remediations }: TaskReportBody,
  since: Since | null,
): string {
  return JSON.stringify({
    task_id: task.id,
    number_task: task.number_task,
    status: task.status,
    not_checked,
    feeds,
    summary,
    remediations,
    hosts: hosts.map(({ ip, name, outcome, reason, services, findings, coverage }) => ({
      ip,
      name,
      outcome,
      reason,
      services,
      findings,
      coverage,
    })),
    since,
  });
}
