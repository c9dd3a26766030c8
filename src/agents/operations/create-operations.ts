import type { Context } from '../../context.js';
import { openCredential } from '../../credentials/credentials.service.js';
import { createGuard } from '../../platform/net/address-guard.js';
import { VERSION } from '../../version.js';
import { loginPortsOf } from '../../platform/net/login-ports.js';
import {
  createConnectHost,
  CONNECT_DEFAULTS,
  type ConnectSettings,
} from './remote/connect-host.js';
import type { Listening } from './callback-url.js';
import { createAgentOperations, type AgentOperations } from './operations.runner.js';
import { createOperationStore } from './operations.store.js';

/** What tests turn: where hosts are logged in to, and how long is waited. */
export interface OperationOverrides extends Partial<
  Omit<ConnectSettings, 'guard' | 'trustOnFirstUse'>
> {
  verifyMs?: number;
  version?: string;
  connectHost?: ReturnType<typeof createConnectHost>;
}

const VERIFY_MS = 60_000;

/** The operations of a service that listens where `listening` says. */
export function createOperations(
  ctx: Pick<Context, 'config' | 'database' | 'clock' | 'log' | 'vault' | 'hub' | 'events' | 'tls'>,
  listening: () => Listening | null,
  overrides: OperationOverrides = {},
): AgentOperations {
  const { config, database, clock, log, hub, events } = ctx;
  const { verifyMs = VERIFY_MS, version = VERSION, connectHost, ...settings } = overrides;
  const guard = createGuard(config.SCAN_ALLOW, config.SCAN_DENY);
  return createAgentOperations(
    {
      database,
      clock,
      log,
      hub,
      version,
      verifyMs,
      listening,
      publicUrl: config.PUBLIC_URL,
      ca: () => ctx.tls?.own?.pem ?? null,
      store: createOperationStore(database, events, clock),
      openCredential: (id) => openCredential(ctx, id),
      connectHost:
        connectHost ??
        createConnectHost({
          ...CONNECT_DEFAULTS,
          ports: loginPortsOf(config),
          trustOnFirstUse: config.TRUST_ON_FIRST_USE,
          ...settings,
          guard,
        }),
    },
    config.AGENT_OPERATIONS,
  );
}
