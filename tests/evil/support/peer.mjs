// Shared code of evil peers: child processes that listen, and count how often they were met.
import { once } from 'node:events';

export const options = JSON.parse(process.argv[2] ?? '{}');

let met = 0;
/** Counts that the service reached what this peer is about. */
export function countMet() {
  met += 1;
  process.send({ met });
}

/** Listens with each server of `create` on an address; reports the ports. */
export async function listenOn(create, addresses, port = 0) {
  const ports = [];
  for (const address of addresses) {
    const server = create();
    server.listen(port, address);
    await once(server, 'listening');
    ports.push(server.address().port);
  }
  process.send({ ports });
}

/** Writes `bytes` in segments of `size` as fast as the peer reads them, until the connection ends. */
export function floodSegments(socket, bytes, size) {
  socket.setNoDelay(true);
  let at = 0;
  const more = () => {
    for (let written = 0; written < 64; written += 1) {
      if (socket.destroyed) return;
      const isTaken = socket.write(bytes.subarray(at, at + size));
      at = at + size >= bytes.length ? 0 : at + size;
      if (!isTaken) {
        socket.once('drain', more);
        return;
      }
    }
    setImmediate(more);
  };
  more();
}

process.on('uncaughtException', () => undefined); // broken pipes of connections that the service closed
process.on('disconnect', () => process.exit());
