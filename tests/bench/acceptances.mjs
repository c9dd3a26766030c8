// Measures the register of acceptances with 10,000 hosts of 30 findings each: lists of findings with and without it,
// its own list, and the import of a VEX document with 10,000 statements. Prints the median of 15 requests, each with
// its target, and the longest event loop delay of the import. Needs `npm run build` and `npm run build:modules`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const dist = new URL('../../build/', import.meta.url);
const TOKEN = 'bench-token-0123456789';
const HOSTS = 10_000;
const VULNERABILITIES = 30;
const ROUNDS = 15;

async function call(method, url, body) {
  const response = await service.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${TOKEN}` },
    ...(body !== undefined && { payload: body }),
  });
  if (response.statusCode >= 300) throw new Error(`${method} ${url}: ${response.body}`);
  return response.statusCode === 204 ? undefined : response.json();
}

async function median(url) {
  const times = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    const before = performance.now();
    await call('GET', url);
    times.push(performance.now() - before);
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1];
}

const row = (name, ms, target) =>
  console.log(`${name.padEnd(64)} ${ms.toFixed(1).padStart(8)} ms   ${target}`);

function seed() {
  const { sqlite } = service.ctx.database;
  const host = sqlite.prepare(
    'INSERT INTO hosts (id, ip, ip_key, name, name_key, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 0, 0)',
  );
  const vulnerability = sqlite.prepare('INSERT INTO vulnerabilities (id, title) VALUES (?, ?)');
  const fact = sqlite.prepare(
    `INSERT INTO facts (id, key, origin, vulnerability_id, package, architecture, installed_version, severity, confidence, advisory, basis)
    VALUES (?, ?, 'package', ?, ?, 'amd64', '1', 'high', 'confirmed', 'A', '{"order":"dpkg","scope":"Debian:12","source":"src","source_version":"1","state":"open","format":"dpkg"}')`,
  );
  const finding = sqlite.prepare('INSERT INTO host_findings VALUES (?, ?, 1, 1)');
  const member = sqlite.prepare('INSERT INTO group_hosts VALUES (1, ?)');
  sqlite.transaction(() => {
    sqlite.exec("INSERT INTO groups (id, name, created_at, updated_at) VALUES (1, 'half', 0, 0)");
    for (let v = 1; v <= VULNERABILITIES; v += 1) {
      vulnerability.run(`CVE-2024-${1000 + v}`, 'A flaw');
      fact.run(v, Buffer.from([v]), `CVE-2024-${1000 + v}`, `p${v}`);
    }
    for (let h = 1; h <= HOSTS; h += 1) {
      const ip = `10.0.${h >> 8}.${h & 255}`;
      host.run(
        h,
        ip,
        Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, 0, h >> 8, h & 255]),
        ip,
        ip,
      );
      for (let v = 1; v <= VULNERABILITIES; v += 1) finding.run(h, v);
      if (h % 2 === 0) member.run(h);
    }
  })();
}

async function accept() {
  for (let v = 1; v <= VULNERABILITIES; v += 1) {
    const body = { vulnerability_id: `CVE-2024-${1000 + v}`, reason: 'Known', package: `p${v}` };
    await call('POST', '/acceptances', { ...body, host_id: v });
    await call('POST', '/acceptances', { ...body, group_id: 1 });
    await call('POST', '/acceptances', { ...body, all_hosts: true });
  }
}

/** 10,000 products of 30 vulnerabilities. */
const vexDocument = () => ({
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://example.org/vex/1',
  author: 'Example Inc.',
  timestamp: '2026-01-01T00:00:00Z',
  version: 1,
  statements: Array.from({ length: 10_000 }, (_, i) => ({
    vulnerability: { name: `CVE-2024-${1001 + (i % VULNERABILITIES)}` },
    products: [{ '@id': `pkg:deb/debian/x${i}${i % 2 === 0 ? '?arch=source' : ''}` }],
    status: 'not_affected',
    justification: 'vulnerable_code_not_present',
  })),
});

async function measureLists(when, target) {
  row(`GET /hosts/1/vulnerabilities, ${when}`, await median('/hosts/1/vulnerabilities'), target);
  row(`GET /vulnerabilities, ${when}`, await median('/vulnerabilities'), target);
}

async function measure() {
  seed();
  await measureLists('no acceptances', '');
  await accept();
  await measureLists('90 acceptances', 'as without');
  row('GET /acceptances, 50 of 90', await median('/acceptances'), '≤ 50 ms');
  row(
    'GET /vulnerabilities?accepted=false, 90 acceptances',
    await median('/vulnerabilities?accepted=false'),
    '',
  );
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const before = performance.now();
  await call('POST', '/vex', vexDocument());
  row('POST /vex, 10,000 statements', performance.now() - before, '');
  delay.disable();
  row('longest event loop delay meanwhile', delay.max / 1e6, '≤ 150 ms');
  await measureLists('10,090 acceptances', 'as without');
  row('GET /acceptances, 50 of 10,090', await median('/acceptances'), '≤ 50 ms');
}

const [{ openService }, { readConfig }] = await Promise.all(
  ['service.js', 'config.js'].map((f) => import(new URL(f, dist))),
);
const dir = mkdtempSync(join(tmpdir(), 'hostwarden-bench-'));
const env = { API_TOKEN: TOKEN, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error', DATA_DIR: dir };
const service = await openService(readConfig({}, { env, cwd: dir, uid: 1000 }));
try {
  await measure();
} finally {
  await service.close();
  rmSync(dir, { recursive: true, force: true });
}
