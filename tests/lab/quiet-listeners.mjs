// Listens on TCP ports without sending anything: quiet-listeners.mjs <first> <last> <step> [host].
// Prints "ready" when all are open; ends with SIGTERM.
import { createServer } from 'node:net';

const [first, last, step] = process.argv.slice(2, 5).map(Number);
const host = process.argv[5] ?? '0.0.0.0';
const servers = [];
for (let port = first; port <= last; port += step) {
  servers.push(
    new Promise((resolve, reject) => {
      const server = createServer((socket) => {
        socket.on('error', () => {});
        socket.resume();
      });
      server.on('error', reject).listen({ port, host, backlog: 511 }, resolve);
    }),
  );
}
await Promise.all(servers);
console.log('ready');
