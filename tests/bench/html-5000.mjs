// Measures the HTML report of a task with 5,000 findings on 50 hosts over HTTP, with the complete response, and the
// same as Markdown. Prints the first time, then the best and the median of 7 further rounds with the target, and the
// CPU time of the best (of all threads, with the client). The first report of a thread compiles the code that the next
// ones run. Needs `npm run build` and `npm run build:modules`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { range, seedChain } from './diff-support.mjs';

const dist = new URL('../../build/', import.meta.url);
const TOKEN = 'bench-token-0123456789';
const ROUNDS = 7;
const TARGET_MS = 300;

const [{ openService }, { readConfig }, { encodeIdSet }] = await Promise.all(
  ['service.js', 'config.js', 'vulnerabilities/findings/id-set.js'].map(
    (f) => import(new URL(f, dist)),
  ),
);
const dir = mkdtempSync(join(tmpdir(), 'hostwarden-bench-'));
const env = { API_TOKEN: TOKEN, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error', DATA_DIR: dir };
const service = await openService(readConfig({}, { env, cwd: dir, uid: 1000 }));
try {
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  seedChain(dist, service.ctx.database.sqlite, encodeIdSet, {
    tasks: 2,
    hosts: 50,
    facts: 5_000,
    pick: (t, h) => range(h * 100, 100),
  });
  for (const [name, path] of [
    ['report of 5,000 findings, HTML', '/api/v1/tasks/1/report?format=html'],
    ['the same, Markdown', '/api/v1/tasks/1/report?format=markdown'],
    ['diff of its first task, HTML', '/api/v1/tasks/1/diff?format=html'],
    ['diff without changes, 5,000 open findings, HTML', '/api/v1/tasks/2/diff?format=html'],
  ]) {
    const first = (await measure(url + path, 1)).times[0];
    const { times, cpu, bytes } = await measure(url + path, ROUNDS);
    const median = times[ROUNDS >> 1];
    console.log(
      `${name.padEnd(50)} ${first.toFixed(0).padStart(5)} ms first, ${times[0].toFixed(0).padStart(5)} best, ` +
        `${median.toFixed(0).padStart(5)} median (target: ${TARGET_MS}${median > TARGET_MS ? ', MISSED' : ''}), ` +
        `CPU ${cpu.toFixed(0)} ms; ${(bytes / 1e6).toFixed(1)} MB`,
    );
  }
} finally {
  await service.close();
  rmSync(dir, { recursive: true, force: true });
}

async function measure(url, rounds) {
  const times = [];
  let bytes = 0;
  let cpu = Infinity;
  for (let i = 0; i < rounds; i += 1) {
    const before = performance.now();
    const cpuBefore = process.cpuUsage();
    const response = await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    bytes = (await response.arrayBuffer()).byteLength;
    times.push(performance.now() - before);
    const { user, system } = process.cpuUsage(cpuBefore);
    cpu = Math.min(cpu, (user + system) / 1000);
  }
  return { times: times.sort((a, b) => a - b), cpu, bytes };
}
