// Throughput of 5,000 inventories of 600 packages with 10 % or no changed packages, and the latency of other requests
// meanwhile. The service runs in a separate process. Reports are sent over HTTP as gzip, several at the same time, at
// the
// rate of the goal or without a limit.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import Table from 'cli-table3';
import { fleet } from './inventory-support.mjs';

const dist = new URL(`${process.env.BENCH_DIST ?? '../../build'}/`, import.meta.url);
const HOSTS = Number(process.env.BENCH_HOSTS ?? 5000);
const CONCURRENCY = 4;
const TOKEN = 'bench-token-0123456789';
const PORT = 18_731;
const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });

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
try {
  await ready();
  for (let from = 0; from < HOSTS; from += 5000)
    await ask(
      'POST',
      '/hosts',
      JSON.stringify(
        Array.from({ length: Math.min(5000, HOSTS - from) }, (_, i) => ({
          current_ip: `10.${(from + i) >> 16}.${((from + i) >> 8) & 255}.${(from + i) & 255}`,
        })),
      ),
    );
  const reportOf = fleet();
  const table = new Table({
    head: [
      `${HOSTS} hosts`,
      'inventories/s',
      'service CPU, ms each',
      'main thread only',
      'written, KB each',
      'API p50, ms',
      'API p99, ms',
      'max, ms',
      'service RSS, MB',
    ],
  });
  table.push(await round('first report of each host', reportOf, 0, Infinity));
  table.push(await round('10 % changed, no rate limit', reportOf, 1, Infinity));
  table.push(await round('10 % changed, 100/s', reportOf, 2, 100));
  table.push(
    await round(
      'no package changed, no rate limit',
      (host) => ({ ...reportOf(host, 2), uptime: '1.00 1.00\n' }),
      2,
      Infinity,
    ),
  );
  console.log(`${table}\nlimits: 100/s, API p99 50 ms`);
} finally {
  service.kill('SIGTERM');
  await once(service, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

async function round(name, reportOf, day, rate) {
  const latencies = [];
  let next = 1;
  let isOver = false;
  const cpu = await cpuOf();
  const started = performance.now();
  const probe = (async () => {
    for (; !isOver; await pause(20)) {
      const before = performance.now();
      await ask('GET', `/hosts?limit=50&page=${1 + (latencies.length % 20)}`);
      latencies.push(performance.now() - before);
    }
  })();
  let spent = 0; // ms of rendering reports, which is not measured
  const send = async () => {
    while (next <= HOSTS) {
      const host = next++;
      const due = started + (host / rate) * 1000;
      const before = performance.now();
      const body = gzipSync(JSON.stringify({ sections: reportOf(host, day) }), { level: 1 });
      spent += performance.now() - before;
      if (due > performance.now()) await pause(due - performance.now());
      await ask('PUT', `/hosts/${host}/inventory`, body, { 'content-encoding': 'gzip' });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, send));
  const seconds = (performance.now() - started) / 1000;
  isOver = true;
  await probe;
  const after = await cpuOf();
  latencies.sort((a, b) => a - b);
  const at = (p) =>
    latencies[Math.min(latencies.length - 1, Math.floor(p * latencies.length))].toFixed(1);
  return [
    name,
    `${(HOSTS / seconds).toFixed(0)} (${(HOSTS / (seconds - spent / 1000)).toFixed(0)} without rendering)`,
    ((after.ms - cpu.ms) / HOSTS).toFixed(1),
    ((after.main - cpu.main) / HOSTS).toFixed(1),
    ((after.kb - cpu.kb) / HOSTS).toFixed(0),
    at(0.5),
    at(0.99),
    at(1),
    after.mb.toFixed(0),
  ];
}

/**
 * CPU time of the service and of its main thread, written bytes (the write-ahead log and its checkpoints), and
 * memory, from
 * /proc. On a busy machine, compare CPU time.
 */
async function cpuOf() {
  const { readFile } = await import('node:fs/promises');
  const cpuMs = async (of) => {
    const stat = (await readFile(`/proc/${service.pid}/${of}`, 'utf8')).split(') ')[1].split(' ');
    return (Number(stat[11]) + Number(stat[12])) * 10;
  };
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  const io = await readFile(`/proc/${service.pid}/io`, 'utf8');
  return {
    kb: Number(/wchar: (\d+)/.exec(io)[1]) / 1000,
    ms: await cpuMs('stat'),
    main: await cpuMs(`task/${service.pid}/stat`),
    mb: Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1000,
  };
}

function ask(method, path, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: '127.0.0.1',
        port: PORT,
        method,
        path,
        agent,
        headers: {
          authorization: `Bearer ${TOKEN}`,
          ...(body && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
          ...headers,
        },
      },
      (response) => {
        const parts = [];
        response.on('data', (d) => parts.push(d));
        response.on('end', () =>
          response.statusCode < 300
            ? resolve()
            : reject(
                new Error(`${method} ${path}: ${response.statusCode} ${Buffer.concat(parts)}`),
              ),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
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
