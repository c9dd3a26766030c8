// Measures the summary of a fleet of 10,000 hosts with 100 findings each, over HTTP with complete responses: the first
// one, unchanged, and after changes; and the longest event loop delay of the service. Needs `npm run build`.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { printRow, timesOf, withFleet } from './fleet-support.mjs';

const ROUNDS = 21;
const TARGET_MS = 20;

await withFleet({ hosts: 10_000, findings: 100 }, async ({ ctx, get }) => {
  const { database, vulnerabilities, clock } = ctx;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const summary = () => get('/summary');
  printRow('summary: first', await timesOf(1, summary));
  console.log(`longest event loop delay meanwhile: ${(delay.max / 1e6).toFixed(1)} ms`);
  delay.reset();
  printRow('summary: unchanged', await timesOf(ROUNDS, summary, () => undefined), TARGET_MS);
  const touch = () => database.sqlite.exec('UPDATE hosts SET last_seen = last_seen WHERE id = 1');
  printRow('summary: after a write elsewhere', await timesOf(ROUNDS, summary, touch), TARGET_MS);
  const change = (i) =>
    database.sqlite.transaction(() => vulnerabilities.matchHost(i + 1, clock.now(), clock.now()))();
  printRow(
    'summary: after the findings of a host changed',
    await timesOf(ROUNDS, summary, change),
    TARGET_MS,
  );
  const list = '/hosts?limit=100';
  printRow('hosts: a page by id', await timesOf(ROUNDS, () => get(list), touch));
  printRow(
    'hosts: a page by id, with risk',
    await timesOf(ROUNDS, () => get(`${list}&include=risk`), touch),
  );
  printRow(
    'hosts: a page by risk, with risk',
    await timesOf(ROUNDS, () => get(`${list}&include=risk&sort=risk`), touch),
  );
  printRow('remediations: a page', await timesOf(ROUNDS, () => get('/remediations'), touch));
  printRow(
    'vulnerabilities: what was not checked',
    await timesOf(ROUNDS, () => ctx.fleet.ask('coverage', {}), touch),
  );
  console.log(`longest event loop delay meanwhile: ${(delay.max / 1e6).toFixed(1)} ms`);
});
