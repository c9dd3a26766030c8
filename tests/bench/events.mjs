// The cost of an event of /ws/events for the main thread: storing it in the transaction of its change, and publishing
// it to 0, 1 and 100 subscribers of this process. Progress is published without being stored. The limit is for the sum
// with one subscriber. Needs `npm run build` and `npm run build:modules`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';

const EVENTS = 20_000;
const BATCH = 16; // outcomes of hosts that one transaction stores
const LIMIT_US = 50;

const dist = new URL(`${process.env.BENCH_DIST ?? '../../build'}/`, import.meta.url);
const { openDatabase } = await import(new URL('database/database.js', dist));
const { createEventStream } = await import(new URL('events/stream/create-stream.js', dist));

const event = (i, name) => ({
  event: name,
  task_id: 1,
  template_id: 1,
  percent: i % 100,
  state: '10.0.0.1: done',
  ...(name === 'task.host_done' && { host_id: i, ip: '10.0.0.1', outcome: 'done' }),
});
const tick = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Returns microseconds of CPU time of each event. */
async function measure(subscribers, name) {
  const dir = mkdtempSync(join(tmpdir(), 'hostwarden-bench-'));
  const database = openDatabase(join(dir, 'bench.db'), 1_790_000_000);
  const stream = createEventStream(database, { now: () => 1_790_000_000 });
  let bytes = 0;
  for (let i = 0; i < subscribers; i += 1)
    stream.subscribe((received) => {
      bytes += JSON.stringify(received).length;
    });
  const isStored = name !== 'task.progress';
  const transaction = database.sqlite.transaction((first) => {
    for (let i = first; i < first + BATCH; i += 1)
      if (isStored) stream.append(event(i, name));
      else stream.announce(event(i, name));
  });
  const empty = database.sqlite.transaction(() => {
    database.sqlite.prepare("UPDATE events SET state = '' WHERE seq = 0").run();
  });
  const cpuOf = async (work) => {
    const before = process.cpuUsage();
    for (let i = 0; i < EVENTS; i += BATCH) {
      work(i);
      await tick();
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / EVENTS;
  };
  try {
    const base = await cpuOf(empty); // the transaction takes place without an event as well
    return (await cpuOf(transaction)) - base;
  } finally {
    await database.close();
    rmSync(dir, { recursive: true });
    if (subscribers > 0 && bytes === 0) throw new Error('no event was published');
  }
}

const table = new Table({ head: ['µs of CPU time for each event', '0', '1', '100 subscribers'] });
let worst = 0;
for (const name of ['task.host_done', 'task.progress']) {
  await measure(1, name); // warm-up
  const costs = [];
  for (const subscribers of [0, 1, 100]) costs.push(await measure(subscribers, name));
  worst = Math.max(worst, costs[1]);
  table.push([name, ...costs.map((cost) => Math.max(0, cost).toFixed(1))]);
}
console.log(`${table}\nlimit: ${LIMIT_US} µs with one subscriber`);
if (worst > LIMIT_US) process.exitCode = 1;
