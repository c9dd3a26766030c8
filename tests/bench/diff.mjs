// The differential report over HTTP, whole answers read: two tasks of 100,000 findings each, a chain of 200 tasks of 5,000. Tells the best and
// the median of 5, and the longest time that the service answered nobody else meanwhile, each beside what is wanted. Needs `npm run build`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { seedChain, span } from './diff-support.mjs';

const dist = new URL('../../dist/', import.meta.url);
const TOKEN = 'bench-token-0123456789';
const ROUNDS = 5;
const PAUSE_MS = 20; // wanted
if (isMainThread) await measure();
else parentPort.on('message', (path) => void ask(path));

/** The client has a thread of its own: what it takes to read 100 MB is not the service's. */
async function ask(path) {
  const times = [];
  let bytes = 0;
  for (let i = 0; i < ROUNDS; i += 1) {
    const before = performance.now();
    const answer = await fetch(workerData + path, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    bytes = 0;
    for await (const chunk of answer.body) bytes += chunk.length;
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
    const seed = (options) => seedChain(dist, service.ctx.sqlite, encodeIdSet, options);
    // A thousandth comes and goes; hosts share what they have, as those of one distribution do.
    const shared = seed({
      tasks: 2,
      hosts: 200,
      facts: 20_000,
      pick: (t, h) => span((h % 39) * 500, 500, (n) => n % 1000 === t),
    });
    const distinct = seed({
      tasks: 2,
      hosts: 100,
      facts: 100_000,
      pick: (t, h) => span(h * 1000, 1000, (n) => n % 1000 === t),
    });
    const chain = seed({
      tasks: 200,
      hosts: 50,
      facts: 5_000,
      pick: (t, h) => ((t + h) % 23 === 0 ? null : span(h * 100, 100, (n) => n % 50 === t % 50)),
    });
    const second = (template) =>
      service.ctx.sqlite
        .prepare('SELECT max(id) FROM tasks WHERE templates_id = ?')
        .pluck()
        .get(template);
    const client = new Worker(new URL(import.meta.url), { workerData: url });
    for (const [name, path, wanted] of [
      [
        'two tasks of 100,000 findings on 200 hosts, the difference',
        `/api/v1/tasks/${second(shared)}/diff`,
        300,
      ],
      ['the same, with the baseline (100,000 entries)', `/api/v1/templates/${shared}/diff`],
      [
        'two tasks of 100,000 findings, no two alike, the difference',
        `/api/v1/tasks/${second(distinct)}/diff`,
        300,
      ],
      ['the same, with the baseline', `/api/v1/templates/${distinct}/diff`],
      ['200 tasks of 5,000 findings, JSON', `/api/v1/templates/${chain}/diff`, 1000],
      ['the same, HTML', `/api/v1/templates/${chain}/diff?format=html`, 1000],
      ['the same, CSV', `/api/v1/templates/${chain}/diff?format=csv`, 1000],
      ['the same, the newest alone', `/api/v1/templates/${chain}/diff?last=1`, 1000],
    ]) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const { times, bytes } = await new Promise((resolve) => {
        client.once('message', resolve);
        client.postMessage(path);
      });
      delay.disable();
      console.log(
        `${name.padEnd(64)} ${times[0].toFixed(0).padStart(5)} ms best, ${times[ROUNDS >> 1].toFixed(0).padStart(5)} median${wanted ? ` (wanted: ${wanted})` : ''}; ${(bytes / 1e6).toFixed(1).padStart(6)} MB; nobody else served for ${(delay.max / 1e6).toFixed(0)} ms at most (wanted: ${PAUSE_MS})`,
      );
    }
    await client.terminate();
  } finally {
    await service.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
