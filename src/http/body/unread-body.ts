import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { paceReads } from '../../platform/net/pace-reads.js';
import type { PeerQueue } from '../../platform/net/peer-queue.js';
import { createSlowQueue } from '../../platform/net/slow-queue.js';
import { hasBody } from './body-timeout.js';
import type { App } from '../zod.js';

/** A rest up to this size is read after the response, so that the connection can be used again. */
const MAX_REST_BYTES = 64 * 1024;
/** How long a client may take to receive the response, or to send such a rest. */
const LINGER_MS = 1500;
/** All connections together are discarded at one chunk of up to 64 KiB in this time: at most 64 MB per second. */
const DISCARD_INTERVAL_MS = 1;

/**
 * Ends connections whose request body will not be read: it was rejected before (401, 404, 413). Without
 * this, a client could continue to send for hours. A client that waits for permission
 * (`Expect: 100-continue`) receives it when its body is about to be read.
 */
export function endUnreadBodies(
  app: App,
  discards: PeerQueue = createSlowQueue(DISCARD_INTERVAL_MS),
): void {
  app.server.on('checkContinue', (request, response) => {
    app.server.emit('request', request, response);
  });
  app.addHook('preParsing', ({ headers }, reply, payload, done) => {
    if (headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
    done(null, payload);
  });
  // A stream that fails takes the socket from its request: it is kept here.
  const sockets = new WeakMap<IncomingMessage, Socket>();
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    const socket = sockets.get(raw);
    if (socket !== undefined && isUnread(raw) && (isLong(raw) || raw.destroyed)) {
      void reply.header('connection', 'close');
      lingerBeforeClose(socket, discards);
    }
    done(null, payload);
  });
  app.server.prependListener('request', (request, response) => {
    if (!hasBody(request)) return;
    const { socket } = request;
    sockets.set(request, socket);
    response.once('finish', () => endAfterRest(request, socket));
  });
}

const isUnread = (request: IncomingMessage): boolean => !request.complete && hasBody(request);

const isLong = ({ headers }: IncomingMessage): boolean =>
  !(Number(headers['content-length'] ?? Infinity) <= MAX_REST_BYTES);

/**
 * Node closes a connection with its response. A client that is still sending would then receive a reset, which may
 * overtake the response: the connection is half closed first, and what still arrives is discarded. That is slow on
 * purpose: each chunk that is read takes memory which the garbage collector has to free.
 */
function lingerBeforeClose(socket: Socket, discards: PeerQueue): void {
  socket.destroySoon = () => {
    socket.end();
    socket.removeAllListeners('data'); // the HTTP parser's
    paceReads(socket, discards);
    socket.resume();
    destroyAfter(socket, LINGER_MS);
    socket.once('end', () => socket.destroy());
  };
}

function endAfterRest(request: IncomingMessage, socket: Socket): void {
  if (!request.complete) request.once('end', destroyAfter(socket, LINGER_MS));
}

/** Returns the function that keeps the connection. */
function destroyAfter(socket: Socket, ms: number): () => void {
  const timer = setTimeout(() => socket.destroy(), ms).unref();
  const stop = (): void => clearTimeout(timer);
  socket.once('close', stop);
  return () => {
    stop();
    socket.off('close', stop);
  };
}
