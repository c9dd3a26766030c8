import type { Context } from '../../context.js';
import { openCredential, recordCredentialUse } from '../../credentials/credentials.service.js';
import { createGuard } from '../../platform/net/address-guard.js';
import { loginPortsOf } from '../../platform/net/login-ports.js';
import { VERSION } from '../../version.js';
import { createAgentStatements } from '../agents.statements.js';
import type { Listening } from './callback-url.js';
import { createAgentOperations, type AgentOperations } from './operations.runner.js';
import { createOperationStore } from './operations.store.js';
import {
  createConnectHost,
  CONNECT_DEFAULTS,
  type ConnectHost,
  type ConnectSettings,
} from './remote/connect-host.js';

/** Settings that tests override: how to log in to hosts, and timeouts. */
export interface OperationOverrides extends Partial<
  Omit<ConnectSettings, 'guard' | 'trustOnFirstUse'>
> {
  verifyMs?: number;
  version?: string;
  connectHost?: ConnectHost;
}

const VERIFY_MS = 60_000;

/**
 * Creates the agent operations of a service. `listening` returns the address of the service, null if it
 * does not listen.
 */
export function createOperations(
  ctx: Pick<
    Context,
    'config' | 'database' | 'clock' | 'log' | 'vault' | 'hub' | 'hostKeys' | 'events' | 'tls'
  >,
  listening: () => Listening | null,
  overrides: OperationOverrides = {},
): AgentOperations {
  const { config, database, clock, log, hub, events } = ctx;
  const { verifyMs = VERIFY_MS, version = VERSION, connectHost, ...settings } = overrides;
  const statements = createAgentStatements(database.sqlite);
  return createAgentOperations(
    {
      db: database.db,
      clock,
      log,
      hub,
      version,
      verifyMs,
      listening,
      publicUrl: config.PUBLIC_URL,
      ca: () => ctx.tls?.own?.agentPem ?? null,
      store: createOperationStore(database, events, clock),
      recordCheckIn: (hostId, checkIn) => statements.recordCheckIn(hostId, checkIn),
      hostKeys: ctx.hostKeys,
      openCredential: (id) => openCredential(ctx, id),
      recordUse: (credentialId) => recordCredentialUse(ctx, credentialId),
      connectHost:
        connectHost ??
        createConnectHost({
          ...CONNECT_DEFAULTS,
          ports: loginPortsOf(config),
          trustOnFirstUse: config.TRUST_ON_FIRST_USE,
          ...settings,
          guard: createGuard(config.SCAN_ALLOW, config.SCAN_DENY),
        }),
    },
    config.AGENT_OPERATIONS,
  );
}
