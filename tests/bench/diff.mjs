// Measures the differential report over HTTP, with complete responses: two tasks of 100,000 findings each, and
// a chain of 200 tasks of 5,000. Prints the best and the median of 5 rounds, and the longest event loop delay
// of the service meanwhile, each with its target. Needs `npm run build` and `npm run build:modules`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { seedChain, range } from './diff-support.mjs';

const dist = new URL('../../build/', import.meta.url);
const TOKEN = 'bench-token-0123456789';
const ROUNDS = 5;
const MAX_DELAY_MS = 20; // target
if (isMainThread) await measure();
else parentPort.on('message', (path) => void request(path));

/** Runs in a separate thread, so that reading 100 MB does not count as time of the service. */
async function request(path) {
  const times = [];
  let bytes = 0;
  for (let i = 0; i < ROUNDS; i += 1) {
    const before = performance.now();
    const response = await fetch(workerData + path, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    if (response.status !== 200)
      throw new Error(`${path}: ${response.status} ${await response.text()}`);
    bytes = 0;
    for await (const chunk of response.body) bytes += chunk.length;
    times.push(performance.now() - before);
  }
  parentPort.postMessage({ times: times.sort((a, b) => a - b), bytes });
}

async function measure() {
  const [{ openService }, { readConfig }, { encodeIdSet }] = await Promise.all(
    ['service.js', 'config.js', 'vulnerabilities/findings/id-set.js'].map(
      (f) => import(new URL(f, dist)),
    ),
  );
  const dir = mkdtempSync(join(tmpdir(), 'hostwarden-bench-'));
  const service = await openService(
    readConfig(
      {},
      {
        env: { API_TOKEN: TOKEN, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error', DATA_DIR: dir },
        cwd: dir,
        uid: 1000,
      },
    ),
  );
  try {
    const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const seed = (options) => seedChain(dist, service.ctx.database.sqlite, encodeIdSet, options);
    // One finding in a thousand is removed and one is added; hosts share findings, as those of one distribution do.
    const shared = seed({
      tasks: 2,
      hosts: 200,
      facts: 20_000,
      pick: (t, h) => range((h % 39) * 500, 500, (n) => n % 1000 === t),
    });
    const distinct = seed({
      tasks: 2,
      hosts: 100,
      facts: 100_000,
      pick: (t, h) => range(h * 1000, 1000, (n) => n % 1000 === t),
    });
    const chain = seed({
      tasks: 200,
      hosts: 50,
      facts: 5_000,
      pick: (t, h) => ((t + h) % 23 === 0 ? null : range(h * 100, 100, (n) => n % 50 === t % 50)),
    });
    const second = (template) =>
      service.ctx.database.sqlite
        .prepare('SELECT max(id) FROM tasks WHERE templates_id = ?')
        .pluck()
        .get(template);
    const client = new Worker(new URL(import.meta.url), { workerData: url });
    for (const [name, path, target] of [
      [
        'two tasks of 100,000 findings on 200 hosts, the diff',
        `/api/v1/tasks/${second(shared)}/diff`,
        300,
      ],
      ['the same, with the baseline (100,000 entries)', `/api/v1/templates/${shared}/diff`],
      [
        'two tasks of 100,000 distinct findings, the diff',
        `/api/v1/tasks/${second(distinct)}/diff`,
        300,
      ],
      ['the same, with the baseline', `/api/v1/templates/${distinct}/diff`],
      ['200 tasks of 5,000 findings, JSON', `/api/v1/templates/${chain}/diff`, 1000],
      ['the same, HTML', `/api/v1/templates/${chain}/diff?format=html`, 1000],
      ['the same, CSV', `/api/v1/templates/${chain}/diff?format=csv`, 1000],
      ['the same, only the newest task', `/api/v1/templates/${chain}/diff?last=1`, 1000],
    ]) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const { times, bytes } = await new Promise((resolve) => {
        client.once('message', resolve);
        client.postMessage(path);
      });
      delay.disable();
      console.log(
        `${name.padEnd(64)} ${times[0].toFixed(0).padStart(5)} ms best, ` +
          `${times[ROUNDS >> 1].toFixed(0).padStart(5)} median${target ? ` (target: ${target})` : ''}; ` +
          `${(bytes / 1e6).toFixed(1).padStart(6)} MB; ` +
          `event loop delay ${(delay.max / 1e6).toFixed(0)} ms at most (target: ${MAX_DELAY_MS})`,
      );
    }
    await client.terminate();
  } finally {
    await service.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
