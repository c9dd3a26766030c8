import type { AddressGuard } from '../platform/net/address-guard.js';
import type { HostJob, HostResult, TaskHost, TaskType } from '../tasks/task-type.js';
import type { LoginRole } from '../tokens/tokens.js';
import { inventoryParams, type InventoryParams } from './inventory.params.js';
import { SessionFailure } from './session/failures.js';
import type { Login } from './session/login.js';
import type { CollectBySession } from './session/session.js';

/** Ids of imported reports, which only increase. */
export interface Imports {
  /** the latest import of a host; null: none */
  latest: (hostId: number) => number | null;
  /** the last import that an earlier task of this task's template used; 0: none */
  lastUsed: (taskId: number, hostId: number) => number;
}

export interface InventoryTypeDeps {
  guard: AddressGuard;
  /** returns a login; null: the credential does not exist. Rejects with SessionFailure if it may not be used */
  credential: (id: number, address: string, role: LoginRole) => Promise<Login | null>;
  collect: CollectBySession;
  /** stores a report; throws AppError `nothing_readable` */
  storeReport: (hostId: number, report: Buffer) => Promise<unknown>;
  imports: Imports;
}

const SESSION_CONCURRENCY = 32;
const IMPORT_CONCURRENCY = 64;

/** The task type `inventory`: inventories without an agent, from a session on the host or from imported reports. */
export function createInventoryType(deps: InventoryTypeDeps): TaskType<InventoryParams> {
  return {
    name: 'inventory',
    info: {
      label: 'Inventory without an agent',
      description:
        'Collects packages and system facts in one SSH or WinRM session with each host, or from ' +
        'imported reports.',
      defaults: null,
    },
    params: inventoryParams,
    hostConcurrency: (params) => ('imported' in params ? IMPORT_CONCURRENCY : SESSION_CONCURRENCY),
    async run(host, job) {
      const { task_id, params } = job;
      if ('imported' in params) return importResult(deps.imports, host.host_id, task_id);
      const refusal = deps.guard(host.ip);
      if (refusal) return { outcome: 'not_allowed', ...refusal };
      job.progress({ fraction: 0, text: `Logging in to ${host.ip}` });
      return runSession(deps, host, params.credential_id, job);
    },
  };
}

async function runSession(
  { credential, collect, storeReport }: InventoryTypeDeps,
  host: TaskHost,
  credentialId: number,
  { signal, loginRole }: Pick<HostJob<unknown>, 'signal' | 'loginRole'>,
): Promise<HostResult> {
  try {
    const login = await credential(credentialId, host.ip, loginRole);
    if (!login)
      return {
        outcome: 'failed',
        reason: 'no_credential',
        detail: `Credential ${credentialId} does not exist; it may have been deleted after the template was created.`,
      };
    await storeReport(host.host_id, await collect(host, login, signal));
    return { outcome: 'done', reason: null, detail: null, packages: true };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): HostResult {
  if (error instanceof SessionFailure) return error.result;
  const { code, detail } = error as { code?: unknown; detail?: unknown };
  if (code === 'nothing_readable' && typeof detail === 'string')
    return { outcome: 'bad_data', reason: code, detail };
  if (code === 'not_found')
    return {
      outcome: 'failed',
      reason: 'host_deleted',
      detail: 'The host was deleted during the task.',
    };
  throw error;
}

/**
 * Returns whether a report was imported for a host since the template's previous task. Says nothing about whether
 * the host
 * is up.
 * @internal
 */
export function importResult(
  { latest, lastUsed }: Imports,
  hostId: number,
  taskId: number,
): HostResult {
  const id = latest(hostId);
  if (id !== null && id > lastUsed(taskId, hostId))
    return {
      outcome: 'done',
      reason: null,
      detail: null,
      reached: false,
      import_id: id,
      packages: true,
    };
  const detail =
    id === null
      ? 'No inventory has been imported for this host.'
      : "No inventory has been imported for this host since the template's previous task.";
  return { outcome: 'no_import', reason: 'nothing_new', detail };
}
