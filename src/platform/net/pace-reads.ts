import type { Socket } from 'node:net';
import type { PeerQueue } from './peer-queue.js';

/**
 * Reads a socket one chunk at a time: the next one waits in the queue. Without that,
 * libuv reads up to 32 chunks of 64 KiB before any other socket is read. Call it before data flows,
 * once per socket; it does not start the flow itself.
 */
export function paceReads(socket: Socket, queue: PeerQueue): void {
  // unlike `on`, prependListener does not switch the stream to flowing mode
  socket.prependListener('data', () => {
    socket.pause();
    queue.add(() => {
      if (!socket.destroyed) socket.resume();
    });
  });
}
