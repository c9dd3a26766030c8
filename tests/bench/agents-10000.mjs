// 10,000 simulated agents on long poll, with one connection per poll like curl: memory of the service, duration
// of a check-in, and throughput of 5,000 inventories (600 packages, 10 % changed) beside other requests. The
// service is a separate process; the agents are in this one.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import Table from 'cli-table3';
import { fleet } from './inventory-support.mjs';

const dist = new URL(`${process.env.BENCH_DIST ?? '../../build'}/`, import.meta.url);
const { openSqlite } = await import(new URL('database/sqlite.js', dist));
const AGENTS = Number(process.env.BENCH_AGENTS ?? 10_000);
const REQUESTED = Number(process.env.BENCH_ASKED ?? Math.min(5000, AGENTS));
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
const TOKEN = 'bench-token-0123456789';
const PORT = 18_732;
let keepAlive = new http.Agent({ keepAlive: true, maxSockets: 16 });

const folder = mkdtempSync(join(tmpdir(), 'hostwarden-bench-'));
const env = {
  ...process.env,
  DATA_DIR: folder,
  API_TOKEN: TOKEN,
  PORT: String(PORT),
  HOST: '127.0.0.1',
  RATE_LIMIT_PER_MINUTE: '0',
  LOG_LEVEL: 'error',
};
const service = spawn(process.execPath, [fileURLToPath(new URL('main.js', dist)), 'serve'], {
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const agents = [];
let polls = 0;
let failures = 0;
let isOver = false;
try {
  await ready();
  await createAgents();
  const rss = { before: memory().rss };
  const reconnects = await reconnectAll();
  rss.open = memory().rss;
  const steady = await checkIns(100, SECONDS);
  rss.steady = memory().rss;
  const reportOf = fleet();
  const rounds = [];
  for (const day of [0, 1]) {
    agents.slice(0, REQUESTED).forEach((agent, i) => {
      agent.report = gzipSync(wire(reportOf(i + 1, day)), { level: 6 });
    });
    rounds.push(await inventories());
  }
  const table = new Table({ head: [`${AGENTS} agents`, 'measured', 'limit'] });
  table.push(
    [
      'service RSS before / all connected / after a minute of polls / peak, MB',
      [rss.before, rss.open, rss.steady, memory().peak].map((n) => n.toFixed(0)).join(' / '),
      '250',
    ],
    ['all reconnect at 1,000/s: check-in p50 / p99, ms', reconnects, '100'],
    [
      `regular polls (${(AGENTS / 52).toFixed(0)}/s) and 100/s in addition: check-in p50 / p99, ms`,
      steady,
      '100',
    ],
    ...rounds.map((r, i) => [
      `${REQUESTED} inventories, ${i === 0 ? 'first of each host' : '10 % changed'}: per second / API p50 / p99, ms`,
      `${r.rate} / ${r.p50} / ${r.p99}`,
      '100 / - / 50',
    ]),
    ['polls answered / failed', `${polls} / ${failures}`, '- / 0'],
  );
  console.log(String(table));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  isOver = true;
  service.kill('SIGTERM');
  await once(service, 'exit');
  for (const { socket } of agents) socket?.destroy();
  rmSync(folder, { recursive: true, force: true });
}

async function createAgents() {
  for (let from = 0; from < AGENTS; from += 5000) {
    const hosts = Array.from({ length: Math.min(5000, AGENTS - from) }, (_, i) => ({
      current_ip: `10.${(from + i) >> 16}.${((from + i) >> 8) & 255}.${(from + i) & 255}`,
    }));
    await ask('POST', '/hosts', hosts);
  }
  const sqlite = openSqlite(join(folder, 'hostwarden.db'));
  const add = sqlite.prepare(
    "INSERT INTO agents (host_id, os_family, token_sha256, version, installed_at, last_seen) VALUES (?, 'linux', ?, '1', 1, unixepoch())",
  );
  sqlite.transaction(() => {
    for (let id = 1; id <= AGENTS; id += 1) {
      const token = `hwa_${randomBytes(32).toString('base64url')}`;
      add.run(id, createHash('sha256').update(token).digest());
      agents.push({ id, token, socket: null, ended: null, report: null });
    }
  })();
  sqlite.close();
}

/**
 * Connects all agents at 1,000 per second, then each once more at the same pace. The second round is measured:
 * the older poll is answered when the newer one arrives.
 */
async function reconnectAll() {
  const pace = async (act) => {
    for (let i = 0; i < AGENTS; i += 50) {
      for (const agent of agents.slice(i, i + 50)) act(agent);
      await pause(50);
    }
  };
  await pace(poll);
  await pause(1000);
  const waits = [];
  await pace((agent) => void checkIn(agent).then((ms) => waits.push(ms)));
  await pause(2000);
  return `${at(waits, 0.5)} / ${at(waits, 0.99)}`;
}

async function checkIns(rate, seconds) {
  const waits = [];
  for (let i = 0; i < seconds * rate; i += 1) {
    void checkIn(agents[(i * 7919) % AGENTS]).then((ms) => waits.push(ms));
    await pause(1000 / rate);
  }
  return `${at(waits, 0.5)} / ${at(waits, 0.99)}`;
}

function checkIn(agent) {
  const started = performance.now();
  const answered = new Promise((resolve) => {
    agent.ended = () => {
      agent.ended = null;
      resolve(performance.now() - started);
    };
  });
  poll(agent);
  return answered;
}

async function inventories() {
  keepAlive.destroy(); // the service may have closed idle connections
  keepAlive = new http.Agent({ keepAlive: true, maxSockets: 16 });
  const {
    data: { id },
  } = await ask('POST', '/api/v1/templates', {
    shares_name: true,
    name: 'facts',
    type: 'agentInventory',
    hosts: agents.slice(0, REQUESTED).map((a) => a.id),
    enabled: false,
  });
  const waits = [];
  let isDone = false;
  const probe = (async () => {
    for (; !isDone; await pause(20)) {
      const before = performance.now();
      await ask('GET', `/hosts?limit=50&page=${1 + (waits.length % 20)}`);
      waits.push(performance.now() - before);
    }
  })().catch((error) => {
    if (!isDone) console.error(error.message);
  });
  const started = performance.now();
  await ask('POST', `/api/v1/templates/${id}`);
  let task;
  do {
    await pause(100);
    [task] = (await ask('GET', `/api/v1/tasks/?templates_id=${id}`)).data;
  } while (task.status === 'working');
  const seconds = (performance.now() - started) / 1000;
  isDone = true;
  await probe;
  if (task.state !== `Completed: ${REQUESTED} done`) console.error(task.state, task.error);
  return { rate: (REQUESTED / seconds).toFixed(0), p50: at(waits, 0.5), p99: at(waits, 0.99) };
}

/** Opens a poll; its response leads to the next one, after the jobs. */
function poll(agent) {
  send(
    agent,
    'poll',
    Buffer.from('version 1\n'),
    async (text, socket) => {
      polls += 1;
      const isOlder = agent.socket !== socket;
      if (isOlder) agent.ended?.();
      if (isOlder || isOver) return;
      for (const [, job] of text.matchAll(/^job (\S+) inventory$/gm))
        await new Promise((resolve) => {
          send(agent, `jobs/${job}`, agent.report, resolve);
        });
      if (agent.socket === socket || text.includes('job ')) poll(agent);
    },
    true,
  );
}

function send(agent, path, body, done, isPoll = false) {
  const socket = connect({
    port: PORT,
    host: '127.0.0.1',
    localAddress: `127.0.0.${2 + (agent.id % 20)}`,
  });
  if (isPoll) agent.socket = socket;
  const chunks = [];
  socket.write(
    `POST /agent/v1/${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${agent.token}\r\n` +
      'User-Agent: hostwarden-agent/1\r\nAccept: */*\r\nContent-Type: application/octet-stream\r\n' +
      `Content-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body);
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const [head, rest] = text.split('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (rest === undefined || rest.length < length) return;
    if (!isOver && !/^HTTP\/1.1 20[04]/.test(head)) {
      failures += 1;
      console.error(text.slice(0, 300));
    }
    socket.destroy(); // as curl does at its end
    void done(rest, socket);
  });
  socket.on('error', (error) => {
    if (!isOver) {
      failures += 1;
      console.error(error.message);
    }
  });
}

function wire(sections) {
  const boundary = randomBytes(12).toString('hex');
  return `hostwarden-report 1 ${boundary}\n${Object.entries(sections)
    .map(([name, text]) => `--${boundary} ${name}\n${text}\n`)
    .join('')}--${boundary}--\n`;
}

function memory() {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  const of = (key) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)[1]) / 1000;
  return { rss: of('VmRSS'), peak: of('VmHWM') };
}

function at(waits, p) {
  waits.sort((a, b) => a - b);
  return waits[Math.min(waits.length - 1, Math.floor(p * waits.length))]?.toFixed(1);
}

function ask(method, path, body) {
  return new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body);
    const request = http.request(
      {
        host: '127.0.0.1',
        port: PORT,
        method,
        path,
        agent: keepAlive,
        headers: {
          authorization: `Bearer ${TOKEN}`,
          ...(text && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
        },
      },
      (response) => {
        const chunks = [];
        response.on('data', (d) => chunks.push(d));
        response.on('end', () => {
          const body = Buffer.concat(chunks).toString();
          if (response.statusCode < 300) resolve(body ? JSON.parse(body) : undefined);
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${body}`));
        });
      },
    );
    request.on('error', reject);
    request.end(text);
  });
}

async function ready() {
  for (let tries = 100; ; tries -= 1) {
    try {
      return await ask('GET', '/readyz');
    } catch (error) {
      if (tries === 0) throw error;
    }
    await pause(100);
  }
}

function pause(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
