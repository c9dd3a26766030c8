// 1,000 clients of the event channel: messages per second, memory of each, and whether events are lost when all
// of them are disconnected repeatedly. The clients are in a separate process. The service is measured by its CPU
// time, so that a busy machine does not change the result.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Table from 'cli-table3';
import pino from 'pino';
import { WebSocket } from 'ws';

const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 1000);
const EVENTS = 1000;
const CUTS = 10;
const TOKEN = 'bench-token-0123456789';

if (process.argv[2] === 'clients') runClients(Number(process.argv[3]));
else await service();

async function service() {
  const dist = new URL(`${process.env.BENCH_DIST ?? '../../build'}/`, import.meta.url);
  const { openService } = await import(new URL('service.js', dist));
  const { readConfig } = await import(new URL('config.js', dist));
  const dir = mkdtempSync(join(tmpdir(), 'hostwarden-bench-'));
  const config = readConfig(
    {},
    { env: { DATA_DIR: dir, API_TOKEN: TOKEN, RATE_LIMIT_PER_MINUTE: '0' }, cwd: dir, uid: 1000 },
  );
  const app = await openService(config, pino({ level: 'silent' }));
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.app.server.address();
  const child = fork(new URL(import.meta.url).pathname, ['clients', String(port)]);
  const ask = (question) =>
    new Promise((resolve) => {
      child.once('message', resolve);
      child.send(question);
    });
  try {
    await ask({ connect: 100, since: null }); // warm-up
    const before = memory();
    await ask({ connect: CLIENTS, since: null });
    const after = memory();
    const [heap, rss] = ['heap', 'rss'].map((k) => (after[k] - before[k]) / 1024 / (CLIENTS - 100));
    const { events } = app.ctx;
    const one = (i) => ({
      event: 'agent.install.progress',
      time: 1_790_000_000,
      operation_id: 1 + (i % 200),
      host_id: 1 + (i % 200),
      action: 'install',
      step: 'upload',
      percent: i % 100,
      message: 'Copying the agent and its configuration to the host',
      error: null,
    });
    const emit = (count) =>
      events.publish(
        app.ctx.database.sqlite.transaction(() =>
          Array.from({ length: count }, (_, i) => events.append(one(i))),
        )(),
      );
    const rounds = [];
    for (const together of [1, 10])
      rounds.push([`${together} at a time`, await round(emit, together, ask)]);
    const lost = await cutting(emit, ask);
    const table = new Table({
      head: [
        `${CLIENTS} clients`,
        'messages/s of CPU time of the service',
        'messages/s of wall time',
        'KiB per connection: heap, resident',
        'lost or duplicated',
        'lost over disconnects',
      ],
    });
    rounds.forEach(([name, r], i) =>
      table.push([
        name,
        ...[r.perCpu, r.perClock].map((n) => Math.round(n).toLocaleString('en')),
        i === 0 ? `${heap.toFixed(1)}, ${rss.toFixed(1)}` : '',
        r.lost,
        i === 0
          ? `${lost.wrong} of ${lost.all.toLocaleString('en')}, each disconnected ${CUTS} times`
          : '',
      ]),
    );
    console.log(
      `${table}\nlimits: at least 50,000 messages/s, at most 16 KiB per connection, 0 lost`,
    );
  } finally {
    child.kill();
    await app.close();
    rmSync(dir, { recursive: true });
  }
}

function memory() {
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external }; // both: free memory may be used before the process grows
}

async function round(emit, together, ask) {
  await ask({ reset: true });
  const cpu = process.cpuUsage();
  const start = performance.now();
  for (let sent = 0; sent < EVENTS; sent += together) {
    emit(together);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  const { got, wrong } = await ask({ until: EVENTS });
  const used = process.cpuUsage(cpu); // after all events were received: the kernel may write some later
  const all = got;
  return {
    perCpu: all / ((used.user + used.system) / 1e6),
    perClock: all / ((performance.now() - start) / 1000),
    lost: CLIENTS * EVENTS - got + wrong,
  };
}

async function cutting(emit, ask) {
  await ask({ reset: true });
  for (let i = 0; i < CUTS; i += 1) {
    emit(20);
    await sleep(20);
    emit(20);
    await ask({ cut: true });
    emit(10);
  }
  const { got, wrong } = await ask({ until: CUTS * 50 });
  return { all: CLIENTS * CUTS * 50, wrong: CLIENTS * CUTS * 50 - got + wrong };
}

// The child process: many clients. Each remembers the last event it received, and reconnects with it.
function runClients(port) {
  const all = [];
  const report = () => ({
    got: all.reduce((n, r) => n + r.got, 0),
    wrong: all.reduce((n, r) => n + r.wrong, 0),
  });
  const connect = (client) =>
    new Promise((resolve) => {
      const socket = new WebSocket(
        `ws://127.0.0.1:${port}/ws/agents${client.last === null ? '' : `?since=${client.last}`}`,
        { headers: { authorization: `Bearer ${TOKEN}` }, perMessageDeflate: false },
      );
      client.socket = socket;
      socket.on('upgrade', (response) => {
        client.last ??= Number(response.headers['hostwarden-seq']);
      });
      socket.on('open', resolve);
      socket.on('error', () => {});
      socket.on('message', (data) => {
        if (client.socket !== socket) return; // disconnected: later messages do not count
        const seq = Number(
          /^\{"seq":(\d+)|"seq":(\d+)/.exec(data.toString()).slice(1).find(Boolean),
        );
        if (seq !== client.last + 1) client.wrong += 1;
        client.last = seq;
        client.got += 1;
      });
    });
  process.on('message', async (q) => {
    if (q.connect)
      for (let i = all.length; i < q.connect; i += 1) {
        all.push({ last: null, got: 0, wrong: 0 });
        await connect(all[i]);
      }
    if (q.reset)
      for (const r of all) {
        r.got = 0;
        r.wrong = 0;
      }
    if (q.cut) {
      for (const r of all) {
        const { socket } = r;
        r.socket = null;
        socket.terminate();
      }
      for (let i = 0; i < all.length; i += 50) await Promise.all(all.slice(i, i + 50).map(connect));
    }
    if (!q.until) return process.send(report());
    const end = performance.now() + 60_000;
    while (report().got < q.until * all.length && performance.now() < end) await sleep(20);
    process.send(report());
  });
  process.on('disconnect', () => process.exit());
}
