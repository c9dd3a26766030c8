// kill.mjs [--rounds 200] [--seed N]: kill -9 at random moments while hosts are created in bulk, scans run and
// schedules fire. Afterwards: no acknowledged write is lost, no request is half done, no task runs indefinitely,
// no due start fired twice. Starts its own service on loopback and scans 127.0.0.1 only.
// Needs `npm run build` and `npm run build:modules`.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSqlite } from '../../build/database/sqlite.js';
import { call, startService } from './support/service.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
});
const rounds = Number(values.rounds);
let state = Number(values.seed) || 1;
/** A Lehmer generator: a run can be repeated with its seed. */
function random() {
  state = (state * 48271) % 2147483647;
  return state / 2147483647;
}
const BULK = 250;
const dir = mkdtempSync(join(tmpdir(), 'hostwarden-chaos-'));
const acknowledged = {
  bulks: new Set(),
  tasks: new Set(),
  templates: new Set(),
  groups: new Set(),
};
let bulks = 0;

// Each records a write only after the service acknowledged it.
const work = {
  async hosts(url) {
    const n = ++bulks;
    const hosts = Array.from({ length: BULK }, (_, i) => ({
      current_ip: `10.${(n >> 8) & 255}.${n & 255}.${i + 1}`,
      hostname: `bulk-${n}-${i}`,
    }));
    await call(url, 'POST', '/hosts', hosts);
    acknowledged.bulks.add(n);
  },
  async schedule(url, local, port) {
    const due = Math.floor(Date.now() / 1000) + 1 + Math.floor(random() * 3);
    const { data } = await call(url, 'POST', '/api/v1/templates/', {
      shares_name: true,
      name: `s${random()}`,
      type: 'pentest',
      hosts: [local],
      params: { ports: [String(port)], speed: '5' },
      enabled: false,
      schedule: { type: 1, recurrence: 1, startTime: due, endTime: due + 61 },
    });
    acknowledged.templates.add(data.id);
  },
  async run(url, local, port) {
    const { data: template } = await call(url, 'POST', '/api/v1/templates/', {
      shares_name: true,
      name: 'r',
      type: 'pentest',
      hosts: [local],
      params: { ports: [String(port), '1-2000'], speed: '5' },
      enabled: false,
    });
    const { data: task } = await call(url, 'POST', `/api/v1/templates/${template.id}`);
    acknowledged.tasks.add(task.id);
  },
  async group(url, local) {
    const { data } = await call(url, 'POST', '/groups', {
      name: `g${random()}`,
      host_ids: [local],
    });
    acknowledged.groups.add(data.id);
  },
};

const faults = [];
const expect = (ok, text) => {
  if (!ok) faults.push(text);
};

function verify() {
  const db = openSqlite(join(dir, 'hostwarden.db'), { readonly: true });
  const ids = (table) => new Set(db.prepare(`SELECT id FROM ${table}`).pluck().all());
  const missing = (recorded, table) => {
    const stored = ids(table);
    for (const id of recorded)
      expect(stored.has(id), `${table} ${id} was acknowledged and is missing`);
  };
  missing(acknowledged.tasks, 'tasks');
  missing(acknowledged.templates, 'templates');
  missing(acknowledged.groups, 'groups');
  const bulkSizes = new Map(
    db
      .prepare(
        "SELECT CAST(substr(name, 6) AS INTEGER), count(*) FROM hosts WHERE name GLOB 'bulk-*' GROUP BY 1",
      )
      .raw()
      .all(),
  );
  for (let n = 1; n <= bulks; n++) {
    const count = bulkSizes.get(n) ?? 0;
    expect(
      count === BULK || (count === 0 && !acknowledged.bulks.has(n)),
      `bulk ${n} has ${count} of ${BULK} hosts${acknowledged.bulks.has(n) ? ', and was acknowledged' : ''}`,
    );
  }
  expect(
    db
      .prepare(
        'SELECT (SELECT coalesce(sum(hosts), 0) FROM host_blocks) <> (SELECT count(*) FROM hosts)',
      )
      .pluck()
      .get() === 0,
    'the host counter is wrong',
  );
  const twice = db
    .prepare(
      'SELECT templates_id, scheduled_for, count(*) AS n FROM tasks WHERE scheduled_for IS NOT NULL GROUP BY 1, 2 HAVING n > 1',
    )
    .all();
  expect(twice.length === 0, `fired twice: ${JSON.stringify(twice)}`);
  const orphans = db
    .prepare(
      "SELECT count(*) FROM schedule_history h WHERE result = 'started' AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.id = h.task_id AND t.templates_id = h.template_id)",
    )
    .pluck()
    .get();
  expect(orphans === 0, `${orphans} starts are in the history without a task`);
  expect(db.pragma('integrity_check', { simple: true }) === 'ok', 'the database is corrupt');
  const working = db.prepare("SELECT count(*) FROM tasks WHERE status = 'working'").pluck().get();
  const all = db.prepare('SELECT count(*) FROM tasks').pluck().get();
  const crashed = db
    .prepare("SELECT count(*) FROM task_hosts WHERE reason = 'crashed'")
    .pluck()
    .get();
  db.close();
  return { working, all, crashed };
}

const quiet = createServer((s) => s.destroy()).listen(0, '127.0.0.1');
await new Promise((r) => quiet.on('listening', r));
const { port } = quiet.address();
let killed = 0;
try {
  let local;
  for (let round = 1; round <= rounds; round++) {
    const { child, url, exited } = await startService(dir);
    local ??= (await call(url, 'POST', '/hosts', [{ current_ip: '127.0.0.1' }])).data.created[0].id;
    let over = false;
    const loop = async (name) => {
      while (!over)
        await work[name](url, local, port).catch((e) => {
          if (e.answered) faults.push(e.message);
          over = true;
        });
    };
    const loops = Promise.all(Object.keys(work).map(loop));
    await new Promise((r) => setTimeout(r, random() * 1200));
    child.kill('SIGKILL');
    killed++;
    await exited;
    over = true;
    await loops;
    if (round % 20 === 0) {
      verify();
      console.log(`${round} of ${rounds} rounds, ${faults.length} faults`);
    }
  }
  const { child, url, exited } = await startService(dir);
  const end = Date.now() + 180_000;
  let last;
  do {
    await new Promise((r) => setTimeout(r, 500));
    last = (await call(url, 'GET', '/api/v1/tasks/?status=working&archived=all&limit=1')).meta
      .total;
  } while (last > 0 && Date.now() < end);
  expect(last === 0, `${last} tasks are still running 180 s after the last start`);
  child.kill('SIGTERM');
  expect((await exited) === 0, 'the last service did not end with 0');
  const { all, crashed } = verify();
  console.log(
    `killed ${killed} times (seed ${values.seed}): ${acknowledged.bulks.size} bulk requests, ` +
      `${acknowledged.templates.size} schedules, ` +
      `${all} tasks (${crashed} skipped after three crashes), ${faults.length} faults`,
  );
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
} finally {
  quiet.close();
  rmSync(dir, { recursive: true, force: true });
}
process.exit(faults.length === 0 ? 0 : 1);
