// Latency of requests while a feed is loaded: p50, p99 and maximum of GET /hosts on one connection, before and during
// the load.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { almaZip } from './feed-support.mjs';

const TOKEN = 'bench-token-0123456789';
const dir = mkdtempSync(join(tmpdir(), 'hostwarden-feed-api-'));
const main = new URL('../../dist/main.js', import.meta.url).pathname;
const child = spawn(process.execPath, [main, 'serve', '--data-dir', dir, '--port', '0'], {
  env: { ...process.env, API_TOKEN: TOKEN, LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise((resolve) => {
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    const found = /listens on (\S+)/.exec(output);
    if (found) resolve(found[1]);
  });
});
const call = (path, init = {}) =>
  fetch(url + path, { ...init, headers: { authorization: `Bearer ${TOKEN}`, ...init.headers } });

/** Sends requests one after the other until `isDone` returns true for their number, and prints their latency. */
async function measure(label, isDone) {
  const times = [];
  while (!isDone(times.length)) {
    const startedAt = performance.now();
    await (await call('/hosts?limit=50')).arrayBuffer();
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const quantile = (q) =>
    times[Math.min(times.length - 1, Math.floor(times.length * q))].toFixed(1);
  console.log(
    `${label}: ${times.length} requests, p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, maximum ${quantile(1)} ms`,
  );
}

await call('/hosts', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(
    Array.from({ length: 500 }, (_, i) => ({ current_ip: `10.0.${i >> 8}.${i & 255}` })),
  ),
});
const body = almaZip(20_000, 13);
await measure('idle', (count) => count >= 500);
let isLoaded = false;
const startedAt = performance.now();
const loading = call('/feeds/osv-almalinux', {
  method: 'PUT',
  body,
  headers: { 'content-type': 'application/zip' },
}).finally(() => {
  isLoaded = true;
});
await measure('while 260,000 ranges are loaded', () => isLoaded);
const response = await loading;
console.log(`load: ${response.status}, ${(performance.now() - startedAt).toFixed(0)} ms`);
child.kill('SIGTERM');
await new Promise((resolve) => child.on('exit', resolve));
rmSync(dir, { recursive: true, force: true });
