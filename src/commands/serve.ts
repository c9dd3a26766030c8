import type { AddressInfo } from 'node:net';
import { readConfig, type Config } from '../config.js';
import { filesOf } from '../data-dir/paths.js';
import { DataDirInUseError } from '../data-dir/lock.js';
import { setHeapGrowth } from '../platform/process/v8-flags.js';
import { openService, type RunningService } from '../service.js';
import { VERSION } from '../version.js';

export interface ServeOptions {
  dataDir?: string;
  host?: string;
  port?: string;
  tls?: string;
}

const PATIENCE_MS = 3000;
const PAUSE_MS = 100;
const LIMIT_MS = 4500; // all is over within 5 s of the signal

/** Runs the service until SIGINT or SIGTERM. Gives the exit code. */
export async function serve(options: ServeOptions): Promise<number> {
  setHeapGrowth();
  const config = readConfig({
    DATA_DIR: options.dataDir,
    HOST: options.host,
    PORT: options.port,
    TLS: options.tls,
  });
  const service = await openPatiently(config);
  const { ctx, app } = service;
  const asked = signalled();
  try {
    await app.listen({ host: config.HOST, port: config.PORT, backlog: 4096 }); // agents that lost the service come back together
  } catch (error) {
    await service.close();
    const { code, message } = error as NodeJS.ErrnoException;
    process.stderr.write(
      `hostwarden cannot listen on ${config.HOST}:${config.PORT}: ${code === 'EADDRINUSE' ? 'the port is taken; choose another one with --port or PORT' : message}\n`,
    );
    return 2;
  }
  const url = urlOf(app.server.address() as AddressInfo, ctx.tls !== null);
  ctx.announce({ pid: process.pid, url, ...(ctx.tls && { certificate: ctx.tls.chain }) });
  process.stdout.write(welcome(url, config.DATA_DIR, ctx.firstToken, config.TLS === 'self-signed'));
  ctx.log.info({ signal: await asked }, 'shutting down');
  await closeInTime(service);
  return 0;
}

// A short command (`token list`) may hold the folder just now; a service that listens will not let go of it.
async function openPatiently(config: Config): Promise<RunningService> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      return await openService(config);
    } catch (error) {
      if (!(error instanceof DataDirInUseError) || error.service?.url || waited >= PATIENCE_MS)
        throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

function signalled(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(signal));
  });
}

async function closeInTime(service: RunningService): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      service.ctx.log.warn('some work did not end in time; it goes on at the next start');
      resolve();
    }, LIMIT_MS);
  });
  await Promise.race([service.close(), late]);
  clearTimeout(timer);
}

function urlOf({ address, family, port }: AddressInfo, tls: boolean): string {
  const host =
    address === '0.0.0.0'
      ? '127.0.0.1'
      : address === '::'
        ? '[::1]'
        : family === 'IPv6'
          ? `[${address}]`
          : address;
  return `${tls ? 'https' : 'http'}://${host}:${port}`;
}

function welcome(
  url: string,
  dir: string,
  firstToken: string | undefined,
  ownCertificate: boolean,
): string {
  const { adminToken, tlsRoot } = filesOf(dir);
  return (
    `hostwarden ${VERSION} listens on ${url}\n` +
    `  data folder  ${dir}\n  admin token  ${adminToken}${firstToken === undefined ? '' : `\n               ${firstToken} (shown this once)`}\n  description  ${url}/docs\n${ownCertificate ? `  to trust it  ${tlsRoot}\n` : ''}\n` +
    `Try:  curl${ownCertificate ? ` --cacert ${tlsRoot}` : ''} -H "Authorization: Bearer $(cat ${adminToken})" ${url}/hosts\n`
  );
}
