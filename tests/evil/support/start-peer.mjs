// Starts an evil peer of a scenario in a child process, so that its own work does not hold the runner.
import { fork } from 'node:child_process';
import { createServer } from 'node:net';

/**
 * Starts `file` (beside this one) with options. It sends { ports } when it listens, and { met: count } as often as the
 * service reached what it is about. Call `close` in any case.
 */
export async function startPeer(file, options) {
  const child = fork(new URL(file, import.meta.url), [JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = new Promise((resolve) => child.on('exit', resolve));
  let met = 0;
  const ports = await new Promise((resolve, reject) => {
    child.on('message', (message) => {
      if (message.ports) resolve(message.ports);
      if (message.met) met = message.met;
    });
    void exited.then(() => reject(new Error(`${file} ended`)));
  });
  return {
    ports,
    /** how often the service reached it */
    met: () => met,
    close: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** A port that is free on the loopback addresses. */
export const freePort = () =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Addresses of one machine as many: 127.0.1.1, 127.0.1.2, … */
export const loopbackAddresses = (count) =>
  Array.from({ length: count }, (_, i) => `127.0.1.${i + 1}`);
