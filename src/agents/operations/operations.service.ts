import { credentialType } from '../../credentials/credentials.service.js';
import type { Database } from '../../database/database.js';
import { AppError, notFound, unknownReference } from '../../errors.js';
import { requireHost } from '../../hosts/hosts.service.js';
import type { Clock } from '../../platform/clock.js';
import { findAgent } from '../agents.repository.js';
import type { AgentTable, HostKeyKind, OsFamily, PinnedKey } from '../agents.table.js';
import {
  deleteHostKey,
  findHostKey,
  insertHostKey,
  type NewHostKey,
} from '../host-keys.repository.js';
import type { NewOperation, Operation } from './operations.js';
import { findOperation, listHostOperations } from './operations.repository.js';
import type { AgentOperations } from './operations.runner.js';

export interface OperationServiceDeps {
  database: Database;
  clock: Clock;
  agentOperations: AgentOperations;
}

const REQUIRED_CREDENTIAL: Record<OsFamily, string> = {
  linux: 'ssh_password',
  windows: 'winrm_password',
};
const MAX_LISTED_OPERATIONS = 20;

export interface AgentState extends Pick<
  AgentTable,
  'version' | 'installed_at' | 'last_seen' | 'service_manager'
> {
  state: 'none' | 'online' | 'offline';
  os_family: OsFamily | null;
  ssh_host_key: PinnedKey | null;
  winrm_certificate: PinnedKey | null;
  operations: Operation[];
}

/**
 * Queues an operation. 404 for an unknown host, 409 while another operation runs on it, 422 for a
 * credential that is unknown or belongs to another operating system.
 */
export async function startOperation(
  { database, agentOperations }: Pick<OperationServiceDeps, 'database' | 'agentOperations'>,
  operation: NewOperation,
): Promise<Operation> {
  const { db } = database;
  await requireHost(db, operation.host_id);
  await assertCredentialMatches(database, operation);
  const queued = await agentOperations.enqueue(operation).catch(async (error: unknown) => {
    await requireHost(db, operation.host_id);
    throw error;
  });
  return getOperation({ database }, operation.host_id, queued.id);
}

async function assertCredentialMatches(
  database: Database,
  { credential_id: id, os_family }: NewOperation,
): Promise<void> {
  const type = await credentialType({ database }, id);
  if (type === undefined) throw unknownReference('credential', '/credential_id', [id]);
  const required = REQUIRED_CREDENTIAL[os_family];
  if (type === required) return;
  throw new AppError(
    'credential_mismatch',
    `${os_family} requires a credential of the type ${required}, not ${type}`,
    {
      errors: [{ in: 'body', path: '/credential_id', message: `must be of the type ${required}` }],
    },
  );
}

/** 404 if the host has no operation with this id. */
export async function getOperation(
  { database: { db } }: Pick<OperationServiceDeps, 'database'>,
  hostId: number,
  id: number,
): Promise<Operation> {
  const operation = await findOperation(db, hostId, id);
  if (!operation) throw notFound('agent operation', id);
  return operation;
}

/** Returns the agent of a host and its most recent operations, newest first. 404 for an unknown host. */
export async function getAgent(
  { database: { db } }: Pick<OperationServiceDeps, 'database'>,
  hostId: number,
): Promise<AgentState> {
  await requireHost(db, hostId);
  const agent = await findAgent(db, hostId);
  const installed = agent?.installed_at == null ? null : agent;
  const presence = installed?.status === 'online' ? 'online' : 'offline';
  return {
    state: installed ? presence : 'none',
    version: agent?.version ?? null,
    os_family: installed?.os_family ?? null,
    installed_at: agent?.installed_at ?? null,
    last_seen: agent?.last_seen ?? null,
    service_manager: agent?.service_manager ?? null,
    ssh_host_key: await findHostKey(db, hostId, 'ssh'),
    winrm_certificate: await findHostKey(db, hostId, 'winrm'),
    operations: await listHostOperations(db, hostId, MAX_LISTED_OPERATIONS),
  };
}

/** Pins a key or certificate, replacing the pinned one. 404 for an unknown host. */
export async function pinHostKey(
  { database: { db }, clock }: Pick<OperationServiceDeps, 'database' | 'clock'>,
  hostId: number,
  kind: HostKeyKind,
  key: NewHostKey,
): Promise<PinnedKey> {
  await requireHost(db, hostId);
  const pinned = await db.transaction().execute(async (trx) => {
    await deleteHostKey(trx, hostId, kind);
    await insertHostKey(trx, hostId, kind, key, clock.now());
    return findHostKey(trx, hostId, kind);
  });
  if (pinned === null) throw notFound('host', hostId);
  return pinned;
}

/** Removes the pinned SSH key or WinRM certificate, if there is one. 404 for an unknown host. */
export async function forgetHostKey(
  { database: { db } }: Pick<OperationServiceDeps, 'database'>,
  hostId: number,
  kind: HostKeyKind,
): Promise<void> {
  await requireHost(db, hostId);
  await deleteHostKey(db, hostId, kind);
}
