import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { freePort } from '../proxies.js';

const SHIFT = new URL('shifted-clock.mjs', import.meta.url).href;
const MAIN = resolve('dist/main.js');
const READY_MS = 30_000;

/** A service that a user started on a terminal, and that can be stopped and started again at another time. */
export interface UserService {
  url: string;
  /** Starts it, with a clock that is later than the real one. Returns the link that it prints. */
  start: (shift: number) => Promise<string>;
  stop: () => Promise<void>;
  /** Runs a command of hostwarden on its data directory. Returns what it prints. */
  command: (...args: string[]) => Promise<string>;
  /** Sends a request with the token of the administrator. Returns `data` of the response. */
  request: <T>(method: string, path: string, body?: unknown) => Promise<T>;
  /** the clock of the service, Unix seconds */
  now: () => number;
}

/** Returns a service with an empty data directory. It does not run yet. */
export async function userService(): Promise<UserService> {
  const dir = mkdtempSync(join(tmpdir(), 'hostwarden-week-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let shift = 0;
  const env = (): NodeJS.ProcessEnv => ({
    ...process.env,
    NODE_ENV: 'production',
    NODE_OPTIONS: `--import=${SHIFT}`,
    LAB_CLOCK_SHIFT: `${shift}`,
  });
  async function stop(): Promise<void> {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null) return;
    ending.stdin?.write('\x03'); // as Ctrl+C on the terminal
    await once(ending, 'exit');
  }
  onTestFinished(async () => {
    await stop();
    rmSync(dir, { recursive: true, force: true });
  });
  return {
    url,
    stop,
    now: () => Math.floor(Date.now() / 1000) + shift,
    async start(wanted) {
      shift = wanted;
      const command = `${process.execPath} ${MAIN} serve --data-dir ${dir} --host 0.0.0.0 --port ${port}`;
      child = spawn('script', ['-q', '-f', '-e', '-c', command, '/dev/null'], { env: env() });
      return linkIn(child);
    },
    async command(...args) {
      const options = { env: env(), maxBuffer: 1 << 26 };
      const run = promisify(execFile);
      return (await run(process.execPath, [MAIN, ...args, '--data-dir', dir], options)).stdout;
    },
    async request<T>(method: string, path: string, body?: unknown) {
      const token = readFileSync(join(dir, 'admin-token'), 'utf8').trim();
      const isText = typeof body === 'string';
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': isText ? 'text/plain' : 'application/json' }),
        },
        ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return (JSON.parse(text) as { data: T }).data;
    },
  };
}

/** Returns the link that a service prints on its terminal. */
async function linkIn(child: ChildProcess): Promise<string> {
  let printed = '';
  const end = performance.now() + READY_MS;
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  while (performance.now() < end && child.exitCode === null) {
    const link = /https?:\S+\/ui\/sign-in#\S+/.exec(printed)?.[0];
    if (link !== undefined) return link;
    await new Promise((next) => setTimeout(next, 20));
  }
  throw new Error(`the service printed no link:\n${printed}`);
}
