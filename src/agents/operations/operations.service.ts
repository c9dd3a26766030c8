import { credentialType } from '../../credentials/credentials.service.js';
import type { CredentialType } from '../../credentials/credentials.table.js';
import type { Database, Db } from '../../database/database.js';
import { AppError, notFound, unknownReference } from '../../errors.js';
import { requireHost } from '../../hosts/hosts.service.js';
import { findAgent, findHostIp } from '../agents.repository.js';
import type { AgentTable, HostKeyKind, OsFamily, PinnedKey } from '../agents.table.js';
import type { HostKeys } from '../host-keys.js';
import type { NewHostKey } from '../host-keys.repository.js';
import { keyKindOf, type NewOperation, type Operation } from './operations.js';
import { findOperation, listHostOperations } from './operations.repository.js';
import type { AgentOperations } from './operations.runner.js';

export interface OperationServiceDeps {
  database: Database;
  hostKeys: HostKeys;
  agentOperations: AgentOperations;
}

const REQUIRED_CREDENTIAL: Record<OsFamily, readonly CredentialType[]> = {
  linux: ['ssh_key', 'ssh_password'],
  windows: ['winrm_password'],
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
 * credential that is unknown or belongs to another operating system, 403 for one that an operator may not
 * use on this host. The operation checks that again before it logs in.
 */
export async function startOperation(
  { database, hostKeys, agentOperations }: OperationServiceDeps,
  operation: NewOperation,
): Promise<Operation> {
  const { db } = database;
  const address = await requireAddress(db, operation.host_id);
  await assertCredentialMatches(database, operation);
  const permission = await hostKeys.permit({
    credentialId: operation.credential_id,
    address,
    kind: keyKindOf(operation.os_family),
    role: operation.login_role,
  });
  if (!permission.isAllowed) throw new AppError('credential_not_allowed', permission.detail);
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
  if (required.includes(type)) return;
  const types = required.join(' or ');
  throw new AppError(
    'credential_mismatch',
    `${os_family} requires a credential of the type ${types}, not ${type}`,
    {
      errors: [{ in: 'body', path: '/credential_id', message: `must be of the type ${types}` }],
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
  { database: { db }, hostKeys }: Pick<OperationServiceDeps, 'database' | 'hostKeys'>,
  hostId: number,
): Promise<AgentState> {
  const address = await requireAddress(db, hostId);
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
    ssh_host_key: await hostKeys.find(address, 'ssh'),
    winrm_certificate: await hostKeys.find(address, 'winrm'),
    operations: await listHostOperations(db, hostId, MAX_LISTED_OPERATIONS),
  };
}

/**
 * Pins a key or certificate for the address of a host, replacing the pinned one. It outlives the host. 404
 * for an unknown host.
 */
export async function pinHostKey(
  { database: { db }, hostKeys }: Pick<OperationServiceDeps, 'database' | 'hostKeys'>,
  hostId: number,
  kind: HostKeyKind,
  key: NewHostKey,
): Promise<PinnedKey> {
  const pinned = await hostKeys.replace(await requireAddress(db, hostId), kind, key);
  if (pinned === null) throw notFound('host', hostId);
  return pinned;
}

/** Removes the key or certificate that is pinned for the address of a host. 404 for an unknown host. */
export async function forgetHostKey(
  { database: { db }, hostKeys }: Pick<OperationServiceDeps, 'database' | 'hostKeys'>,
  hostId: number,
  kind: HostKeyKind,
): Promise<void> {
  await hostKeys.forget(await requireAddress(db, hostId), kind);
}

async function requireAddress(db: Db, hostId: number): Promise<string> {
  const address = await findHostIp(db, hostId);
  if (address === undefined) throw notFound('host', hostId);
  return address;
}
