// kill-notify.mjs [--rounds 200] [--seed N]: kill -9 at random moments while messages are pending. Five receivers:
// three of webhooks (one answers at once, one late, one with 500 at first), a mail server that is slow and refuses a
// recipient at first, and one that gets a digest. After each kill the database says what was recorded as sent: none of
// it may arrive again; what the killed process got an answer to, long before the kill, must be recorded. At the end
// all is recorded, each task has one message in each channel, and is counted once in the digests. Loopback only. Needs
// `npm run build`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSqlite } from '../../build/database/sqlite.js';
import { startMail, startWebhook } from './support/receivers.mjs';
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
const ENV = { LOG_LEVEL: 'error', SCAN_DENY: '10.99.0.0/16' };
const TO = ['a@example.org', 'b@example.org'];
const RECORDED_MS = 2000; // after its answer, a message is recorded as sent, also on a busy machine
const DIGEST_ROUNDS = 7;
const dir = mkdtempSync(join(tmpdir(), 'hostwarden-chaos-'));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const faults = new Set();
const expect = (ok, text) => {
  if (!ok) faults.add(text);
};
const recorded = new Set(); // deliveries that the database recorded as sent, at one of the kills
let starts = 0;
let startedAt = 0;
let again = 0;

/** Checks a delivery that arrives: only one that was in flight at a kill may arrive again. */
function check({ name, answered }, delivery) {
  expect(!recorded.has(delivery), `${name}: ${delivery} was recorded as sent, and arrived again`);
  const answeredAt = answered.get(delivery)?.at(-1);
  if (answeredAt === undefined) return;
  again++;
  expect(
    answeredAt < startedAt,
    `${name}: ${delivery} was answered, and sent again without a kill`,
  );
}

/** Fails with this probability, for each value once. */
function onceIn(probability) {
  const seen = new Set();
  return (value) => {
    if (seen.has(value) || random() > probability) return false;
    seen.add(value);
    return true;
  };
}
const failsFirst = onceIn(0.1);
const rejectsFirst = onceIn(0.05);
const receivers = [
  await startWebhook('at once', check, async () => 200),
  await startWebhook('late', check, async () => {
    await pause(random() * 200);
    return 200;
  }),
  await startWebhook('500 first', check, async (key) => (failsFirst(key) ? 500 : 200)),
  await startMail('mail', check, TO, async (step, recipient) => {
    if (step === 'end') await pause(random() * 100);
    return step === 'RCPT' && recipient === TO[1] && rejectsFirst(starts) ? '451 later' : undefined;
  }),
];
const digests = await startWebhook('digest', check, async () => 200);

async function setUp(url) {
  const { data } = await call(url, 'POST', '/hosts', [{ current_ip: DENIED }]);
  for (const receiver of [...receivers, digests]) {
    const channel = { name: receiver.name, ...receiver.channel };
    const { data: stored } = await call(url, 'POST', '/notification-channels', channel);
    receiver.id = stored.id;
    const digest = receiver === digests ? { digest: 'daily' } : {};
    const rule = { channel_id: stored.id, events: ['task.failed'], ...digest };
    await call(url, 'POST', '/notification-rules', rule);
  }
  return data.created[0].id;
}

const acknowledged = new Set();
async function runTasks(url, host, isOver) {
  const { data: template } = await call(url, 'POST', '/api/v1/templates', {
    shares_name: true,
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

/** Runs statements on the database between two lives of the service. */
function withDatabase(work) {
  const db = openSqlite(join(dir, 'hostwarden.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const DELIVERIES = `SELECT id, channel_id, state, attempts, recipients FROM notification_deliveries
  WHERE stage = 'ready'`;

/** Returns the deliveries that a row records as sent. A mail may have reached some of its recipients. */
function sentOf({ id, channel_id: channel, state: now, recipients }) {
  const isSent = now === 'sent';
  if (channel !== receivers.at(-1).id) return isSent ? [String(id)] : [];
  const left = recipients === null ? TO : JSON.parse(recipients);
  return TO.filter((to) => isSent || !left.includes(to)).map((to) => `${id} ${to}`);
}

/**
 * Reads what was recorded as sent, and compares it with what was answered since `since`: what was in flight at an
 * earlier kill may still wait for its repetition.
 */
function compare(killedAt, since) {
  for (const row of withDatabase((db) => db.prepare(DELIVERIES).all()))
    for (const delivery of sentOf(row)) recorded.add(delivery);
  for (const { name, answered } of [...receivers, digests])
    for (const [delivery, times] of answered) {
      const at = times.at(-1);
      const isDue = at >= since && killedAt - at > RECORDED_MS;
      expect(
        !isDue || recorded.has(delivery),
        `${name}: ${delivery} was answered, and not recorded`,
      );
    }
}

const makeDigestsDue = () =>
  withDatabase((db) =>
    db.exec('UPDATE notification_rules SET next_digest_at = 1 WHERE digest IS NOT NULL'),
  );

async function start() {
  starts++;
  startedAt = Date.now();
  return startService(dir, ENV);
}

/** Runs the service until every task and message has ended. */
async function drain() {
  const { child, url, exited } = await start();
  const end = Date.now() + 300_000;
  const count = (path) => call(url, 'GET', path).then(({ meta }) => meta.total);
  let left;
  do {
    await pause(2500); // what was not examined yet is no delivery
    left =
      (await count('/notification-deliveries?state=pending&limit=1')) +
      (await count('/api/v1/tasks/?status=working&archived=all&limit=1'));
  } while (left > 0 && Date.now() < end);
  expect(left === 0, `${left} tasks or messages are pending 300 s after the last start`);
  child.kill('SIGTERM');
  await exited;
}

function compareTasks() {
  const { tasks, states } = withDatabase((db) => ({
    tasks: new Set(db.prepare("SELECT id FROM tasks WHERE status = 'failed'").pluck().all()),
    states: db
      .prepare('SELECT state, count(*) FROM notification_deliveries GROUP BY 1')
      .raw()
      .all(),
  }));
  for (const id of acknowledged) expect(tasks.has(id), `task ${id} was acknowledged and is lost`);
  for (const { name, tasks: reported, answered, channel } of receivers) {
    const lost = [...tasks].filter((id) => !reported.has(id));
    const twice = [...reported].filter(([, keys]) => keys.size > 1);
    const recipients = channel.to?.length ?? 1;
    expect(
      lost.length === 0,
      `${name}: no message about ${lost.length} tasks: ${lost.slice(0, 5)}`,
    );
    expect(twice.length === 0, `${name}: several keys for the tasks ${twice.map(([id]) => id)}`);
    const count = tasks.size * recipients;
    expect(answered.size === count, `${name}: ${answered.size} of ${count} deliveries`);
  }
  const items = [...digests.digests.values()].reduce((sum, n) => sum + n, 0);
  expect(items === tasks.size, `the digests count ${items} failures of ${tasks.size} tasks`);
  return { tasks: tasks.size, states: JSON.stringify(states) };
}

try {
  let host;
  for (let round = 1; round <= rounds; round++) {
    const { child, url, exited } = await start();
    host ??= await setUp(url);
    let over = false;
    const work = runTasks(url, host, () => over).catch(() => undefined);
    await pause(300 + random() * 5700);
    const killedAt = Date.now();
    child.kill('SIGKILL');
    await exited;
    over = true;
    await work;
    compare(killedAt, startedAt);
    if (round % DIGEST_ROUNDS === 0) makeDigestsDue();
    if (round % 20 === 0) console.log(`${round} of ${rounds} rounds, ${acknowledged.size} tasks`);
  }
  await drain();
  makeDigestsDue();
  await drain();
  compare(Date.now(), 0);
  const { tasks, states } = compareTasks();
  console.log(
    `killed ${rounds} times (seed ${values.seed}): ${tasks} tasks, deliveries ${states}, ` +
      `${digests.digests.size} digests, ${again} in flight at a kill and sent again under their key, ` +
      `${faults.size} faults`,
  );
  for (const fault of [...faults].slice(0, 20)) console.log(`  ${fault}`);
} finally {
  for (const receiver of [...receivers, digests]) receiver.close();
  rmSync(dir, { recursive: true, force: true });
}
process.exit(faults.size === 0 ? 0 : 1);
