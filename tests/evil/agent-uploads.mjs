// Agents that open many uploads of 32 MiB for their job and never finish them.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAgents, createInventoryTemplate, poll } from './support/agents.mjs';
import { expectMet, repeat, untilAborted } from './support/load.mjs';

const AGENTS = 8;
const UPLOADS_PER_AGENT = 8;
const BYTES = 32 << 20;
const CHUNK = Buffer.alloc(256 * 1024, 'x');

export default {
  name: 'agents hold many large uploads open',
  async attack(service) {
    const { hostname, port } = new URL(service.url);
    const agents = await createAgents(service, AGENTS);
    const template = await createInventoryTemplate(service, agents);
    const counts = { begun: 0, answered: 0 };
    const sockets = new Set();

    const upload = ({ token }, job) =>
      new Promise((resolve) => {
        const socket = connect(Number(port), hostname);
        sockets.add(socket);
        let left = BYTES - 1; // the last byte never comes
        const send = () => {
          while (left > 0 && !socket.destroyed) {
            const part = CHUNK.subarray(0, Math.min(left, CHUNK.length));
            left -= part.length;
            if (!socket.write(part)) return;
          }
        };
        socket.on('drain', send);
        socket.on('error', () => {});
        socket.on('data', () => {
          counts.answered += 1;
        });
        socket.on('close', () => {
          sockets.delete(socket);
          resolve();
        });
        socket.write(
          `POST /agent/v1/jobs/${job} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
            `Content-Type: application/octet-stream\r\nContent-Length: ${BYTES}\r\n\r\n`,
        );
        counts.begun += 1;
        send();
      });

    const run = async (agent) => {
      const job = await poll(service, agent);
      if (job === null) return;
      const slots = Array.from({ length: UPLOADS_PER_AGENT }, () =>
        repeat(service.signal, () => upload(agent, job), 200),
      );
      await untilAborted(service.signal);
      for (const socket of sockets) socket.destroy();
      await Promise.all(slots);
    };
    await service.request('operator', 'POST', `/api/v1/templates/${template}`);
    await sleep(100);
    await Promise.all(agents.map(run));
    expectMet(counts.begun >= AGENTS * UPLOADS_PER_AGENT, 'too few uploads began');
    expectMet(counts.answered > 0, 'no upload was refused');
  },
};
