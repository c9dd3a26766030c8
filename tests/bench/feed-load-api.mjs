// How long requests take while a feed is being loaded: p50, p99 and the longest of GET /hosts on one connection, before and during.
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
  let text = '';
  child.stdout.on('data', (piece) => {
    text += piece;
    const found = /listens on (\S+)/.exec(text);
    if (found) resolve(found[1]);
  });
});
const call = (path, init = {}) =>
  fetch(url + path, { ...init, headers: { authorization: `Bearer ${TOKEN}`, ...init.headers } });

async function measure(what, goesOn) {
  const times = [];
  while (goesOn(times.length)) {
    const begun = performance.now();
    await (await call('/hosts?limit=50')).arrayBuffer();
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  const at = (p) => times[Math.min(times.length - 1, Math.floor(times.length * p))].toFixed(1);
  console.log(
    `${what}: ${times.length} requests, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`,
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
await measure('idle', (n) => n < 500);
let done = false;
const begun = performance.now();
const loading = call('/feeds/osv-almalinux', {
  method: 'PUT',
  body,
  headers: { 'content-type': 'application/zip' },
}).finally(() => {
  done = true;
});
await measure('while 260,000 ranges are loaded', () => !done);
const answer = await loading;
console.log(`the load: ${answer.status}, ${(performance.now() - begun).toFixed(0)} ms`);
child.kill('SIGTERM');
await new Promise((resolve) => child.on('exit', resolve));
rmSync(dir, { recursive: true, force: true });
