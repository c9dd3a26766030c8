// Opens the compiled service on a fleet with findings, inventories and services, filled directly. The content is
// deterministic.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = new URL('../../build/', import.meta.url);
const TOKEN = 'bench-token-0123456789';
const SEVERITIES = ['critical', 'high', 'high', 'medium', 'medium', 'medium', 'low', 'low'];
const NOW = 1_790_000_000;
const FACTS_PER_SOURCE = 4;

const THREAD_START_MS = 2_000;

/**
 * Calls `work` with a service of `hosts` hosts with `findings` findings each, and removes it. Another process fills the
 * database and stores the sums of the hosts, so that the first answers are those after a restart, and this one has no
 * garbage of it. `pause`: until the threads have started. `facts`: their number; `perVulnerability`: how many facts are
 * about one; `common`: how many findings all hosts share.
 */
export async function withFleet({ pause = THREAD_START_MS, ...sizes }, work) {
  const dir = mkdtempSync(join(tmpdir(), 'hostwarden-bench-'));
  const seed = new URL('fleet-seed-support.mjs', import.meta.url);
  let service;
  try {
    execFileSync(process.execPath, [fileURLToPath(seed), dir, JSON.stringify(sizes)], {
      stdio: 'inherit',
    });
    service = await openFleet(dir);
    service.ctx.fleet.begin();
    await new Promise((resolve) => setTimeout(resolve, pause));
    const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const get = async (path) => {
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${TOKEN}` } });
      if (response.status !== 200)
        throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.json();
    };
    await work({ ...service, get, url, token: TOKEN });
  } finally {
    await service?.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Opens the service of a data directory. */
export async function openFleet(dir) {
  const [{ openService }, { readConfig }] = await Promise.all(
    ['service.js', 'config.js'].map((f) => import(new URL(f, dist))),
  );
  const env = { API_TOKEN: TOKEN, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error', DATA_DIR: dir };
  return openService(readConfig({}, { env, cwd: dir, uid: 1000 }));
}

/**
 * Fills a database as `withFleet` does. `rules`: the current version of the rules; with another one, the next start
 * matches the hosts again, with no data.
 */
export function seedFleet(
  sqlite,
  { hosts, findings, facts = 40_000, perVulnerability = 1, common = 0, rules },
) {
  const key = (text) => createHash('sha256').update(text).digest().subarray(0, 16);
  const vulnerability = sqlite.prepare(
    'INSERT INTO vulnerabilities (id, title, cvss_score, epss, kev) VALUES (?, ?, ?, ?, ?)',
  );
  const fact = sqlite.prepare(
    `INSERT INTO facts (id, key, origin, vulnerability_id, package, architecture, installed_version, fixed_version, severity, confidence, advisory, feed, basis)
     VALUES (?, ?, 'package', ?, ?, 'amd64', '1.2-3', ?, ?, 'confirmed', ?, 'osv-debian', ?)`,
  );
  const host = sqlite.prepare(
    "INSERT INTO hosts (id, ip, ip_key, name, name_key, status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 'online', 0, 0)",
  );
  const inventory = sqlite.prepare(
    "INSERT INTO inventories (host_id, report_id, collected_at, full_os_name, packages_count, warnings, scopes) VALUES (?, 1, 0, 'Debian GNU/Linux 12', 400, '[]', ?)",
  );
  const match = sqlite.prepare(
    "INSERT INTO host_match_states (host_id, generation, rules, state, read_at) VALUES (?, 0, ?, x'00', 0)",
  );
  const service = sqlite.prepare(
    "INSERT INTO services (host_id, port, transport, state, details, confidence, first_seen, last_seen) VALUES (?, ?, 'tcp', 'open', '{}', 'confirmed', 0, 0)",
  );
  const finding = sqlite.prepare('INSERT INTO host_findings VALUES (?, ?, 0, 0)');
  sqlite.transaction(() => {
    for (let i = 1; i <= facts; i += 1) {
      const number = Math.ceil(i / perVulnerability);
      const id = `CVE-2024-${String(number).padStart(6, '0')}`;
      const epss = JSON.stringify({ score: (number % 97) / 100, percentile: null, date: null });
      const kev =
        number % 500 === 0
          ? JSON.stringify({ date_added: '2024-05-01', due_date: null, ransomware: false })
          : null;
      if ((i - 1) % perVulnerability === 0)
        vulnerability.run(id, `Hole ${number}`, 1 + (number % 90) / 10, epss, kev);
      const source = `source-${Math.floor(i / FACTS_PER_SOURCE)}`;
      const basis = {
        order: 'dpkg',
        scope: 'Debian:12',
        source,
        source_version: '1.2-3',
        state: 'fixed',
        format: 'dpkg',
      };
      fact.run(
        i,
        key(`${i}`),
        id,
        `${source}-${i % 2}`,
        i % 7 === 0 ? null : '1.2-4',
        SEVERITIES[i % SEVERITIES.length],
        id,
        JSON.stringify(basis),
      );
    }
    for (let h = 1; h <= hosts; h += 1) {
      const ip = `10.${h >> 16}.${(h >> 8) & 255}.${h & 255}`;
      host.run(h, ip, Buffer.alloc(16), `host-${h}`, `host-${h}`);
      inventory.run(h, JSON.stringify([h % 10 === 0 ? 'Debian:10' : 'Debian:12']));
      match.run(h, rules);
      for (const port of [22, 80, 443]) service.run(h, port);
      const first = (h * 7919) % facts;
      const some = new Set();
      for (let n = 0; n < common; n += 1) some.add(1 + ((n * 251) % facts));
      for (let n = 0; some.size < findings; n += 1) some.add(1 + ((first + n * 3) % facts));
      for (const id of some) finding.run(h, id);
    }
    sqlite.exec('INSERT INTO finding_changes (host_id) SELECT id FROM hosts');
    sqlite
      .prepare("INSERT INTO finding_days VALUES (?, 0, 'target', 10, 20)")
      .run(Math.floor(NOW / 86_400));
  })();
}

/** Changes when a finding of a host was first seen, as the service would record it. */
export function changeFinding({ database: { sqlite }, vulnerabilities }, host) {
  sqlite.transaction(() => {
    sqlite
      .prepare(
        'UPDATE host_findings SET first_seen = first_seen + 1 WHERE host_id = ? AND fact_id = (SELECT min(fact_id) FROM host_findings WHERE host_id = ?)',
      )
      .run(host, host);
    sqlite.prepare('INSERT OR REPLACE INTO finding_changes (host_id) VALUES (?)').run(host);
    vulnerabilities.hostChanges.markHost(host);
  })();
}

/** Returns the times of `rounds` calls in ms, ascending. `before` is called before each, and not measured. */
export async function timesOf(rounds, call, before = () => undefined) {
  const times = [];
  for (let i = 0; i < rounds; i += 1) {
    await before(i);
    const start = performance.now();
    await call(i);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}

export const printRow = (what, times, target) => {
  const median = times[Math.floor(times.length / 2)];
  const limit =
    target === undefined ? '' : `  target ${target} ms${median > target ? '  MISSED' : ''}`;
  console.log(
    `${what.padEnd(52)} best ${times[0].toFixed(1).padStart(7)} ms  median ${median.toFixed(1).padStart(7)} ms${limit}`,
  );
};
