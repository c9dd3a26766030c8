import websocket from '@fastify/websocket';
import type { Server } from 'node:http';
import { AppError } from '../errors.js';
import { webSocketUpgrades } from './upgrades.js';
import type { App } from './zod.js';

const MAX_MESSAGE_BYTES = 1024; // messages of clients are not read
const CLOSE_TIMEOUT_MS = 1000; // for clients to answer the close frame, at the shutdown
/** For clients that are too slow: what waits for them is kept until then. */
const MAX_CLOSING_MS = 2000;

/** Adds WebSockets for routes with `socket: true`. Other routes answer a handshake with a problem. */
export async function addWebSockets(app: App): Promise<void> {
  await app.register(websocket, {
    options: {
      server: webSocketUpgrades(app.server) as Server,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      ...{ closeTimeout: MAX_CLOSING_MS }, // unknown to the declarations of types
      clientTracking: true,
    },
    errorHandler: (_error, socket) => socket.terminate(),
    preClose: (done) => {
      closeSockets(app);
      done();
    },
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const isWrongRoute =
      request.ws && !request.is404 && request.routeOptions.config.socket !== true;
    done(isWrongRoute ? new AppError('route_not_found', 'Not a WebSocket endpoint') : undefined);
  });
}

function closeSockets({ websocketServer: server }: App): void {
  for (const client of server.clients) client.close(1001, 'server shutting down');
  server.close();
  setTimeout(() => {
    for (const client of server.clients) client.terminate();
  }, CLOSE_TIMEOUT_MS).unref();
}
