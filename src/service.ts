import type { AddressInfo } from 'node:net';
import pino, { type Logger } from 'pino';
import type { Listening } from './agents/operations/callback-url.js';
import { buildApp } from './app.js';
import { isColorEnabled, type Config } from './config.js';
import type { LiveContext } from './context.js';
import { createContext, type Overrides } from './create-context.js';
import type { App } from './http/zod.js';
import { jsonLogStream, prettyLogStream } from './logger.js';

export interface RunningService {
  ctx: LiveContext;
  app: App;
  close(): Promise<void>;
}

/**
 * Opens the service on its data directory. It works, but does not listen yet. Throws ConfigError or
 * DataDirInUseError.
 * @param log default: lines of LOG_LEVEL and above on standard error
 */
export async function openService(
  config: Config,
  log: Logger = createLogger(config),
  overrides: Overrides = {},
): Promise<RunningService> {
  const ctx = await createContext(config, log, overrides);
  try {
    const app = await buildApp(ctx);
    app.server.on('listening', () => {
      ctx.listensOn(listeningOf(app));
    });
    await app.ready();
    await ctx.begin();
    return { ctx, app, close: () => closeService(ctx, app) };
  } catch (error) {
    await ctx.close();
    throw error;
  }
}

function listeningOf(app: App): Listening {
  const { address, port } = app.server.address() as AddressInfo;
  return { address, port, tls: 'setSecureContext' in app.server };
}

const SECRETS = ['password', 'token', 'private_key', 'passphrase', 'sudo_password', 'sudoPassword'];

/** Creates a logger on standard error: readable on a terminal, otherwise JSON. Secrets are redacted. */
export function createLogger(config: Pick<Config, 'LOG_LEVEL'>): Logger {
  const options = {
    level: config.LOG_LEVEL,
    redact: ['req.headers.authorization', ...SECRETS, ...SECRETS.map((name) => `*.${name}`)],
    base: null,
  };
  const stream = process.stderr.isTTY ? prettyLogStream(isColorEnabled()) : jsonLogStream(2);
  return pino(options, stream);
}

const RESPONSE_TIMEOUT_MS = 2000; // for responses in progress

async function closeService(ctx: LiveContext, app: App): Promise<void> {
  ctx.beginClosing();
  const timer = setTimeout(() => app.server.closeAllConnections(), RESPONSE_TIMEOUT_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
    await ctx.close();
  }
}
