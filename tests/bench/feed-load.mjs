// How fast a feed is loaded: first, unchanged, with 1 % of its records changed. Wall and CPU time (another load of the machine makes the first longer, hardly the second),
// and the memory of the whole process. FEEDS names a folder with the publishers' files (osv/AlmaLinux/all.zip, nvd/*.json.gz) to load those too, and AlmaLinux's five times
// over: threads are started, and compile their code, but once for each load.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startJob } from '../../dist/feeds/load/start-job.js';
import { openKnowledge } from '../../dist/knowledge/open-knowledge.js';
import { almaZip, timesOver } from './feed-support.mjs';

// A process of its own for each feed, so that the memory is that of loading alone.
async function trial(feed, db, paths) {
  let peak = 0;
  setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 10).unref();
  const knowledge = openKnowledge(db, 1);
  const idle = process.memoryUsage().rss;
  for (const [what, path] of paths) {
    const [begun, cpu] = [performance.now(), process.cpuUsage()];
    peak = 0;
    const job = {
      kind: 'load',
      knowledge: db,
      feed,
      now: 1,
      retainFrom: null,
      files: [{ path, part: null, sha256: '', address: null, etag: null, lastModified: null }],
    };
    await startJob(job, () => undefined).done;
    const ms = performance.now() - begun;
    const { user, system } = process.cpuUsage(cpu);
    const { ranges, records } = knowledge.sqlite
      .prepare('SELECT records, ranges FROM feeds WHERE name = ?')
      .get(feed);
    console.log(
      `${feed} ${what}: ${records} records, ${ranges} ranges in ${ms.toFixed(0)} ms (CPU ${((user + system) / 1000).toFixed(0)} ms): ${((ranges / ms) * 1000).toFixed(0)} ranges/s, ${((ranges / (user + system)) * 1e6).toFixed(0)}/s of CPU; memory at most ${(peak / 1e6).toFixed(0)} MB, ${(idle / 1e6).toFixed(0)} before`,
    );
  }
  knowledge.close();
}

if (process.argv[2] === 'trial') {
  await trial(...JSON.parse(process.argv[3]));
  process.exit(0);
}
const dir = mkdtempSync(join(tmpdir(), 'hostwarden-feed-load-'));
let count = 0;
const apart = (feed, paths) =>
  spawnSync(
    process.execPath,
    [process.argv[1], 'trial', JSON.stringify([feed, join(dir, `${++count}.db`), paths])],
    { stdio: 'inherit' },
  );
const stored = (name, bytes) => {
  const path = join(dir, name);
  writeFileSync(path, bytes);
  return path;
};
const [first, later] = [
  stored('first.zip', almaZip(20_000, 13, 0)),
  stored('later.zip', almaZip(20_000, 13, 100)),
];
apart('osv-almalinux', [
  ['made up, first', first],
  ['unchanged', first],
  ['1 % changed', later],
]);
const feeds = process.env.FEEDS;
const ALMA = 'osv/AlmaLinux/all.zip';
for (const [feed, file] of feeds
  ? [
      ['osv-almalinux', ALMA],
      ['nvd', 'nvd/derived/nvdcve-2.0-2022-from-1.1.json.gz'],
      ['epss', 'epss/epss_scores-2026-08-16.csv.gz'],
    ]
  : []) {
  if (existsSync(join(feeds, file)))
    apart(feed, [
      [`${file}, first`, join(feeds, file)],
      ['unchanged', join(feeds, file)],
    ]);
}
if (feeds && existsSync(join(feeds, ALMA))) {
  const large = stored('large.zip', await timesOver(join(feeds, ALMA), 5));
  apart('osv-almalinux', [
    [`${ALMA} five times over, first`, large],
    ['unchanged', large],
  ]);
}
rmSync(dir, { recursive: true, force: true });
