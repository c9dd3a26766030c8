// Kills a service (SIGKILL) again and again while it loads a feed, for the first time and as an update: each time what was in force before must be, whole (at first: nothing), and the next load must work. Needs a build.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { almaZip } from '../bench/feed-support.mjs';
import { openSqlite } from '../../dist/database/sqlite.js';

const TOKEN = 'chaos-token-0123456789';
const FEED = 'osv-almalinux';
const ROUNDS = Number(process.argv[2] ?? 10);
const main = new URL('../../dist/main.js', import.meta.url).pathname;
const [old, next] = [almaZip(2_000, 13), almaZip(4_000, 13, 2)];
if (next.length < 1 << 20) throw new Error('the feed is so small that no thread reads it');
process.setMaxListeners(0);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const folders = [];
const folder = () =>
  folders[folders.push(mkdtempSync(join(tmpdir(), 'hostwarden-kill-load-'))) - 1];

async function start(dir) {
  const child = spawn(process.execPath, [main, 'serve', '--data-dir', dir, '--port', '0'], {
    env: { ...process.env, API_TOKEN: TOKEN, LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise((resolve) => child.on('exit', resolve));
  process.once('exit', () => {
    child.kill('SIGKILL');
  }); // also where something is found to be wrong
  let text = '';
  const url = await new Promise((resolve) =>
    child.stdout.on('data', (piece) => {
      text += piece;
      const found = /listens on (\S+)/.exec(text);
      if (found) resolve(found[1]);
    }),
  );
  const call = (method, path, body) =>
    fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...(body && { 'content-type': 'application/zip' }),
      },
      body,
    });
  return {
    dir,
    child,
    call,
    end: (signal) => {
      child.kill(signal);
      return gone;
    },
  };
}

async function load(service, zip) {
  const { status } = await service.call('PUT', `/feeds/${FEED}`, zip);
  if (status !== 200) throw new Error(`a load answered ${status}`);
}

/** Begins a load, kills the service after so many milliseconds and starts it anew; `cut`: the load was not answered. */
async function killedIn(service, zip, ms) {
  const loading = service.call('PUT', `/feeds/${FEED}`, zip).then(
    () => false,
    () => true,
  );
  await pause(ms);
  await service.end('SIGKILL');
  return { cut: await loading, service: await start(service.dir) };
}

/** What the service says of the feed, and what there is of it in the tables that everything is judged by. */
async function stateOf({ dir, call }) {
  const { records, ranges, version } = (await (await call('GET', '/feeds')).json()).data.find(
    (f) => f.name === FEED,
  );
  const knowledge = openSqlite(join(dir, 'knowledge.db'), { readonly: true });
  const rows = ['advisories', 'ranges'].map((table) =>
    knowledge
      .prepare(`SELECT count(*) FROM ${table} WHERE "until" = 9007199254740991`)
      .pluck()
      .get(),
  );
  knowledge.close();
  return { records, ranges, version, rows };
}

/** Throws unless a load that was cut off left what was there, or all that is new: an answer may be lost after the load. */
function check(what, after, before, whole) {
  if (!isDeepStrictEqual(after, before) && !isDeepStrictEqual(after, whole))
    throw new Error(`${what}: ${JSON.stringify(after)} instead of ${JSON.stringify(before)}`);
}

let service = await start(folder());
const nothing = await stateOf(service);
const begun = performance.now();
await load(service, next);
const took = performance.now() - begun;
const whole = await stateOf(service);
await service.end('SIGTERM');

let [cutFirst, cutUpdates] = [0, 0];
for (let round = 0; round < ROUNDS; round += 1) {
  const killed = await killedIn(await start(folder()), next, (took * (round + 0.5)) / ROUNDS);
  if (killed.cut)
    check(`first load, round ${round}`, await stateOf(killed.service), nothing, whole);
  cutFirst += Number(killed.cut);
  await load(killed.service, next);
  check(`the load after the first, round ${round}`, await stateOf(killed.service), whole, whole);
  await killed.service.end('SIGTERM');
}

service = await start(folder());
await load(service, old);
const before = await stateOf(service);
for (let round = 0; round < ROUNDS; round += 1) {
  const killed = await killedIn(service, next, 20 + round * 60);
  service = killed.service;
  const after = await stateOf(service);
  if (killed.cut) check(`update, round ${round}`, after, before, whole);
  cutUpdates += Number(killed.cut);
  if (!isDeepStrictEqual(after, before)) await load(service, old);
}
await load(service, next);
const last = await stateOf(service);
check('the last load', last, whole, whole);
console.log(
  `${ROUNDS} first loads, ${cutFirst} killed: nothing of the feed was there each time, and the next load worked. ${ROUNDS} updates, ${cutUpdates} killed: the old version was whole each time. Then ${last.records} records, ${last.ranges} ranges.`,
);
await service.end('SIGTERM');
for (const dir of folders) rmSync(dir, { recursive: true, force: true });
