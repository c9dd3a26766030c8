// 100 callers at 50 addresses try wrong tokens, tickets and agent tokens as fast as they are answered.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expectMet, untilAborted } from './support/load.mjs';

const ADDRESSES = 50;
const CONNECTIONS = 2; // of each address
const START_MS = 5; // between two of them
const MAX_LENGTH = 8192;

/** The kinds of logins, one after the other; each with another secret, sometimes a very long one. */
function createLogin(i) {
  const secret = randomBytes(i % 16 === 0 ? MAX_LENGTH / 2 : 24).toString('hex');
  if (i % 4 === 1) return { path: `/ws/events?ticket=hwt_${secret.slice(0, 64)}`, headers: {} };
  const headers = { authorization: `Bearer ${secret}` };
  return { path: i % 4 === 2 ? '/agent/v1/poll' : '/hosts', headers };
}

/** The callers, in a separate process. */
function runCallers(url) {
  const { hostname, port } = new URL(url);
  const counts = { refused: 0, accepted: 0, failed: 0 };
  let isOver = false;
  const call = (agent, localAddress, i) =>
    new Promise((resolve) => {
      const sent = request(
        { hostname, port, agent, localAddress, ...createLogin(i) },
        (response) => {
          // Also 503: the service is ended in the middle of the attack.
          counts[response.statusCode >= 400 ? 'refused' : 'accepted'] += 1;
          response.resume().on('close', resolve);
        },
      );
      sent.on('error', () => {
        counts.failed += 1;
        setTimeout(resolve, 100);
      });
      sent.end();
    });
  for (let n = 0; n < ADDRESSES * CONNECTIONS; n += 1) {
    const localAddress = `127.0.1.${1 + (n % ADDRESSES)}`;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const repeat = async () => {
      for (let i = n; !isOver; i += 1) await call(agent, localAddress, i);
    };
    setTimeout(() => void repeat(), n * START_MS);
  }
  process.on('message', () => {
    isOver = true;
    process.send(counts, () => process.exit());
  });
}

async function attack({ url, signal }) {
  const child = fork(fileURLToPath(import.meta.url), ['callers', url]);
  const answer = new Promise((resolve) => child.once('message', resolve));
  try {
    await untilAborted(signal);
    child.send('stop');
    const counts = await Promise.race([answer, sleep(10_000)]);
    expectMet(counts?.refused > ADDRESSES, `answers: ${JSON.stringify(counts)}`);
    if (counts.accepted > 0) throw new Error(`${counts.accepted} wrong tokens were accepted`);
  } finally {
    child.kill('SIGKILL');
  }
}

if (process.argv[2] === 'callers') runCallers(process.argv[3]);

export default { name: 'callers at 50 addresses try wrong tokens', attack };
