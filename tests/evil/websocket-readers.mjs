// 1,000 clients of the event channel that never read, under a flood of large events.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expectMet, repeat } from './support/load.mjs';

const CLIENTS = 1000;
const EVENTS_AT_ONCE = 50;
const MESSAGE = 'x'.repeat(4096);

/** The clients, in a separate process: each opens the channel and is paused before it reads anything. */
async function runClients(url, token) {
  const { hostname, port } = new URL(url);
  const counts = { open: 0, closed: 0 };
  const open = (since) =>
    new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      socket.on('close', () => {
        counts.closed += 1;
      });
      socket.once('data', () => {
        socket.pause();
        counts.open += 1;
        resolve();
      });
      socket.once('close', resolve);
      socket.write(
        `GET /ws/agents${since} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\n` +
          `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
          `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      );
    });
  for (let i = 0; i < CLIENTS; i += 50)
    await Promise.all(Array.from({ length: 50 }, (_, n) => open(n % 2 === 0 ? '' : '?since=0')));
  process.on('message', () => process.send(counts, () => process.exit()));
  process.send('open');
}

/** Stores events of an operation, which are published with the next event of the service. */
async function createFlood({ dataDir, request }) {
  const { openSqlite } = await import('../../build/database/sqlite.js');
  const sqlite = openSqlite(join(dataDir, 'hostwarden.db'));
  const add = sqlite.prepare(
    "INSERT INTO agent_events (event, time, operation_id, host_id, action, step, percent, message) VALUES ('agent.install.progress', unixepoch(), 1, 1, 'install', 'upload', 1, ?)",
  );
  const { body: hosts } = await request('operator', 'POST', '/hosts', [
    { current_ip: '127.0.0.1' },
  ]);
  const { body: credential } = await request('admin', 'POST', '/credentials', {
    name: 'x',
    type: 'ssh_password',
    username: 'x',
    password: 'x',
  });
  return {
    async send() {
      sqlite.transaction(() => {
        for (let i = 0; i < EVENTS_AT_ONCE; i += 1) add.run(MESSAGE);
      })();
      await request('operator', 'POST', `/hosts/${hosts.data.created[0].id}/agent`, {
        action: 'install',
        os_family: 'linux',
        credential_id: credential.data.id,
        dry_run: true,
      });
    },
    close: () => sqlite.close(),
  };
}

async function attack(service) {
  const child = fork(fileURLToPath(import.meta.url), [
    'clients',
    service.url,
    service.tokens.viewer,
  ]);
  const message = () => new Promise((resolve) => child.once('message', resolve));
  const flood = await createFlood(service);
  try {
    await Promise.race([message(), sleep(60_000)]);
    await repeat(service.signal, flood.send, 100);
    child.send('stop');
    const { open } = await message();
    expectMet(open > CLIENTS / 2, `only ${open} clients were accepted`);
  } finally {
    flood.close();
    child.kill('SIGKILL');
  }
}

if (process.argv[2] === 'clients') await runClients(process.argv[3], process.argv[4]);

export default {
  name: '1,000 clients of the event channel never read',
  env: { SSH_PORT: '1' },
  attack,
};
