import type { AddressInfo } from 'node:net';
import { isLoopback } from '../platform/http/loopback.js';
import { readConfig, type Config } from '../config.js';
import { permissionWarnings } from '../data-dir/check-data-dir.js';
import { DataDirInUseError } from '../data-dir/lock.js';
import type { Context } from '../context.js';
import { filesOf, readSecretFile } from '../data-dir/paths.js';
import { consoleLink } from './console/console.js';
import { calledAs } from './output/called-as.js';
import { calledScript, surroundings } from '../platform/process/environment.js';
import { setHeapGrowth, setYoungGrowth } from '../platform/process/v8-flags.js';
import { createLogger, openService, type RunningService } from '../service.js';
import { VERSION } from '../version.js';

export interface ServeOptions {
  dataDir?: string;
  host?: string;
  port?: string;
  tls?: string;
}

const OPEN_TIMEOUT_MS = 3000;
const OPEN_RETRY_MS = 100;
const SHUTDOWN_TIMEOUT_MS = 4500; // the process ends within 5 s of the signal
const BACKLOG = 4096; // after a restart all agents reconnect at once

/** Runs the service until SIGINT or SIGTERM. Returns the exit code. */
export async function serve(options: ServeOptions): Promise<number> {
  setHeapGrowth();
  const config = readConfig({
    DATA_DIR: options.dataDir,
    HOST: options.host,
    PORT: options.port,
    TLS: options.tls,
  });
  const program = calledAs({
    ...surroundings(),
    script: calledScript(),
    dataDir: options.dataDir ?? surroundings().env.DATA_DIR,
  });
  const service = await openWithRetry(config, program);
  const { ctx, app } = service;
  const signalled = waitForSignal();
  try {
    await app.listen({ host: config.HOST, port: config.PORT, backlog: BACKLOG });
  } catch (error) {
    await service.close();
    process.stderr.write(`${listenError(config, error as NodeJS.ErrnoException)}\n`);
    return 2;
  }
  const url = toUrl(app.server.address() as AddressInfo, ctx.tls !== null);
  setYoungGrowth(true);
  ctx.fleet.begin(); // its thread starts after the service answers
  ctx.announce({ pid: process.pid, url, ...(ctx.tls && { certificate: ctx.tls.chain }) });
  // A token in a pipe would stay in a file or a journal.
  const firstToken = process.stdout.isTTY ? ctx.firstToken : undefined;
  process.stdout.write(renderWelcome(url, config, firstToken));
  if (process.stdout.isTTY) process.stdout.write(renderConsoleLink(url, config, ctx));
  process.stderr.write(permissionWarnings(config.DATA_DIR));
  process.stderr.write(plainHttpWarning(app.server.address() as AddressInfo, ctx.tls !== null));
  ctx.log.info({ signal: await signalled }, 'shutting down');
  await closeInTime(service);
  return 0;
}

function listenError({ HOST, PORT }: Config, { code, message }: NodeJS.ErrnoException): string {
  const reason =
    code === 'EADDRINUSE' ? 'the port is in use; choose another one with --port or PORT' : message;
  return `hostwarden cannot listen on ${HOST}:${PORT}: ${reason}`;
}

// A short command (`token list`) may hold the directory for a moment; a service that listens keeps it.
async function openWithRetry(config: Config, program: string): Promise<RunningService> {
  for (let waitedMs = 0; ; waitedMs += OPEN_RETRY_MS) {
    try {
      return await openService(config, createLogger(config), { program });
    } catch (error) {
      if (!(error instanceof DataDirInUseError) || error.service?.url) throw error;
      if (waitedMs >= OPEN_TIMEOUT_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, OPEN_RETRY_MS));
    }
  }
}

function waitForSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(signal));
  });
}

async function closeInTime(service: RunningService): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      service.ctx.log.warn('shutdown timed out; unfinished work resumes at the next start');
      resolve();
    }, SHUTDOWN_TIMEOUT_MS);
  });
  await Promise.race([service.close(), timeout]);
  clearTimeout(timer);
}

const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function toUrl({ address, port }: AddressInfo, isTls: boolean): string {
  const host = LOOPBACK[address] ?? address;
  return `${isTls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Returns a warning if tokens and passwords cross a network unencrypted; otherwise an empty text. */
export function plainHttpWarning({ address, port }: AddressInfo, isTls: boolean): string {
  if (isTls || isLoopback(address)) return '';
  return (
    `Warning: plain HTTP on ${address}, port ${port}. Tokens and passwords cross the network unencrypted. ` +
    'Set TLS=self-signed, or TLS_CERT and TLS_KEY; or listen on 127.0.0.1 behind a proxy with TLS.\n'
  );
}

/**
 * Returns a line with a link that signs in to the console; empty without the administrator's token. It is for
 * terminals only: a file or a journal would keep it.
 */
function renderConsoleLink(
  url: string,
  { DATA_DIR }: Config,
  { sessions, program }: Context,
): string {
  const token = readSecretFile(filesOf(DATA_DIR).adminToken);
  const rights = token === undefined ? null : sessions.rightsOfToken(token);
  if (!rights) return '';
  const code = sessions.issueCode({ id: rights.tokenId, role: rights.role }, rights.role);
  if (!code) return '';
  return `\nConsole (once, within 2 minutes; again with "${program} console"):\n  ${consoleLink(url, code.code)}\n`;
}

function renderWelcome(
  url: string,
  { DATA_DIR, TLS }: Config,
  firstToken: string | undefined,
): string {
  const { adminToken, tlsRoot } = filesOf(DATA_DIR);
  const isSelfSigned = TLS === 'self-signed';
  const curl = `curl${isSelfSigned ? ` --cacert ${tlsRoot}` : ''}`;
  return [
    `hostwarden ${VERSION} listens on ${url}`,
    `  data directory  ${DATA_DIR}`,
    `  admin token     ${adminToken}`,
    ...(firstToken === undefined ? [] : [`                  ${firstToken} (shown only once)`]),
    `  console         ${url}/ui/`,
    `  API reference   ${url}/docs`,
    ...(isSelfSigned ? [`  certificate     ${tlsRoot}`] : []),
    '',
    `Try:  ${curl} -H "Authorization: Bearer $(cat ${adminToken})" ${url}/hosts`,
    '',
  ].join('\n');
}
