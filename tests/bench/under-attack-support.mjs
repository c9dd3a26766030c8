// The service of under-attack.mjs: started from dist in a temporary data directory, called with one token per role.
import { fork, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const dist = new URL(`${process.env.BENCH_DIST ?? '../../build'}/`, import.meta.url);
const ADMIN_TOKEN = 'attack-token-0123456789';
const START_TIMEOUT_MS = 60_000;
const SAMPLE_MS = 100;
/** A service that takes longer to end is killed. */
export const MAX_EXIT_SECONDS = 60;

/** Starts the service; `env` is added to its environment. Call `stop` in any case. */
export async function startService(env = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'hostwarden-attack-'));
  const child = spawnService(dataDir, env);
  const exited = new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve({ code, signal, at: performance.now() }));
  });
  const output = collectOutput(child);
  const state = { isEnding: false };
  const remove = async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(turnsFile(dataDir), { force: true });
  };
  try {
    const url = await output.url(exited);
    const tokens = { admin: ADMIN_TOKEN, ...(await createTokens(url)) };
    return {
      api: { url, pid: child.pid, dataDir, tokens, request: createRequest(url, tokens, state) },
      memory: sampleMemory(child.pid),
      errors: output.errors,
      /** From now on the longest turn is measured. */
      startTurns: () => child.kill('SIGUSR2'),
      /** the longest time that its main thread computed without a pause, in ms of CPU time; null: not known */
      longestTurn: () => readLongestTurn(turnsFile(dataDir)),
      /** Sends SIGTERM; returns how long the process takes to end, in seconds. */
      async end() {
        state.isEnding = true;
        const started = performance.now();
        child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), MAX_EXIT_SECONDS * 1000);
        const { code, signal, at } = await exited;
        clearTimeout(timer);
        return { seconds: (at - started) / 1000, isClean: code === 0, code: code ?? signal };
      },
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

const turnsFile = (dataDir) => `${dataDir}.turns`;

function readLongestTurn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))[0] ?? null;
  } catch {
    return null;
  }
}

function spawnService(dataDir, env) {
  const main = new URL('main.js', dist).pathname;
  const watch = new URL('turns-support.mjs', import.meta.url).href;
  const options = ['--import', watch, main, 'serve', '--data-dir', dataDir, '--port', '0'];
  return spawn(process.execPath, options, {
    cwd: dataDir,
    env: {
      ...process.env,
      API_TOKEN: ADMIN_TOKEN,
      LOG_LEVEL: 'error',
      FEED_REFRESH: 'off',
      TURNS_FILE: turnsFile(dataDir),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function collectOutput(child) {
  const lines = [];
  let text = '';
  child.stderr.on('data', (chunk) => {
    lines.push(...chunk.toString().trimEnd().split('\n'));
    lines.splice(0, lines.length - 20);
  });
  return {
    /** the last lines of its log */
    errors: () => lines,
    url: (exited) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(reject, START_TIMEOUT_MS, new Error('the service did not start'));
        child.stdout.on('data', (chunk) => {
          text += chunk;
          const url = /listens on (\S+)/.exec(text)?.[1];
          if (url === undefined) return;
          clearTimeout(timer);
          resolve(url);
        });
        void exited.then(() => reject(new Error(`the service ended: ${lines.join('\n')}`)));
      }),
  };
}

async function createTokens(url) {
  const tokens = {};
  for (const role of ['operator', 'viewer']) {
    const response = await send(url, ADMIN_TOKEN, 'POST', '/tokens', { name: role, role });
    tokens[role] = response.body.data.token;
  }
  return tokens;
}

async function send(url, token, method, path, body) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: isJson && text !== '' ? JSON.parse(text) : text,
  };
}

/** After the service was asked to end, requests without an answer have the status 0. */
const createRequest = (url, tokens, state) => async (role, method, path, body) => {
  try {
    return await send(url, tokens[role], method, path, body);
  } catch (error) {
    if (!state.isEnding) throw error;
    await sleep(100);
    return { status: 0, headers: {}, body: null };
  }
};

/** Reads the peak of the resident memory of a process, in MB, every 100 ms: it is not known after the process ended. */
function sampleMemory(pid) {
  let peak = 0;
  const sample = () => {
    try {
      const kb = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      if (kb !== undefined) peak = Math.max(peak, Number(kb) / 1024);
    } catch {
      // it ended
    }
    return peak;
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return sample();
    },
  };
}

/** Measures GET /healthz from a separate process; `stop` returns milliseconds. */
export async function measureHealth(url) {
  const child = fork(new URL('healthz-support.mjs', import.meta.url).pathname, [url]);
  const message = () => new Promise((resolve) => child.once('message', resolve));
  await message();
  return {
    async stop() {
      child.send('stop');
      const { times, failures } = await message();
      times.sort((a, b) => a - b);
      const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
      return { asked: times.length, failures, p50: at(0.5), p99: at(0.99), max: times.at(-1) };
    },
  };
}
