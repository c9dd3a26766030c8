// Measures pages of the vulnerabilities of 1,000 and of 10,000 hosts with 150 findings each, of 10,000 different
// vulnerabilities, with each filter and order, over HTTP with complete responses; and the longest event loop delay of
// the service. `first`: after a finding changed. Needs `npm run build`.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { changeFinding, printRow, timesOf, withFleet } from './fleet-support.mjs';

const ROUNDS = 7;
const TARGET_MS = 20;
const SORTS = ['severity', 'cvss_score', 'epss', 'first_seen', 'last_seen', 'host', 'package'];
const QUERIES = [
  '',
  '?page=100',
  '?limit=1000',
  '?severity=high',
  '?kev=true',
  '?package=source-7-1',
  '?accepted=false',
  '?unimportant=true',
  '?q=hole',
  '?fixable=true',
  '?epss_min=0.5',
  '?host_id=7',
  ...SORTS.map((sort) => `?sort=${sort}`),
];

for (const hosts of [1_000, 10_000])
  await withFleet({ hosts, findings: 150, facts: 10_000 }, async ({ ctx, get }) => {
    const change = (round) => changeFinding(ctx, 1 + ((round * 997) % hosts));
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    for (const query of QUERIES) {
      const page = () => get(`/vulnerabilities${query}`);
      delay.reset();
      printRow(`${hosts} hosts: ${query || 'first page'}, first`, await timesOf(3, page, change));
      printRow(`  the same again`, await timesOf(ROUNDS, page), TARGET_MS);
      const held = delay.max / 1e6;
      if (held > TARGET_MS) console.log(`  event loop delay ${held.toFixed(1)} ms  MISSED`);
    }
  });
