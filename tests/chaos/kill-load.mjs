// Kills a service (SIGKILL) repeatedly while it loads a feed, for the first time and as an update. Each time the
// previous data must be active and complete (at first: none), and the next load must succeed. Needs a build.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { almaZip } from '../bench/feed-support.mjs';
import { openSqlite } from '../../build/database/sqlite.js';
import { startService, TOKEN } from './support/service.mjs';

const FEED = 'osv-almalinux';
const ROUNDS = Number(process.argv[2] ?? 10);
const old = almaZip(2_000, 13);
const next = almaZip(4_000, 13, 2);
process.setMaxListeners(0);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const folders = [];
function createFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'hostwarden-kill-load-'));
  folders.push(folder);
  return folder;
}

async function start(dir) {
  const { child, url, exited } = await startService(dir, { LOG_LEVEL: 'error' });
  process.once('exit', () => {
    child.kill('SIGKILL'); // also after a failed check
  });
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
      return exited;
    },
  };
}

async function load(service, zip) {
  const { status } = await service.call('PUT', `/feeds/${FEED}`, zip);
  if (status !== 200) throw new Error(`a load responded with ${status}`);
}

/** Starts a load, kills the service after `ms` and starts it again. `wasCut`: the load had no response. */
async function killedIn(service, zip, ms) {
  const loading = service.call('PUT', `/feeds/${FEED}`, zip).then(
    () => false,
    () => true,
  );
  await pause(ms);
  await service.end('SIGKILL');
  return { wasCut: await loading, service: await start(service.dir) };
}

/** Returns the feed as the service presents it, and its current rows in the tables of records. */
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

/** Throws unless an interrupted load left the previous or all new data: a response may be lost after the load. */
function check(label, after, before, whole) {
  if (!isDeepStrictEqual(after, before) && !isDeepStrictEqual(after, whole))
    throw new Error(`${label}: ${JSON.stringify(after)} instead of ${JSON.stringify(before)}`);
}

let service = await start(createFolder());
const empty = await stateOf(service);
const startedAt = performance.now();
await load(service, next);
const durationMs = performance.now() - startedAt;
const whole = await stateOf(service);
await service.end('SIGTERM');

let cutLoads = 0;
let cutUpdates = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  const killed = await killedIn(
    await start(createFolder()),
    next,
    (durationMs * (round + 0.5)) / ROUNDS,
  );
  if (killed.wasCut)
    check(`first load, round ${round}`, await stateOf(killed.service), empty, whole);
  cutLoads += Number(killed.wasCut);
  await load(killed.service, next);
  check(`the load after a kill, round ${round}`, await stateOf(killed.service), whole, whole);
  await killed.service.end('SIGTERM');
}

service = await start(createFolder());
await load(service, old);
const before = await stateOf(service);
for (let round = 0; round < ROUNDS; round += 1) {
  const killed = await killedIn(service, next, 20 + round * 60);
  service = killed.service;
  const after = await stateOf(service);
  if (killed.wasCut) check(`update, round ${round}`, after, before, whole);
  cutUpdates += Number(killed.wasCut);
  if (!isDeepStrictEqual(after, before)) await load(service, old);
}
await load(service, next);
const last = await stateOf(service);
check('the last load', last, whole, whole);
console.log(
  `${ROUNDS} first loads, ${cutLoads} interrupted: each time the feed was empty, and the next load succeeded. ` +
    `${ROUNDS} updates, ${cutUpdates} interrupted: each time the old version was complete. ` +
    `Then ${last.records} records, ${last.ranges} ranges.`,
);
await service.end('SIGTERM');
for (const dir of folders) rmSync(dir, { recursive: true, force: true });
