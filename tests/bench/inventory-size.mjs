// The size of stored inventories: 10,000 hosts with 600 packages, and 300 hosts that share one list of 900. Both
// include
// the raw sections of the last two reports.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import { addHosts, fleet } from './inventory-support.mjs';

const dist = new URL(`${process.env.BENCH_DIST ?? '../../build'}/`, import.meta.url);
const { openDatabase } = await import(new URL('database/database.js', dist));
const { createInventories } = await import(new URL('inventory/inventories.service.js', dist));

const HOSTS = Number(process.env.BENCH_HOSTS ?? 10_000);
const NOW = 1_790_000_000;
const MB = 1e6;

const awake = setInterval(() => undefined, 1000); // the worker thread does not keep the process alive
const table = new Table({
  head: [
    'fleet',
    'MB, one report each',
    'MB, two reports, 10 % changed',
    'limit, MB',
    'distinct packages',
    's',
  ],
});
const reportOf = fleet();
const shared = fleet({ kinds: 1, packages: 900, names: 900 });
table.push(await measure(`${HOSTS} hosts, 600 packages`, HOSTS, reportOf, 300));
table.push(
  await measure(
    '300 hosts, one list of 900',
    300,
    (host, day) => ({ ...reportOf(host, day), rpm: '', dpkg: shared(0, day).dpkg }),
    10,
  ),
);
console.log(`${table}`);
clearInterval(awake);

async function measure(name, hosts, report, limit) {
  const folder = mkdtempSync(join(tmpdir(), 'hostwarden-bench-'));
  const file = join(folder, 'bench.db');
  const database = openDatabase(file, NOW);
  const inventories = createInventories({
    database,
    clock: { now: () => NOW },
    log: {
      error: (e) => {
        throw e.err;
      },
    },
    isClosing: () => false,
    vulnerabilities: {
      stateOf: () => undefined,
      whenMatched: async () => undefined,
      matchHost() {
        /* sizes of inventories, not of findings */
      },
    },
  });
  const started = performance.now();
  try {
    const ids = addHosts(database, hosts, NOW);
    const sizes = [];
    for (const day of [0, 1]) {
      for (const id of ids)
        await inventories.storeReport(
          id,
          { ...report(id, day), uptime: `${day}${id}.10 1.0\n` },
          { source: 'agent' },
        );
      database.sqlite.pragma('wal_checkpoint(TRUNCATE)');
      sizes.push((statSync(file).size / MB).toFixed(1));
    }
    if (process.env.BENCH_TABLES)
      for (const r of database.sqlite
        .prepare(
          'SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT 9',
        )
        .all())
        console.log(`${r.name} ${(r.bytes / MB).toFixed(1)} MB`);
    const distinct = database.sqlite.prepare('SELECT count(*) FROM packages').pluck().get();
    return [name, ...sizes, limit, distinct, ((performance.now() - started) / 1000).toFixed(0)];
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
