// kill-scan.mjs [--kills 2] [--signal SIGKILL]: ends the service in the middle of a scan of all ports of 127.0.0.1,
// and starts it again. Afterwards: at most 5 s of scanning were done twice, progress never jumped back, every open port
// was found, and nothing of the interrupted scan is left. Needs `npm run build` and `npm run build:modules`.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSqlite } from '../../build/database/sqlite.js';
import { call, startService } from './support/service.mjs';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '2' }, // at three crashes, the host is skipped
    signal: { type: 'string', default: 'SIGKILL' },
  },
});
const LISTENERS = 300;
const RUN_MS = 6_000; // of the service, between two ends
const MAX_REPEATED_MS = 5_000;
const TEXT_DELAY_MS = 1_000; // the text of a task is at most this old
const dir = mkdtempSync(join(tmpdir(), 'hostwarden-chaos-scan-'));
const faults = [];
const expect = (ok, text) => {
  if (!ok) faults.push(text);
};

/** Opens listeners at random ports. `connections` holds the times at which each was connected to. */
async function listen() {
  const open = await Promise.all(
    Array.from({ length: LISTENERS }, async () => {
      const connections = [];
      const server = createServer((socket) => {
        connections.push(Date.now());
        socket.on('error', () => undefined);
        socket.destroy();
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.on('listening', resolve));
      return { server, port: server.address().port, connections };
    }),
  );
  return { open, close: () => open.forEach(({ server }) => server.close()) };
}

const PORTS_TEXT = /(\d+) of \d+ ports/;
const shown = { percent: 0, ports: 0 };
let scanningUntil = 0; // then services are detected, which connects to open ports again

/** Reads the progress of the task; it must not be less than before. */
async function getTask(url, id) {
  const { data } = await call(url, 'GET', `/api/v1/tasks/${id}`);
  const ports = Number(PORTS_TEXT.exec(data.state)?.[1] ?? shown.ports);
  if (PORTS_TEXT.test(data.state)) scanningUntil = Date.now() - TEXT_DELAY_MS;
  expect(data.percent >= shown.percent, `${shown.percent} % became ${data.percent} %`);
  expect(ports >= shown.ports, `${shown.ports} ports became "${data.state}"`);
  Object.assign(shown, { percent: data.percent, ports });
  return data;
}

async function watch(url, id, untilMs) {
  for (;;) {
    const task = await getTask(url, id);
    if (task.status !== 'working' || Date.now() >= untilMs) return task;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const listeners = await listen();
const ends = [];
try {
  let { child, url, exited } = await startService(dir);
  const { created } = (await call(url, 'POST', '/hosts', [{ current_ip: '127.0.0.1' }])).data;
  const { data: template } = await call(url, 'POST', '/api/v1/templates/', {
    shares_name: true,
    name: 'all ports',
    type: 'pentest',
    hosts: [created[0].id],
    // 2,000 ports a second: an attempt to this machine costs a twentieth of the rate of 100
    params: { ports: ['1-65535'], speed: '1', checks: 'off' },
    enabled: false,
  });
  const { data: task } = await call(url, 'POST', `/api/v1/templates/${template.id}`);
  for (let i = 0; i < Number(values.kills); i++) {
    const { status } = await watch(url, task.id, Date.now() + RUN_MS);
    expect(status === 'working', `the task was ${status} before end ${i + 1}`);
    child.kill(values.signal);
    await exited;
    ends.push(Date.now());
    ({ child, url, exited } = await startService(dir));
  }
  const last = await watch(url, task.id, Date.now() + 180_000);
  expect(last.status === 'completed', `the task is ${last.status}: ${last.error ?? last.state}`);
  const { data: results } = await call(url, 'GET', `/api/v1/tasks/${task.id}/results`);
  const found = new Set((results[0]?.services ?? []).map(({ port }) => port));
  const missed = listeners.open.filter(({ port }) => !found.has(port));
  expect(missed.length === 0, `${missed.length} open ports were missed`);
  for (const end of ends) {
    const next = ends.find((e) => e > end) ?? scanningUntil;
    const repeated = listeners.open.filter(
      ({ connections }) =>
        connections.some((at) => at < end - MAX_REPEATED_MS) &&
        connections.some((at) => at > end && at < next),
    );
    expect(repeated.length === 0, `${repeated.length} ports were scanned again after an end`);
  }
  child.kill('SIGTERM');
  expect((await exited) === 0, 'the last service did not end with 0');
  const db = openSqlite(join(dir, 'hostwarden.db'), { readonly: true });
  const left = db.prepare('SELECT count(*) FROM host_progress').pluck().get();
  db.close();
  expect(left === 0, `${left} hosts still have stored progress`);
  console.log(
    `ended ${ends.length} times by ${values.signal}: ${found.size} open ports, ${faults.length} faults`,
  );
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
} finally {
  listeners.close();
  rmSync(dir, { recursive: true, force: true });
}
process.exit(faults.length === 0 ? 0 : 1);
