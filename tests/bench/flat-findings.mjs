// Measures pages of the findings of all hosts, of 1,000 and of 10,000 hosts with 150 findings each, with each filter
// and order, over HTTP with complete responses; and the longest event loop delay of the service. `first`: after a
// finding changed. Needs `npm run build`.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { changeFinding, printRow, timesOf, withFleet } from './fleet-support.mjs';

const ROUNDS = 7;
const TARGET_MS = 20;
const DAY = 86_400;
const SORTS = ['severity', 'cvss_score', 'epss', 'first_seen', 'last_seen', 'host', 'package'];
const QUERIES = [
  '',
  '?page=100&limit=100',
  '?limit=1000',
  '?state=open',
  '?state=accepted',
  '?state=new',
  '?state=fixed&limit=100',
  '?severity=high&fixable=true',
  '?kev=true&state=open',
  '?q=hole',
  '?epss_min=0.5',
  '?host_id=7',
  '?since=2020-01-01T00:00:00Z',
  ...SORTS.map((sort) => `?sort=${sort}`),
];

for (const hosts of [1_000, 10_000])
  await withFleet({ hosts, findings: 150, facts: 10_000 }, async ({ ctx, get }) => {
    seedDifferences(ctx.database.sqlite);
    const change = (round) => changeFinding(ctx, 1 + ((round * 997) % hosts));
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    for (const query of QUERIES) {
      const page = () => get(`/findings${query}`);
      delay.reset();
      printRow(`${hosts} hosts: ${query || 'first page'}, first`, await timesOf(3, page, change));
      printRow(`  the same again`, await timesOf(ROUNDS, page), TARGET_MS);
      const held = delay.max / 1e6;
      if (held > TARGET_MS) console.log(`  event loop delay ${held.toFixed(1)} ms  MISSED`);
    }
  });

/** 20 changes of each host in the last 7 days, with a new and a fixed finding each, and 50 acceptances. */
function seedDifferences(sqlite) {
  const now = Math.floor(Date.now() / 1000);
  sqlite.exec(`
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 20)
    INSERT INTO finding_differences (at, host_id, cause, appeared, disappeared)
      SELECT ${now - 6 * DAY} + n * 20000, id, 'target', '[' || (1 + (id * 31 + n) % 9999) || ']', '[' || (1 + (id * 17 + n) % 9999) || ']' FROM hosts, c;
    INSERT INTO acceptances (vulnerability_id, reason, by, created_at, began_change)
      SELECT id, 'test', 'test', 0, 1 FROM vulnerabilities LIMIT 50;
  `);
}
