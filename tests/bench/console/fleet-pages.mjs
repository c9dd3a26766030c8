// Measures the pages about the findings of 10,000 hosts with 150 each: 1,500,000 findings of 12,000 vulnerabilities, 40
// of them on every host. The first ones after a start, unchanged ones, and while findings change; with the longest
// hold-up of the main thread of the service, the CPU time of all its threads for a page (with the pings), and /healthz
// beside it. A separate process asks. Needs `npm run build` and `npm run build:modules`.
// fleet-pages.mjs [text …]: only pages whose URL contains one of the texts. Ends with 1 when a page fails, or has
// another total than plain queries while nothing changes. Missed figures are listed at the end.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { withFleet } from '../fleet-support.mjs';
import { writeTransaction } from '../../../build/database/write-transaction.js';
import { watchHoldUps } from './hold-ups-support.mjs';

const TARGET_MS = 20;
const HOSTS = Number(process.env.HOSTS ?? 10_000);
const FACTS = 36_000;
const COMMON = 'CVE-2024-000001'; // on every host
const SORTS = ['severity', 'cvss_score', 'epss', 'first_seen', 'last_seen', 'host', 'package'];
const FILTERS = [
  'page=100',
  'limit=1000',
  'severity=high',
  'kev=true',
  'package=source-7-1',
  'accepted=false',
  'accepted=true',
  'unimportant=true',
  'q=hole',
  'fixable=true',
  'epss_min=0.5',
  'host_id=7',
  'group_id=1',
  'group_id=1&severity=high&q=source-1',
];
const PAGES = [
  '/vulnerabilities',
  ...FILTERS.map((filter) => `/vulnerabilities?${filter}`),
  ...SORTS.map((sort) => `/vulnerabilities?sort=${sort}`),
  `/vulnerabilities/${COMMON}/findings`,
  `/vulnerabilities/${COMMON}/findings?limit=1000`,
  `/vulnerabilities/${COMMON}/findings?page=150`,
  ...SORTS.map((sort) => `/vulnerabilities/${COMMON}/findings?sort=${sort}`),
  `/vulnerabilities/${COMMON}`,
  '/summary',
  '/summary?since=0',
  '/history',
  '/remediations',
  '/remediations?limit=1000',
  '/remediations?page=100',
  '/remediations?severity=critical',
  '/remediations?host_id=7',
  '/remediations?group_id=1',
];
const asked = process.argv.slice(2);
const isAsked = (page) => asked.length === 0 || asked.some((text) => page.includes(text));
const pages = PAGES.filter(isAsked);

const client = fork(new URL('pages-client-support.mjs', import.meta.url));
await once(client, 'message');
const holdUps = watchHoldUps();
let failures = 0;
const missed = [];

await withFleet(
  { hosts: HOSTS, findings: 150, facts: FACTS, perVulnerability: 3, common: 40, pause: 0 },
  async ({ ctx, url, token }) => {
    seed(ctx.database.sqlite);
    const measure = async (page, rounds) => {
      holdUps.take();
      const before = process.cpuUsage();
      client.send({ url: url + page, token, rounds, ping: `${url}/healthz` });
      const [answer] = await once(client, 'message');
      const { user, system } = process.cpuUsage(before);
      return { page, ...answer, cpu: (user + system) / 1e3 / rounds, held: holdUps.take() };
    };
    const section = async (title, list, rounds, expected = () => undefined) => {
      console.log(`\n${title}`.padEnd(53), 'median    max   /healthz p99    CPU   held (own)  ms');
      for (const page of list) {
        const measured = await measure(page, rounds);
        print(title, measured, rounds > 1);
        check(measured, expected(page));
      }
    };
    await section('first after a start', pages.filter(isFirst), 1);
    // Counted before: the plain queries hold this thread.
    const totalOf = prepareTotals(ctx.database.sqlite);
    const totals = new Map(pages.map((page) => [page, totalOf(page)]));
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await section('the same again', pages, 7, (page) => totals.get(page));
    const stop = changeFindings(ctx);
    await section('while the findings of 500 hosts a second change', pages, 7);
    stop();
    const accept = await acceptCommon(ctx);
    await section('after a risk of all hosts was accepted', pages.filter(isFirst), 1);
    await accept.revoke();
    console.log(`\nRSS ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`);
  },
);
client.disconnect();
console.log(`\n${missed.length} over ${TARGET_MS} ms, ${failures} failed`);
for (const line of missed) console.log(`  ${line}`);
process.exit(failures === 0 ? 0 : 1);

function isFirst(page) {
  return [
    '/vulnerabilities',
    '/summary',
    '/remediations',
    `/vulnerabilities/${COMMON}/findings`,
  ].includes(page);
}

function print(title, { page, times, pings, failure, cpu, held }, isTargeted) {
  if (failure !== undefined) {
    failures += 1;
    console.log(`FAILED ${failure}`);
    return;
  }
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  const p99 = pings.toSorted((a, b) => a - b)[Math.floor(pings.length * 0.99)] ?? 0;
  const isMissed = (isTargeted && median > TARGET_MS) || held.own > TARGET_MS;
  if (isMissed)
    missed.push(`${page} ${median.toFixed(1)} ms, held ${held.own.toFixed(1)} ms: ${title}`);
  const numbers = [median, sorted.at(-1), p99, cpu, held.wall].map((n) => n.toFixed(1).padStart(8));
  console.log(
    `${page.padEnd(52)}${numbers.join(' ')} (${held.own.toFixed(1)})${isMissed ? '  MISSED' : ''}`,
  );
}

/** Counts a failure when a page has another total. */
function check({ page, total, failure }, expected) {
  if (failure !== undefined || expected === undefined || total === expected) return;
  failures += 1;
  console.log(`FAILED ${page}: total ${total}, expected ${expected}`);
}

/** Returns a function that counts what a page lists by a plain query; undefined: it has none. */
function prepareTotals(sqlite) {
  const count = (what, where) =>
    sqlite
      .prepare(
        `SELECT count(${what}) FROM host_findings f JOIN facts k ON k.id = f.fact_id JOIN vulnerabilities v ON v.id = k.vulnerability_id WHERE ${where}`,
      )
      .pluck()
      .get();
  const ofAll = count('DISTINCT v.id', 'true');
  const wheres = {
    'severity=high': "k.severity IN ('critical', 'high')",
    'kev=true': 'v.kev IS NOT NULL',
    'package=source-7-1': "k.package = 'source-7-1'",
    'fixable=true': 'k.fixed_version IS NOT NULL',
    'epss_min=0.5': "json_extract(v.epss, '$.score') >= 0.5",
    'host_id=7': 'f.host_id = 7',
    'group_id=1': 'f.host_id IN (SELECT host_id FROM group_hosts WHERE group_id = 1)',
  };
  return (page) => {
    const [path, query = 'page=1'] = page.split('?');
    if (path === '/summary') return count('*', 'true');
    if (path.startsWith('/vulnerabilities/')) {
      const found = count('*', `v.id = '${COMMON}'`);
      return path.endsWith('/findings') ? found : Math.min(1_000, found);
    }
    if (path !== '/vulnerabilities') return undefined;
    if (/^(page|limit|sort)=/.test(query)) return ofAll;
    return wheres[query] === undefined ? undefined : count('DISTINCT v.id', wheres[query]);
  };
}

/** A group of 500 hosts, and acceptances of each kind. */
function seed(sqlite) {
  sqlite.exec(`INSERT INTO groups (id, name, created_at, updated_at) VALUES (1, 'some', 0, 0);
    INSERT INTO group_hosts (group_id, host_id) SELECT 1, id FROM hosts WHERE id % 20 = 0;
    INSERT INTO acceptances (vulnerability_id, host_id, group_id, package, reason, "by", created_at, began_change)
      SELECT id, iif(cvss_score > 3, NULL, 7), iif(cvss_score < 5, NULL, 1), NULL, 'seeded', 'bench', 0, 1
      FROM vulnerabilities WHERE id > 'CVE-2024-005000' LIMIT 200`);
}

/** Replaces five findings of each of 5 hosts every 10 ms, as a rematch does: in the queue of transactions. */
function changeFindings({ database, vulnerabilities }) {
  const { sqlite } = database;
  const remove = sqlite.prepare(
    'DELETE FROM host_findings WHERE host_id = ? AND fact_id IN (SELECT fact_id FROM host_findings WHERE host_id = ? LIMIT 5 OFFSET 60)',
  );
  // Facts that no host has are removed, with few hosts most of them.
  const add = sqlite.prepare(
    'INSERT OR IGNORE INTO host_findings SELECT ?, id, 5, 5 FROM facts WHERE id >= ? ORDER BY id LIMIT 1',
  );
  const mark = sqlite.prepare('INSERT OR REPLACE INTO finding_changes (host_id) VALUES (?)');
  let host = 0;
  const change = () => {
    for (let i = 0; i < 5; i += 1) {
      host = (host % HOSTS) + 1;
      remove.run(host, host);
      for (let n = 0; n < 5; n += 1) add.run(host, 1 + ((host * 31 + n * 977) % FACTS));
      mark.run(host);
      vulnerabilities.hostChanges.markHost(host);
    }
  };
  const timer = setInterval(() => void writeTransaction(database, change), 10);
  return () => clearInterval(timer);
}

/** Accepts the vulnerability that every host has. */
async function acceptCommon({ database }) {
  const accept = database.sqlite.prepare(
    "INSERT INTO acceptances (vulnerability_id, reason, \"by\", created_at, began_change) VALUES (?, 'common', 'bench', 0, 2)",
  );
  accept.run(COMMON);
  return {
    revoke: async () =>
      void database.sqlite.exec(
        "UPDATE acceptances SET ended_at = 1, ended_change = 3 WHERE reason = 'common'",
      ),
  };
}
