import type { AddressInfo } from 'node:net';
import pino, { type Logger } from 'pino';
import type { Listening } from './agents/operations/callback-url.js';
import { buildApp } from './app.js';
import { isColorEnabled, type Config } from './config.js';
import { createContext, type LiveContext, type Overrides } from './create-context.js';
import type { App } from './http/zod.js';
import { jsonLineStream, pretty } from './logger.js';

export interface RunningService {
  ctx: LiveContext;
  app: App;
  close(): Promise<void>;
}

/**
 * The whole service on its data folder, working but not listening. Throws ConfigError or DataDirInUseError.
 * @param log by default the lines of LOG_LEVEL and above go to standard error
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
    return { ctx, app, close: () => closeInOrder(ctx, app) };
  } catch (error) {
    await ctx.close();
    throw error;
  }
}

function listeningOf(app: App): Listening {
  const { address, port } = app.server.address() as AddressInfo;
  return { address, port, tls: 'setSecureContext' in app.server };
}

/** Log lines on standard error: readable on a terminal, JSON elsewhere. Secrets never get into them. */
export function createLogger(config: Pick<Config, 'LOG_LEVEL'>): Logger {
  const options = {
    level: config.LOG_LEVEL,
    redact: ['req.headers.authorization', 'password', '*.password', 'token', '*.token'],
    base: null,
  };
  return pino(options, process.stderr.isTTY ? pretty(isColorEnabled()) : jsonLineStream(2));
}

const PATIENCE_MS = 2000; // for answers under way

async function closeInOrder(ctx: LiveContext, app: App): Promise<void> {
  ctx.beginClosing();
  const impatient = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(impatient);
    await ctx.close();
  }
}
