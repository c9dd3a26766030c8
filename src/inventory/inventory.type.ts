import type { AddressGuard } from '../platform/net/address-guard.js';
import type { Login } from './session/login.js';
import type { HostResult, TaskHost, TaskType } from '../tasks/task-type.js';
import { inventoryParams, type InventoryParams } from './inventory.params.js';
import { importResult, type Imports } from './imports.js';
import { SessionFailure, type CollectBySession } from './session/session.js';

export interface InventoryTypeOptions {
  guard: AddressGuard;
  /** what it takes to log in; null: there is no such credential */
  credential: (id: number) => Promise<Login | null>;
  collect: CollectBySession;
  /** stores a report; throws AppError `nothing_readable` */
  storeReport: (hostId: number, report: Buffer) => Promise<unknown>;
  imports: Imports;
}

const SESSIONS_AT_ONCE = 32;
const IMPORTS_AT_ONCE = 64;

/**
 * The task type `inventory`: what a host is made of, without an agent: by one session on it, or from what
 * was imported for it.
 */
export function createInventoryType(options: InventoryTypeOptions): TaskType<InventoryParams> {
  return {
    name: 'inventory',
    params: inventoryParams,
    hostConcurrency: (params) => ('imported' in params ? IMPORTS_AT_ONCE : SESSIONS_AT_ONCE),
    async run(host, job) {
      const { task_id, params, signal } = job;
      if ('imported' in params) return importResult(options.imports, host.host_id, task_id);
      const refusal = options.guard(host.ip);
      if (refusal) return { outcome: 'not_allowed', ...refusal };
      job.progress({ fraction: 0, text: `Logging in on ${host.ip}` });
      return bySession(options, host, params.credential_id, signal);
    },
  };
}

async function bySession(
  { credential, collect, storeReport }: InventoryTypeOptions,
  host: TaskHost,
  credentialId: number,
  signal: AbortSignal,
): Promise<HostResult> {
  const login = await credential(credentialId);
  if (!login)
    return {
      outcome: 'failed',
      reason: 'no_credential',
      detail: `There is no credential ${credentialId}; it may have been deleted since the template was made.`,
    };
  try {
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
    return { outcome: 'failed', reason: 'host_deleted', detail: 'The host was deleted meanwhile.' };
  throw error;
}
