// Fills a database with a chain of tasks, as the service leaves it after that number of runs. The content is
// deterministic.
import { createHash } from 'node:crypto';

const SEVERITIES = [
  'critical',
  'high',
  'high',
  'medium',
  'medium',
  'medium',
  'low',
  'low',
  'none',
  'unknown',
];
const WORDS = [
  'openssl',
  'curl',
  'bash',
  'glibc',
  'systemd',
  'nginx',
  'openssh',
  'zlib',
  'perl',
  'python3.11',
  'linux',
  'vim',
  'git',
  'expat',
  'libxml2',
  'sqlite3',
];
const START = 1_760_000_000;

/**
 * Returns the id of the template.
 * @param facts number of distinct facts
 * @param pick (task, host) → indexes of the facts of that host, from 0; null: the host is unreachable
 */
export function seedChain(
  dist,
  sqlite,
  encodeIdSet,
  { tasks, hosts, facts, pick, name = 'Bench' },
) {
  const key = (text) => createHash('sha256').update(text).digest().subarray(0, 16);
  const set = sqlite
    .prepare(
      'INSERT INTO number_sets (key, numbers) VALUES (?, ?) ON CONFLICT DO UPDATE SET key = excluded.key RETURNING id',
    )
    .pluck();
  const storeIdSet = (setIds) => {
    const encoded = encodeIdSet(setIds);
    return set.get(key(encoded), encoded);
  };
  return sqlite.transaction(() => {
    const template = sqlite
      .prepare(
        "INSERT INTO templates (name, type, created_at, updated_at) VALUES (?, 'inventory', 1, 1) RETURNING id",
      )
      .pluck()
      .get(name);
    const ids = insertFacts(sqlite, facts, key);
    const packages = sqlite
      .prepare(
        "INSERT INTO packages (key, format, name, version, architecture) VALUES (?, 'dpkg', ?, ?, 'amd64') RETURNING id",
      )
      .pluck();
    const states = ['1.0-1', '1.0-2'].map((version) =>
      storeIdSet([packages.get(key(`${template} ${version}`), `base-${template}`, version)]),
    );
    const host = sqlite
      .prepare(
        'INSERT INTO hosts (ip, ip_key, name, name_key, created_at, updated_at) VALUES (?, ?, ?, ?, 1, 1) RETURNING id',
      )
      .pluck();
    const hostIds = Array.from({ length: hosts }, (_, h) => {
      const ip = `10.${template}.${h >> 8}.${h & 255}`;
      return host.get(ip, key(ip), `host-${h}`, `host-${h}`);
    });
    const task = sqlite
      .prepare(
        "INSERT INTO tasks (templates_id, task_type, status, percent, state, \"trigger\", hosts_total, hosts_done, created_at, updated_at, started_at, finished_at, acceptance_changes) VALUES (?, 'inventory', 'completed', 100, 'Completed', 'schedule', ?, ?, 1, 1, ?, ?, 0) RETURNING id",
      )
      .pluck();
    const outcome = sqlite.prepare(
      'INSERT INTO task_hosts (task_id, host_id, ip, name, outcome, detail) VALUES (?, ?, ?, ?, ?, ?)',
    );
    const result = sqlite.prepare(
      "INSERT INTO task_results (task_id, host_id, kind, observed_at, generation, scopes, state_id, facts_id) VALUES (?, ?, 'packages', ?, 1, '[\"Debian:12\"]', ?, ?)",
    );
    for (let t = 0; t < tasks; t += 1) {
      const at = START + t * 86_400;
      const id = task.get(template, hosts, hosts, at, at + 600);
      for (let h = 0; h < hosts; h += 1) {
        const indexes = pick(t, h);
        outcome.run(
          id,
          hostIds[h],
          `10.${template}.${h >> 8}.${h & 255}`,
          `host-${h}`,
          indexes ? 'done' : 'unreachable',
          indexes ? null : 'The host did not answer.',
        );
        if (indexes)
          result.run(
            id,
            hostIds[h],
            at + 60,
            states[t % 2],
            storeIdSet(indexes.map((i) => ids[i])),
          );
      }
    }
    return template;
  })();
}

function insertFacts(sqlite, count, key) {
  const base = sqlite.prepare('SELECT coalesce(max(id), 0) FROM facts').pluck().get();
  const vulnerability = sqlite.prepare(
    'INSERT OR IGNORE INTO vulnerabilities (id, title, aliases, cvss_score, cvss_vector) VALUES (?, ?, ?, 7.5, ?)',
  );
  const fact = sqlite
    .prepare(
      `INSERT INTO facts (key, origin, vulnerability_id, package, architecture, installed_version, fixed_version, severity, confidence, advisory, advisory_url, feed, basis)
    VALUES (?, 'package', ?, ?, 'amd64', ?, ?, ?, 'confirmed', ?, ?, 'osv-debian', ?) RETURNING id`,
    )
    .pluck();
  const basis = JSON.stringify({
    order: 'dpkg',
    scope: 'Debian:12',
    source: null,
    source_version: null,
    state: 'fixed',
    format: 'dpkg',
  });
  return Array.from({ length: count }, (_, i) => {
    const n = base + i;
    const cve = `CVE-20${10 + (n % 15)}-${1000 + Math.floor(n / 3)}`;
    vulnerability.run(
      cve,
      `A buffer overflow in ${WORDS[n % WORDS.length]} lets a remote attacker run arbitrary code`,
      JSON.stringify([`DSA-${5000 + (n % 900)}-1`]),
      'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    );
    return fact.get(
      key(`fact ${n}`),
      cve,
      `${WORDS[n % WORDS.length]}-${Math.floor(i / 7)}-${base}`,
      `1.${n % 40}-1`,
      n % 9 === 0 ? null : `1.${(n % 40) + 1}-1`,
      SEVERITIES[n % SEVERITIES.length],
      cve,
      `https://security-tracker.debian.org/tracker/${cve}`,
      basis,
    );
  });
}

/** Returns `count` numbers from `first` on, without the excluded ones. */
export const range = (first, count, isExcluded = () => false) =>
  Array.from({ length: count }, (_, i) => first + i).filter((n) => !isExcluded(n));
