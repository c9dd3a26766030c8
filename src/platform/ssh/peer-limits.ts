import type { Socket } from 'node:net';
import { createPeerQueue, type PeerQueue } from '../net/peer-queue.js';
import { paceReads } from '../net/pace-reads.js';
import { SshError } from './ssh-error.js';

// Identification, offer and reply of a server have 5 KiB; before the identification, text is allowed.
const MAX_BYTES_BEFORE_KEY = 128 * 1024;
// The library searches all text before the identification again for each chunk.
const MAX_CHUNKS_BEFORE_KEY = 500;
// Replies and input that the server does not read. The largest file that is sent has 100 KiB.
const MAX_UNREAD_BYTES = 1024 * 1024;
// OpenSSH exchanges keys again after 1 GiB or an hour.
const MAX_KEY_EXCHANGES = 16;

// OpenSSH sends its host keys once, after the login. The library parses up to 1,400 keys of a packet.
const MAX_HOST_KEY_LISTS = 4;
const HOST_KEY_LIST = 'Inbound: GLOBAL_REQUEST (hostkeys-';

/**
 * Ends a connection whose server sends without end before it presents its key, does not read the
 * replies, or exchanges or lists its keys again and again; reads the connection in a queue with
 * the others. Call it before data flows.
 */
export function limitPeer(
  socket: Socket,
  queue: PeerQueue = createPeerQueue(),
): {
  countKeyExchange: () => void;
  /** for the debugging messages of the library, which has no event for what is counted here */
  readMessage: (message: string) => void;
} {
  let bytes = 0;
  let chunks = 0;
  let keyExchanges = 0;
  let hostKeyLists = 0;
  const end = (text: string): void => {
    socket.destroy(new SshError('protocol_error', text));
  };
  socket.prependListener('data', (data: Buffer) => {
    if (socket.writableLength > MAX_UNREAD_BYTES)
      end(`the server has not read ${MAX_UNREAD_BYTES} bytes of replies`);
    if (keyExchanges > 0) return;
    bytes += data.length;
    chunks += 1;
    if (bytes > MAX_BYTES_BEFORE_KEY || chunks > MAX_CHUNKS_BEFORE_KEY)
      end('the server sent too much before it presented its key');
  });
  paceReads(socket, queue);
  return {
    countKeyExchange: () => {
      keyExchanges += 1;
      if (keyExchanges > MAX_KEY_EXCHANGES)
        end(`the server started more than ${MAX_KEY_EXCHANGES} key exchanges`);
    },
    readMessage: (message) => {
      if (!message.startsWith(HOST_KEY_LIST)) return;
      hostKeyLists += 1;
      if (hostKeyLists > MAX_HOST_KEY_LISTS)
        end(`the server listed its host keys more than ${MAX_HOST_KEY_LISTS} times`);
    },
  };
}
