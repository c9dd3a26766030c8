// Kills a service (SIGKILL) again and again while it loads a feed: each time the old version must be in force, whole, and the next load must work. Needs a build.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { almaZip } from '../bench/feed-support.mjs';

const TOKEN = 'chaos-token-0123456789';
const ROUNDS = Number(process.argv[2] ?? 10);
const dir = mkdtempSync(join(tmpdir(), 'hostwarden-kill-load-'));
const main = new URL('../../dist/main.js', import.meta.url).pathname;
const [old, next] = [almaZip(2_000, 13), almaZip(4_000, 13, 2)];

async function start() {
  const child = spawn(process.execPath, [main, 'serve', '--data-dir', dir, '--port', '0'], { env: { ...process.env, API_TOKEN: TOKEN, LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '0' }, stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = new Promise((resolve) => child.on('exit', resolve));
  let text = '';
  const url = await new Promise((resolve) => child.stdout.on('data', (piece) => { text += piece; const found = /listens on (\S+)/.exec(text); if (found) resolve(found[1]); }));
  const call = (method, path, body) => fetch(url + path, { method, headers: { authorization: `Bearer ${TOKEN}`, ...(body && { 'content-type': 'application/zip' }) }, body });
  return { child, gone, call };
}
const feedOf = async (service) => (await (await service.call('GET', '/feeds')).json()).data.find((f) => f.name === 'osv-almalinux');
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

let service = await start();
const load = await service.call('PUT', '/feeds/osv-almalinux', old);
if (load.status !== 200) throw new Error(`the first load answered ${load.status}`);
const before = await feedOf(service);
let interrupted = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  const loading = service.call('PUT', '/feeds/osv-almalinux', next).then((a) => a.status, () => null);
  await pause(20 + round * 60);
  service.child.kill('SIGKILL');
  const status = await loading;
  await service.gone;
  service = await start();
  const after = await feedOf(service);
  if (status === null) {
    interrupted += 1;
    if (after.records !== before.records || after.ranges !== before.ranges || after.version !== before.version || after.status !== 'ready') throw new Error(`round ${round}: ${JSON.stringify(after)} instead of ${JSON.stringify(before)}`);
  } else if ((await service.call('PUT', '/feeds/osv-almalinux', old)).status !== 200) throw new Error(`round ${round}: the old version could not be loaded again`);
}
if ((await service.call('PUT', '/feeds/osv-almalinux', next)).status !== 200) throw new Error('the last load failed');
const last = await feedOf(service);
console.log(`${ROUNDS} rounds, ${interrupted} loads killed: the old version was whole each time. Then ${last.records} records, ${last.ranges} ranges, error ${last.error}.`);
service.child.kill('SIGTERM');
await service.gone;
rmSync(dir, { recursive: true, force: true });
