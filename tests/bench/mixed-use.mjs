// mixed-use.mjs [--minutes N] [--short] — a service in ordinary use: scans of this machine, inventories, feeds, lists,
// reports, pages of the console, subscriptions and messages. Prints its memory over time, and the heap of each thread.
// Fails when the memory exceeds the limit, or still grows in the second half. --short: one minute at a higher rate.
// Needs `npm run build`.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, prepare, work } from './mixed-use-support.mjs';

const TOKEN = 'bench-token-0123456789';
const isShort = process.argv.includes('--short');
const LIMIT_MB = isShort ? 600 : 400; // a minute at five times the rate varies more
const minutes = isShort ? 0.75 : Number(process.argv[process.argv.indexOf('--minutes') + 1] || 20);
const sampleMs = isShort ? 3000 : 15_000;

const folder = mkdtempSync(join(tmpdir(), 'hostwarden-bench-'));
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const service = spawn(
  process.execPath,
  ['--require', path('heaps-support.cjs'), path('../../dist/main.js'), 'serve', '--port', '0'],
  {
    env: {
      ...process.env,
      DATA_DIR: folder,
      API_TOKEN: TOKEN,
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '0',
      FEED_REFRESH: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  },
);
const samples = [];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const statusOf = (name) =>
  Number(
    new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))[1],
  ) / 1024;

/** Resident MB by kind of mapping: files (programs, databases), [heap] and arenas of malloc, the rest (V8, stacks). */
function mappings() {
  const kinds = { files: 0, malloc: 0, arenas: 0, rest: 0 };
  let kind = 'rest';
  for (const line of readFileSync(`/proc/${service.pid}/smaps`, 'utf8').split('\n')) {
    const [, start, perms, name] =
      /^([0-9a-f]+)-[0-9a-f]+ (\S+) \S+ \S+ \d+\s*(.*)$/.exec(line) ?? [];
    if (start !== undefined) kind = mappingKind(BigInt(`0x${start}`), perms, name);
    const [, kb] = /^Rss:\s+(\d+)/.exec(line) ?? [];
    if (kb !== undefined) kinds[kind] += Number(kb) / 1024;
  }
  return Object.entries(kinds)
    .map(([name, mb]) => `${name} ${one(mb)}`)
    .join('  ');
}

const ARENA = 64n * 1024n * 1024n;

function mappingKind(start, perms, name) {
  if (name === '[heap]') return 'malloc';
  if (name.startsWith('/')) return 'files';
  return perms.startsWith('rw') && start % ARENA === 0n ? 'arenas' : 'rest';
}

async function heaps() {
  service.send('heaps');
  const [answer] = await once(service, 'message');
  return answer;
}

const one = (value) => value.toFixed(0);

async function sample(label) {
  const { heaps: threads, arrayBuffers } = await heaps();
  const rss = statusOf('VmRSS');
  samples.push(rss);
  const text = threads.map(
    ({ name, used, committed, young }) => `${name} ${one(used)}/${one(committed)} (${one(young)})`,
  );
  const sum = threads.reduce((total, { committed }) => total + committed, 0);
  const sizes = `RSS ${one(rss)}  heaps ${one(sum)}  buffers ${one(arrayBuffers)}  ${mappings()}`;
  console.log(`${label.padStart(7)}  ${sizes}  ${text.join(', ')}`);
}

async function listen() {
  for await (const chunk of service.stdout) {
    const [, url] = /listens on (\S+)/.exec(chunk) ?? [];
    if (url) return url;
  }
  throw new Error('the service did not start');
}

try {
  const url = await listen();
  service.stdout.resume();
  const call = createClient(url, TOKEN);
  console.log('MB; of each thread: used/committed (young generation)');
  await sample('start');
  const state = await prepare(call);
  await sample('fleet');
  const started = performance.now();
  const isOver = () => performance.now() - started > minutes * 60_000;
  const { ended, counts } = work(
    { url, token: TOKEN, call, state, pace: isShort ? 0.2 : 1 },
    isOver,
  );
  while (!isOver()) {
    await Promise.race([pause(sampleMs), ended]);
    await sample(`${one((performance.now() - started) / 1000)} s`);
  }
  await ended;
  state.receiver.close();
  if (!isShort) {
    await pause(60_000);
    await sample('rest');
  }
  report(counts);
} finally {
  service.kill('SIGTERM');
  await once(service, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

function report(counts) {
  const most = Math.max(...samples, statusOf('VmHWM'));
  const half = samples.slice(Math.floor(samples.length / 2));
  const quarter = Math.floor(half.length / 2);
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const growth = mean(half.slice(quarter)) / mean(half.slice(0, quarter)) - 1;
  console.log(counts);
  console.log(
    `most ${one(most)} MB (limit ${LIMIT_MB}); growth in the last quarter ${(growth * 100).toFixed(1)} %`,
  );
  if (most > LIMIT_MB || (!isShort && growth > 0.1)) process.exitCode = 1;
}
