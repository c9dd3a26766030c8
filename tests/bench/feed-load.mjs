// Speed of loading a feed: for the first time, unchanged, and with 1 % of its records changed. Wall time and CPU time
// (other load of the machine affects the latter little), and the memory of the whole process. FEEDS is a folder with
// the publishers' files (osv/AlmaLinux/all.zip, nvd/*.json.gz) to load too, and AlmaLinux's repeated five times:
// threads start, and compile their code, only once for each load.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startJob } from '../../build/feeds/load/start-job.js';
import { openKnowledge } from '../../build/knowledge/open-knowledge.js';
import { almaZip, repeatRecords } from './feed-support.mjs';

// Each feed has a separate process, so that its memory is that of loading only.
async function trial(feed, db, paths) {
  let peak = 0;
  setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 10).unref();
  const knowledge = openKnowledge(db, 1);
  const idle = process.memoryUsage().rss;
  for (const [label, path] of paths) {
    const startedAt = performance.now();
    const cpu = process.cpuUsage();
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
    const ms = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpu);
    const { ranges, records } = knowledge.sqlite
      .prepare('SELECT records, ranges FROM feeds WHERE name = ?')
      .get(feed);
    const cpuMs = (user + system) / 1000;
    console.log(
      `${feed} ${label}: ${records} records, ${ranges} ranges in ${ms.toFixed(0)} ms (CPU ${cpuMs.toFixed(0)} ms): ` +
        `${((ranges / ms) * 1000).toFixed(0)} ranges/s, ${((ranges / cpuMs) * 1000).toFixed(0)}/s of CPU; ` +
        `memory at most ${(peak / 1e6).toFixed(0)} MB, ${(idle / 1e6).toFixed(0)} before`,
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
const runTrial = (feed, paths) =>
  spawnSync(
    process.execPath,
    [process.argv[1], 'trial', JSON.stringify([feed, join(dir, `${++count}.db`), paths])],
    { stdio: 'inherit' },
  );
const saveFile = (name, bytes) => {
  const path = join(dir, name);
  writeFileSync(path, bytes);
  return path;
};
const first = saveFile('first.zip', almaZip(20_000, 13, 0));
const later = saveFile('later.zip', almaZip(20_000, 13, 100));
runTrial('osv-almalinux', [
  ['generated, first', first],
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
    runTrial(feed, [
      [`${file}, first`, join(feeds, file)],
      ['unchanged', join(feeds, file)],
    ]);
}
if (feeds && existsSync(join(feeds, ALMA))) {
  const large = saveFile('large.zip', await repeatRecords(join(feeds, ALMA), 5));
  runTrial('osv-almalinux', [
    [`${ALMA} repeated five times, first`, large],
    ['unchanged', large],
  ]);
}
rmSync(dir, { recursive: true, force: true });
