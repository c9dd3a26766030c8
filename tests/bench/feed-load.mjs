// How fast a feed is loaded: first, unchanged, with 1 % of its records changed. Wall and CPU time (another load of the machine makes the first longer, hardly the second),
// and the memory of the whole process. FEEDS names a folder with the publishers' files (osv/AlmaLinux/all.zip, nvd/*.json.gz) to load those too.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startJob } from '../../dist/feeds/load/start-job.js';
import { openKnowledge } from '../../dist/knowledge/open.js';
import { almaZip } from './feed-support.mjs';

const dir = mkdtempSync(join(tmpdir(), 'hostwarden-feed-load-'));
let peak = 0;
const watch = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss); }, 20);

async function load(knowledge, feed, path, what) {
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  peak = 0;
  const job = { kind: 'load', knowledge: knowledge.file, feed, now: 1, keepFrom: null, files: [{ path, part: null, sha256: '', address: null, etag: null, lastModified: null }] };
  await startJob(job, () => undefined).done;
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  const { ranges } = knowledge.sqlite.prepare('SELECT ranges FROM feeds WHERE name = ?').get(feed);
  console.log(`${feed} ${what}: ${ranges} ranges in ${ms.toFixed(0)} ms (CPU ${((user + system) / 1000).toFixed(0)} ms): ${(ranges / ms * 1000).toFixed(0)}/s, ${(ranges / (user + system) * 1e6).toFixed(0)}/s of CPU; memory at most ${(peak / 1e6).toFixed(0)} MB`);
}

async function trial(feed, paths) {
  const knowledge = openKnowledge(join(dir, `${feed}.db`), 1);
  for (const [what, path] of paths) await load(knowledge, feed, path, what);
  knowledge.close();
}

const made = (name, changed) => {
  const path = join(dir, name);
  writeFileSync(path, almaZip(20_000, 13, changed));
  return path;
};
const [first, later] = [made('first.zip', 0), made('later.zip', 100)];
await trial('osv-almalinux', [['made up, first', first], ['unchanged', first], ['1 % changed', later]]);
const feeds = process.env.FEEDS;
for (const [feed, file] of feeds ? [['osv-almalinux', 'osv/AlmaLinux/all.zip'], ['nvd', 'nvd/derived/nvdcve-2.0-2022-from-1.1.json.gz'], ['epss', 'epss/epss_scores-2026-08-16.csv.gz']] : []) {
  rmSync(join(dir, `${feed}.db`), { force: true });
  if (existsSync(join(feeds, file))) await trial(feed, [[`${file}, first`, join(feeds, file)], ['unchanged', join(feeds, file)]]);
}
clearInterval(watch);
rmSync(dir, { recursive: true, force: true });
