import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Looks at the first bytes of a connection; true: it is taken, and HTTP never hears of it. */
export type Look = (socket: Socket, bytes: Buffer) => boolean;

/**
 * Lets `look` see each connection of a server before its HTTP parser does: a parser and what belongs to it cost more memory than all the rest of a
 * connection that only waits. Who sends nothing for `patienceMs` is cut off. Gives what cuts off at once all who have not sent anything yet.
 */
export function lookFirst(server: Server, look: Look, patienceMs = 60_000): () => void {
  const silent = new Set<Socket>();
  const event = 'setSecureContext' in server ? 'secureConnection' : 'connection';
  const listeners = server.listeners(event) as ((socket: Socket) => void)[];
  server.removeAllListeners(event);
  server.on(event, (socket: Socket) => {
    const ignore = (): void => undefined; // an error is followed by the end
    const cut = (): void => { socket.destroy(); };
    const leave = (): void => { silent.delete(socket); };
    const begin = (): void => {
      const bytes = socket.read() as Buffer | null;
      if (bytes === null) return;
      leave();
      socket.off('readable', begin).off('timeout', cut).off('end', cut).off('close', leave).setTimeout(0);
      if (look(socket, bytes)) return;
      socket.off('error', ignore);
      socket.unshift(bytes);
      for (const listen of listeners) listen.call(server, socket);
    };
    silent.add(socket);
    socket.on('error', ignore).on('readable', begin).on('end', cut).on('close', leave).on('timeout', cut).setTimeout(patienceMs);
  });
  return () => { for (const socket of silent) socket.destroy(); };
}
