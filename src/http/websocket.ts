import websocket from '@fastify/websocket';
import type { Server } from 'node:http';
import { AppError } from '../errors.js';
import { webSocketUpgrades } from './upgrades.js';
import type { App } from './zod.js';

const LONGEST_MESSAGE = 1024; // bytes that a client may send at once: nobody reads them
const GOODBYE_MS = 1000; // for clients to answer that the service is ending

/** WebSockets for the routes that say `socket: true`; every other address answers a handshake with a problem. */
export async function addWebSockets(app: App): Promise<void> {
  await app.register(websocket, {
    options: {
      server: webSocketUpgrades(app.server) as Server,
      maxPayload: LONGEST_MESSAGE,
      perMessageDeflate: false,
      clientTracking: true,
    },
    errorHandler: (_error, socket) => socket.terminate(),
    preClose: (done) => {
      sayGoodbye(app);
      done();
    },
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const wrong = request.ws && !request.is404 && request.routeOptions.config.socket !== true;
    done(wrong ? new AppError('route_not_found', 'This address is not a WebSocket') : undefined);
  });
}

function sayGoodbye({ websocketServer: server }: App): void {
  for (const client of server.clients) client.close(1001, 'the service is ending');
  server.close();
  setTimeout(() => {
    for (const client of server.clients) client.terminate();
  }, GOODBYE_MS).unref();
}
