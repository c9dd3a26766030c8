// kill-notify.mjs [--rounds 200] [--seed N]: kill -9 at random moments while messages are pending. Three receivers: one
// answers at once, one late, one with 500 at first. Afterwards each ended task has one message in each channel, under
// one key: none is lost, and a receiver that remembers keys gets none twice. Loopback only. Needs `npm run build`.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSqlite } from '../../dist/database/sqlite.js';
import { call, startService } from './support/service.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
});
const rounds = Number(values.rounds);
let state = Number(values.seed) || 1;
/** A Lehmer generator: a run can be repeated with its seed. */
function random() {
  state = (state * 48271) % 2147483647;
  return state / 2147483647;
}
const DENIED = '10.99.0.1'; // its tasks fail at once, without a packet
const dir = mkdtempSync(join(tmpdir(), 'hostwarden-chaos-'));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A receiver: `taken` has the times of its answers of 200, by key. */
async function startReceiver(name, answer) {
  const receiver = { name, taken: new Map(), tasks: new Map(), requests: 0 };
  const server = createServer(async (request, response) => {
    const chunks = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return; // the sender was killed while it sent
    }
    receiver.requests++;
    const key = request.headers['idempotency-key'];
    const { task } = JSON.parse(Buffer.concat(chunks).toString());
    const status = await answer(key);
    if (request.socket.destroyed) return;
    if (status === 200) {
      receiver.taken.set(key, [...(receiver.taken.get(key) ?? []), Date.now()]);
      receiver.tasks.set(task.id, (receiver.tasks.get(task.id) ?? new Set()).add(key));
    }
    response.writeHead(status).end('ok');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${server.address().port}/`;
  receiver.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return receiver;
}

const rejected = new Set();
const receivers = [
  await startReceiver('at once', async () => 200),
  await startReceiver('late', async () => {
    await pause(random() * 200);
    return 200;
  }),
  await startReceiver('500 first', async (key) => {
    if (rejected.has(key) || random() > 0.1) return 200;
    rejected.add(key);
    return 500;
  }),
];

async function setUp(url) {
  const { data } = await call(url, 'POST', '/hosts', [{ current_ip: DENIED }]);
  for (const { name, url: target } of receivers) {
    const channel = { name, type: 'webhook', url: target, secret: 'chaos' };
    const { data: stored } = await call(url, 'POST', '/notification-channels', channel);
    const rule = { channel_id: stored.id, events: ['task.failed'] };
    await call(url, 'POST', '/notification-rules', rule);
  }
  return data.created[0].id;
}

const acknowledged = new Set();
async function runTasks(url, host, isOver) {
  const { data: template } = await call(url, 'POST', '/api/v1/templates', {
    name: `t${random()}`,
    type: 'pentest',
    hosts: [host],
    params: { ports: ['22'] },
    enabled: false,
  });
  while (!isOver()) {
    const { data: task } = await call(url, 'POST', `/api/v1/templates/${template.id}`);
    acknowledged.add(task.id);
    await pause(50 + random() * 150);
  }
}

const faults = [];
const expect = (ok, text) => {
  if (!ok) faults.push(text);
};
const kills = [];
const NEAR_MS = 1000; // of a kill: the answer may not have been recorded
try {
  let host;
  for (let round = 1; round <= rounds; round++) {
    const { child, url, exited } = await startService(dir, {
      LOG_LEVEL: 'error',
      SCAN_DENY: '10.99.0.0/16',
    });
    host ??= await setUp(url);
    let over = false;
    const work = runTasks(url, host, () => over).catch(() => undefined);
    await pause(random() * 900);
    child.kill('SIGKILL');
    kills.push(Date.now());
    await exited;
    over = true;
    await work;
    if (round % 20 === 0) console.log(`${round} of ${rounds} rounds, ${acknowledged.size} tasks`);
  }
  const { child, url, exited } = await startService(dir, {
    LOG_LEVEL: 'error',
    SCAN_DENY: '10.99.0.0/16',
  });
  const end = Date.now() + 300_000;
  const count = (path) => call(url, 'GET', path).then(({ meta }) => meta.total);
  let left;
  do {
    await pause(500);
    left =
      (await count('/notification-deliveries?state=pending&limit=1')) +
      (await count('/api/v1/tasks/?status=working&archived=all&limit=1'));
  } while (left > 0 && Date.now() < end);
  await pause(1500); // what was not examined yet is no delivery
  expect(left === 0, `${left} tasks or messages are pending 300 s after the last start`);
  child.kill('SIGTERM');
  await exited;

  const db = openSqlite(join(dir, 'hostwarden.db'), { readonly: true });
  const tasks = new Set(db.prepare("SELECT id FROM tasks WHERE status = 'failed'").pluck().all());
  const states = db.prepare('SELECT state, count(*) FROM notification_deliveries GROUP BY 1').raw();
  const stored = JSON.stringify(states.all());
  db.close();
  for (const id of acknowledged) expect(tasks.has(id), `task ${id} was acknowledged and is lost`);
  let again = 0;
  for (const { name, taken, tasks: reported } of receivers) {
    const lost = [...tasks].filter((id) => !reported.has(id));
    const twice = [...reported].filter(([, keys]) => keys.size > 1);
    expect(
      lost.length === 0,
      `${name}: no message about ${lost.length} tasks: ${lost.slice(0, 5)}`,
    );
    expect(twice.length === 0, `${name}: several keys for the tasks ${twice.map(([id]) => id)}`);
    expect(taken.size === tasks.size, `${name}: ${taken.size} keys for ${tasks.size} tasks`);
    for (const [key, times] of taken)
      for (const time of times.slice(0, -1)) {
        again++;
        const isCut = kills.some((kill) => Math.abs(kill - time) < NEAR_MS);
        expect(isCut, `${name}: ${key} was answered, and sent again without a kill`);
      }
  }
  console.log(
    `killed ${kills.length} times (seed ${values.seed}): ${tasks.size} tasks, deliveries ${stored}, ` +
      `${again} in flight at a kill and sent again under their key, ${faults.length} faults`,
  );
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
} finally {
  for (const receiver of receivers) receiver.close();
  rmSync(dir, { recursive: true, force: true });
}
process.exit(faults.length === 0 ? 0 : 1);
