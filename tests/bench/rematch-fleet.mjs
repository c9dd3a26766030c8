// A fleet with 600 packages per host, matched with 200,000 ranges: its distinct packages without writes, one host warm,
// and the whole fleet with findings written, first from nothing and then after an update of one range in a hundred; and
// compared with the stored findings. Also measures how long the main thread is blocked.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Table from 'cli-table3';

const dist = new URL(`${process.env.BENCH_DIST ?? '../../build'}/`, import.meta.url);
const load = (file) => import(new URL(file, dist));
const [
  { openDatabase },
  { openSqlite },
  { openKnowledge },
  { createMatcher },
  { createVulnerabilities },
  { versionKey },
  { createRematch },
] = await Promise.all(
  [
    'database/database.js',
    'database/sqlite.js',
    'knowledge/open-knowledge.js',
    'vulnerabilities/matching/matcher.js',
    'vulnerabilities/create-vulnerabilities.js',
    'versions/keys.js',
    'vulnerabilities/rematch/start-worker.js',
  ].map(load),
);
const HOSTS = Number(process.env.BENCH_HOSTS ?? 1000);
const RANGES = 200_000;
const NAMES = 4000;
const VERSIONS = 10;
const PACKAGES = 600;
const CURRENT = Number.MAX_SAFE_INTEGER;
let seed = 1;
function random(n) {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % n;
}

const folder = mkdtempSync(join(tmpdir(), 'hostwarden-bench-'));
try {
  const file = join(folder, 'knowledge.db');
  openKnowledge(file, 0).close();
  fillKnowledge(file);
  const database = openDatabase(join(folder, 'hostwarden.db'), 0);
  const lists = fillFleet(database.sqlite);
  const knowledge = openKnowledge(file, 0);
  const matcher = createMatcher(knowledge);
  const clock = { now: () => 1_790_000_000, monotonicMs: () => performance.now() };
  const log = {
    info: () => undefined,
    error: (e, text) => {
      throw e.err ?? new Error(text);
    },
  };
  const vulnerabilities = createVulnerabilities({
    database,
    knowledge,
    matcher,
    clock,
    log,
    checkInfo: () => null,
  });
  const table = new Table({ head: ['', 'seconds', 'main thread blocked at most, ms'] });
  const distinct = database.sqlite
    .prepare(
      'SELECT format, name, version, architecture, source, source_version, module FROM packages',
    )
    .all();
  const matched = await timed(() =>
    matcher.matchPackages(['Debian:12'], distinct).reduce((n, found) => n + found.length, 0),
  );
  table.push([
    `${distinct.length} distinct packages of ${HOSTS} hosts, ${matched.value} matches, no writes`,
    matched.seconds,
    '',
  ]);
  const again = await timed(() => matcher.matchPackages(['Debian:12'], distinct).length);
  table.push(['the same again', again.seconds, '']);
  const host = lists[0].map((id) => distinct[id - 1]);
  const warm = await timed(() => {
    for (let n = 0; n < 20; n += 1) matcher.matchPackages(['Debian:12'], host);
  });
  table.push(['one host, warm (mean of 20)', (warm.seconds / 20).toFixed(5), '']);
  const files = { database: database.sqlite.name, knowledge: file };
  const computed = await timed(() => createRematch()(files, async () => true));
  table.push([
    `${HOSTS} hosts matched in the worker, no writes`,
    computed.seconds,
    computed.longest,
  ]);
  const first = await timed(() => vulnerabilities.rematchFleet());
  const count = () => database.sqlite.prepare('SELECT count(*) FROM host_findings').pluck().get();
  table.push([`rematch of the fleet, ${count()} findings written`, first.seconds, first.longest]);
  change(file);
  const second = await timed(() => vulnerabilities.rematchFleet());
  table.push(['rematch after a change of 1 % of the ranges', second.seconds, second.longest]);
  deleteHistory(file);
  const whole = await timed(() => createRematch()(files, async () => true));
  table.push([
    `${HOSTS} hosts matched again in the worker and compared with stored findings, no writes`,
    whole.seconds,
    whole.longest,
  ]);
  console.log(table.toString());
  knowledge.close();
  await database.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function timed(work) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  await new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
  delay.reset();
  const value = await work();
  const seconds = ((performance.now() - start) / 1000).toFixed(3);
  await new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
  delay.disable();
  return { value, seconds, longest: (delay.max / 1e6).toFixed(0) };
}

// Like a distribution's data: most ranges are fixed in versions that all hosts have.
function fillKnowledge(path) {
  const sqlite = openSqlite(path);
  const keys = Array.from({ length: 200 }, (_, v) => versionKey('dpkg', `1.${v}-1`));
  const advisory = sqlite.prepare(
    "INSERT INTO advisories (feed, part, name, digest, since, \"until\", rank, vulnerabilities, aliases, title, severity, url) VALUES ('osv-debian', '', ?, zeroblob(16), 1, ?, 1, ?, '[]', ?, 'high', NULL)",
  );
  const about = sqlite.prepare('INSERT INTO advisory_vulnerabilities VALUES (?, ?)');
  const place = sqlite.prepare(
    "INSERT INTO affected_packages (scope, kind, name) VALUES ('Debian:12', 'source', ?)",
  );
  const range = sqlite.prepare(
    'INSERT INTO ranges (advisory_id, affected_package_id, since, "until", rank, vulnerability, lower, upper, fixed, state, hidden) VALUES (?, ?, 1, ?, 1, ?, x\'\', ?, ?, ?, 0)',
  );
  sqlite.transaction(() => {
    sqlite.exec("INSERT INTO generations (feed, version, at) VALUES ('osv-debian', 'v1', 0)");
    const ids = Array.from({ length: NAMES }, (_, n) =>
      Number(place.run(`source-${n}`).lastInsertRowid),
    );
    for (let n = 0; n < RANGES; n += 1) {
      const cve = `CVE-2024-${10_000 + n}`;
      const id = advisory.run(
        `DEBIAN-${cve}`,
        CURRENT,
        JSON.stringify([cve]),
        `Hole ${n}`,
      ).lastInsertRowid;
      about.run(cve, id);
      const fixed = random(1000) < 995 ? random(random(100) < 99 ? 140 : 150) : null;
      range.run(
        id,
        ids[random(NAMES)],
        CURRENT,
        cve,
        fixed === null ? Buffer.from([255]) : keys[fixed],
        fixed === null ? null : `1.${fixed}-1`,
        fixed === null ? 'open' : 'fixed',
      );
    }
  })();
  sqlite.close();
}

function change(path) {
  const sqlite = openSqlite(path);
  sqlite.transaction(() => {
    sqlite.exec("INSERT INTO generations (feed, version, at) VALUES ('osv-debian', 'v2', 0)");
    sqlite.exec('UPDATE ranges SET "until" = 2 WHERE id % 100 = 0');
  })();
  sqlite.close();
}

// Deletes the history: all packages of each host are matched and compared.
function deleteHistory(path) {
  const sqlite = openSqlite(path);
  sqlite.transaction(() => {
    sqlite.exec("INSERT INTO generations (feed, version, at) VALUES ('osv-debian', 'v3', 0)");
    sqlite.exec("UPDATE counters SET value = 3 WHERE name = 'oldest_generation'");
  })();
  sqlite.close();
}

function fillFleet(sqlite) {
  const lists = [];
  const host = sqlite.prepare(
    'INSERT INTO hosts (ip, ip_key, name, name_key, created_at, updated_at) VALUES (?, ?, ?, ?, 0, 0)',
  );
  const inventory = sqlite.prepare(
    "INSERT INTO inventories (host_id, report_id, collected_at, running_kernel, packages_count, warnings, scopes) VALUES (?, 1, 0, '6.1.0', 600, '[]', '[\"Debian:12\"]')",
  );
  const pkg = sqlite.prepare(
    "INSERT INTO packages (id, key, format, name, version, architecture, source, source_version) VALUES (?, randomblob(16), 'dpkg', ?, ?, 'amd64', ?, ?)",
  );
  const link = sqlite.prepare(
    'INSERT INTO host_packages (host_id, package_id, installed_at) VALUES (?, ?, NULL)',
  );
  sqlite.transaction(() => {
    for (let n = 0; n < NAMES; n += 1)
      for (let v = 0; v < VERSIONS; v += 1)
        pkg.run(
          n * VERSIONS + v + 1,
          `package-${n}`,
          `1.${140 + v}-1`,
          `source-${n}`,
          `1.${140 + v}-1`,
        );
    for (let h = 1; h <= HOSTS; h += 1) {
      const id = host.run(
        `10.${h >> 16}.${(h >> 8) & 255}.${h & 255}`,
        Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, h >> 16, (h >> 8) & 255, h & 255]),
        `h${h}`,
        `h${h}`,
      ).lastInsertRowid;
      inventory.run(id);
      const from = random(NAMES);
      const list = Array.from(
        { length: PACKAGES },
        (_, i) => ((from + i * 3) % NAMES) * VERSIONS + random(VERSIONS) + 1,
      );
      for (const p of new Set(list)) link.run(id, p);
      lists.push([...new Set(list)]);
    }
  })();
  return lists;
}
