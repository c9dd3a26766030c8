// 10,000 schedules due at one second: time in SQLite, and the longest stall of the event loop.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';

const dist = new URL(`${process.env.BENCH_DIST ?? '../../build'}/`, import.meta.url);
const { openDatabase } = await import(new URL('database/database.js', dist));
const { createTicker } = await import(new URL('schedules/schedules.tick.js', dist));
const { createStartTasks } = await import(new URL('tasks/tasks.start.js', dist));

const COUNT = 10_000;
const ROUNDS = 5;
const START = 1_767_225_600; // 2026-01-01T00:00:00Z
const log = {
  error: ({ err }) => {
    throw err;
  },
};

const table = new Table({
  head: [
    '10,000 due at once',
    'SQLite, ms',
    'arithmetic and rest, ms',
    'total, ms',
    'longest stall, ms',
    'started',
  ],
});
for (const [name, unit, seconds] of [
  ['every minute', 1, 60],
  ['every day, Europe/Berlin', 3, 86_400],
]) {
  const rounds = [];
  for (let i = 0; i < ROUNDS; i += 1) rounds.push(await round(unit, seconds));
  const median = (key) => rounds.map((r) => r[key]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  table.push([
    name,
    ...['sqlite', 'rest', 'all', 'stall'].map((key) => median(key).toFixed(1)),
    median('started'),
  ]);
}
console.log(`${table}\nlimits: SQLite 100 ms, longest stall 20 ms; medians of ${ROUNDS}`);

async function round(unit, seconds) {
  const folder = mkdtempSync(join(tmpdir(), 'hostwarden-bench-'));
  const database = openDatabase(join(folder, 'bench.db'), START);
  try {
    fill(database.sqlite, unit, START + seconds);
    const spent = timeStatements(database.sqlite);
    const clock = { now: () => START + seconds, monotonicMs: () => performance.now() };
    const ticker = createTicker({
      database,
      clock,
      zone: 'Europe/Berlin',
      startTasks: createStartTasks(database.sqlite, 65_536),
      wake: () => {},
      log,
    });
    await ticker.tick(START + 1); // the first tick plans every schedule
    spent.ms = 0;
    const stalls = watchStalls();
    const before = performance.now();
    await ticker.tick(START + seconds);
    const all = performance.now() - before;
    const { n: started } = database.sqlite.prepare('SELECT count(*) AS n FROM tasks').get();
    return { sqlite: spent.ms, rest: all - spent.ms, all, stall: await stalls.longest(), started };
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function fill(sqlite, unit, due) {
  sqlite.transaction(() => {
    sqlite.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${COUNT})
      INSERT INTO hosts (ip, ip_key, name, name_key, created_at, updated_at) SELECT '10.0.' || (i / 256) || '.' || (i % 256), randomblob(16), 'h' || i, 'h' || i, ${START}, ${START} FROM n`);
    sqlite.exec(
      `INSERT INTO templates (name, type, params, created_at, updated_at) SELECT 't' || id, 'pentest', '{"ports":["22","80"]}', ${START}, ${START} FROM hosts`,
    );
    sqlite.exec('INSERT INTO template_hosts (template_id, host_id) SELECT id, id FROM hosts');
    sqlite.exec(
      `INSERT INTO schedules (template_id, unit, recurrence, start_time, enabled, scheduled_time) SELECT id, ${unit}, 1, ${START} - ${due - START} * (id % 60), 1, ${due} FROM templates`,
    );
  })();
}

/** Sums the time inside SQLite: statements that are prepared from here on, and commits. */
function timeStatements(sqlite) {
  const spent = { ms: 0 };
  const timed = (object, method) => {
    const original = object[method].bind(object);
    object[method] = (...args) => {
      const before = performance.now();
      try {
        return original(...args);
      } finally {
        spent.ms += performance.now() - before;
      }
    };
  };
  const prepare = sqlite.prepare.bind(sqlite);
  sqlite.prepare = (sql) => {
    const statement = prepare(sql);
    for (const method of ['run', 'all', 'get']) timed(statement, method);
    return statement;
  };
  sqlite.transaction = (work) => ({
    immediate: () => {
      const begin = sqlite.prepare('BEGIN IMMEDIATE');
      const commit = sqlite.prepare('COMMIT');
      begin.run();
      const result = work();
      commit.run();
      return result;
    },
  });
  return spent;
}

/** Measures the longest time between two ticks of the event loop. */
function watchStalls() {
  let last = performance.now();
  let longest = 0;
  let isOn = true;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (isOn) setImmediate(tick);
  };
  setImmediate(tick);
  return {
    longest: () =>
      new Promise((resolve) =>
        setImmediate(() => {
          isOn = false;
          resolve(longest);
        }),
      ),
  };
}
