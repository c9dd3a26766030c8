// kill-page.mjs [--rounds 20]: kill -9 and start of the service below an open page whose form is half filled, while a
// task runs and an operation of an agent fails. Each time the page says so within 3 s, is back within 3 s of the
// service, and keeps its form. At the end its events are those of the service: none is missing, and none is repeated.
// Starts its own service on loopback. Needs `npm run build` and Chromium.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { WebSocket } from 'ws';
import { call, startService, TOKEN } from '../../chaos/support/service.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const rounds = Number(values.rounds);
const LIMIT_MS = 3000;
const WAIT_MS = 60_000;
const TYPED = 'half filled';
const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((p) => existsSync(p));
if (executablePath === undefined) {
  console.log('skipped: needs Chromium');
  process.exit(0);
}

const faults = [];
const expect = (ok, text) => {
  if (!ok) faults.push(text);
};

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const dir = mkdtempSync(join(tmpdir(), 'hostwarden-kill-page-'));
const port = await freePort();
// A closed port: nothing listens where the agent would be installed, and the scan finds no open port.
const env = { PUBLIC_URL: `http://127.0.0.1:${port}` };
let service = await startService(dir, env, port);
const { url } = service;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await (await browser.newContext()).newPage();

const isReplayed = ({ event }) => !event.endsWith('.progress') || event.startsWith('agent.');
const seen = [];
page.on('websocket', (socket) =>
  socket.on('framereceived', ({ payload }) => {
    const event = JSON.parse(payload);
    if (isReplayed(event)) seen.push(event);
  }),
);

const post = async (path, body) => (await call(url, 'POST', path, body)).data;
const { created } = await post('/hosts', [{ current_ip: '127.0.0.1' }]);
const [{ id: host }] = created;
const template = await post('/api/v1/templates', {
  shares_name: true,
  name: 'long',
  type: 'pentest',
  hosts: [host],
  params: { ports: ['1-65535'], speed: '1' },
  enabled: false,
});
const login = { name: 'lab', type: 'ssh_password', username: 'root', password: 'secret' };
const credential = await post('/credentials', login);

const { code } = await post('/session/codes', {});
await page.goto(`${url}/ui/sign-in#${code}`);
await page.waitForURL(`${url}/ui/`);
await page.goto(`${url}/ui/templates/new`);
await page.locator('html[data-live=open]').waitFor({ state: 'attached' });
const name = page.getByLabel('Name', { exact: true });
await name.fill(TYPED);
const bar = page.getByText('Connection lost at');

async function until(check, what) {
  for (const end = performance.now() + WAIT_MS; performance.now() < end; await sleep(20))
    if (await check()) return;
  throw new Error(`timeout: ${what}`);
}

const measured = { bar: [], back: [] };
for (let round = 0; round < rounds; round += 1) {
  const before = seen.length;
  await post(`/api/v1/templates/${template.id}`).catch((error) => {
    if (!String(error).includes('409')) throw error; // that of the last round still runs
  });
  await post('/agent-operations', {
    action: 'install',
    host_ids: [host],
    credential_id: credential.id,
  });
  await until(() => seen.length > before, 'an event');
  await sleep(Math.random() * 300); // in the middle of events
  const killedMs = performance.now();
  service.child.kill('SIGKILL');
  await bar.waitFor({ timeout: WAIT_MS });
  measured.bar.push(performance.now() - killedMs);
  await service.exited;
  service = await startService(dir, env, port);
  const startedMs = performance.now();
  await bar.waitFor({ state: 'detached', timeout: WAIT_MS });
  await page.locator('html[data-live=open]').waitFor({ state: 'attached', timeout: WAIT_MS });
  measured.back.push(performance.now() - startedMs);
  expect((await name.inputValue()) === TYPED, `round ${round}: the form is empty`);
}

/** Returns the events of a channel from its beginning, until nothing more comes. */
async function replay(path) {
  const events = [];
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}?since=0`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  let lastMs = performance.now();
  socket.on('message', (text) => {
    lastMs = performance.now();
    events.push(JSON.parse(text.toString()));
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  while (performance.now() - lastMs < 1500) await sleep(100);
  socket.terminate();
  return events.filter(isReplayed);
}

for (const { id } of (await call(url, 'GET', '/api/v1/tasks?status=working')).data)
  await call(url, 'POST', `/api/v1/tasks/${id}/stop`).catch(() => undefined);
await sleep(1000);
const stored = await replay('/ws/events');
const agents = await replay('/ws/agents');
const key = ({ seq, event, time }) => `${seq} ${event} ${time}`;
const shown = new Set(seen.map(key));
const [first] = seen;
const missing = stored.filter((event) => event.seq >= first.seq && !shown.has(key(event)));
const known = new Set(stored.map(key));
const unknown = seen.filter((event) => !known.has(key(event)));
expect(missing.length === 0, `missing in the page: ${missing.slice(0, 5).map(key).join(', ')}`);
expect(unknown.length === 0, `not of the service: ${unknown.slice(0, 5).map(key).join(', ')}`);
expect(shown.size === seen.length, `${seen.length - shown.size} events are repeated`);
const ofAgents = seen.filter(({ topic }) => topic === 'agents').length;
expect(ofAgents === agents.length, `${ofAgents} events of agents, ${agents.length} on /ws/agents`);

for (const [what, list] of Object.entries(measured)) {
  const max = Math.max(...list);
  const average = list.reduce((sum, ms) => sum + ms, 0) / list.length;
  expect(max <= LIMIT_MS, `${what}: ${max.toFixed(0)} ms, limit ${LIMIT_MS} ms`);
  const ratio = (max / LIMIT_MS).toFixed(2);
  console.log(
    `${what}: ${average.toFixed(0)} ms on average, ${max.toFixed(0)} ms at most (${ratio} of the limit)`,
  );
}
console.log(`${rounds} rounds, ${seen.length} events, ${ofAgents} of agents`);
await browser.close();
service.child.kill('SIGTERM');
await service.exited;
rmSync(dir, { recursive: true, force: true });
for (const fault of faults) console.log(`FAULT ${fault}`);
process.exit(faults.length > 0 ? 1 : 0);
