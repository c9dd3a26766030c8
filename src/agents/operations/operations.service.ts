import type { Context } from '../../context.js';
import { credentialType } from '../../credentials/credentials.service.js';
import { writeTransaction } from '../../database/write-transaction.js';
import { AppError, notFound, unknownReference } from '../../errors.js';
import { requireHost } from '../../hosts/hosts.service.js';
import type { AgentTable, OsFamily } from '../agents.table.js';
import {
  forgetKey,
  pinnedKey,
  setPinnedKey,
  type HostKeyKind,
  type PinnedKey,
} from '../host-keys.js';
import { toOperation, type NewOperation, type Operation } from './operations.js';

type Needs = Pick<Context, 'database' | 'agentOperations'>;

const CREDENTIAL_OF: Record<OsFamily, string> = {
  linux: 'ssh_password',
  windows: 'winrm_password',
};
const SHOWN = 20;

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

/** Queues an operation. 404 without the host, 409 while one works on it, 422 for a credential that is unknown or for another system. */
export async function startOperation(ctx: Needs, operation: NewOperation): Promise<Operation> {
  await requireHost(ctx.database.db, operation.host_id);
  const type = await credentialType(ctx, operation.credential_id);
  if (type === undefined)
    throw unknownReference('credential', '/credential_id', [operation.credential_id]);
  const needed = CREDENTIAL_OF[operation.os_family];
  if (type !== needed)
    throw new AppError(
      'credential_mismatch',
      `${operation.os_family} needs a credential of the type ${needed}, this one is ${type}`,
      {
        errors: [{ in: 'body', path: '/credential_id', message: `must be of the type ${needed}` }],
      },
    );
  const id = await ctx.agentOperations.enqueue(operation).catch(async (error: unknown) => {
    await refuseSecond(ctx, operation.host_id);
    await requireHost(ctx.database.db, operation.host_id);
    throw error;
  });
  return getOperation(ctx, operation.host_id, id);
}

async function refuseSecond({ database: { db } }: Needs, hostId: number): Promise<void> {
  const other = await db
    .selectFrom('agent_operations')
    .select('id')
    .where('host_id', '=', hostId)
    .where('status', '=', 'working')
    .executeTakeFirst();
  if (other)
    throw new AppError('operation_working', `The operation ${other.id} works on this host`, {
      conflict: { id: other.id },
    });
}

/** 404 when there is none of this host. */
export async function getOperation({ database: { db } }: Needs, hostId: number, id: number): Promise<Operation> {
  const row = await db
    .selectFrom('agent_operations')
    .selectAll()
    .where('id', '=', id)
    .where('host_id', '=', hostId)
    .executeTakeFirst();
  if (!row) throw notFound('agent operation', id);
  return toOperation(row);
}

/** The agent of a host and the last operations, the newest first. 404 without the host. */
export async function getAgent(ctx: Needs, hostId: number): Promise<AgentState> {
  await requireHost(ctx.database.db, hostId);
  const agent = await ctx.database.db
    .selectFrom('agents')
    .innerJoin('hosts', 'hosts.id', 'agents.host_id')
    .selectAll('agents')
    .select('hosts.status')
    .where('host_id', '=', hostId)
    .executeTakeFirst();
  const rows = await ctx.database.db
    .selectFrom('agent_operations')
    .selectAll()
    .where('host_id', '=', hostId)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  const isThere = agent !== undefined && agent.installed_at !== null;
  return {
    state: !isThere ? 'none' : agent.status === 'online' ? 'online' : 'offline',
    version: agent?.version ?? null,
    os_family: isThere ? agent.os_family : null,
    installed_at: agent?.installed_at ?? null,
    last_seen: agent?.last_seen ?? null,
    service_manager: agent?.service_manager ?? null,
    ssh_host_key: pinnedKey(ctx.database.sqlite, hostId, 'ssh'),
    winrm_certificate: pinnedKey(ctx.database.sqlite, hostId, 'winrm'),
    operations: rows.map(toOperation),
  };
}

/** Pins a key or certificate that somebody has told, in place of any other. 404 without the host. */
export async function pinHostKey(
  ctx: Needs & Pick<Context, 'clock'>,
  hostId: number,
  kind: HostKeyKind,
  key: Pick<PinnedKey, 'type' | 'fingerprint_sha256'>,
): Promise<PinnedKey> {
  await requireHost(ctx.database.db, hostId);
  await writeTransaction(ctx.database, () => {
    setPinnedKey(ctx.database.sqlite, hostId, kind, key, ctx.clock.now());
  });
  const kept = pinnedKey(ctx.database.sqlite, hostId, kind);
  if (kept === null) throw notFound('host', hostId);
  return kept;
}

/** Forgets the pinned SSH key or WinRM certificate; there need not be one. 404 without the host. */
export async function forgetHostKey(ctx: Needs, hostId: number, kind: HostKeyKind): Promise<void> {
  await requireHost(ctx.database.db, hostId);
  await writeTransaction(ctx.database, () => forgetKey(ctx.database.sqlite, hostId, kind));
}
