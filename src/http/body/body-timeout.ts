import type { IncomingMessage } from 'node:http';
import type { App } from '../zod.js';

const BODY_TIMEOUT_MS = 60_000;

/** The limit for any request body; most routes allow far less. */
export const MAX_BODY_MS = 6 * 3_600_000;

/**
 * Closes connections whose request body does not arrive within `timeoutMs`. A slow body would
 * otherwise hold its connection indefinitely. Exempt: file uploads (`largeBody`).
 */
export function addBodyTimeout(app: App, timeoutMs = BODY_TIMEOUT_MS): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (hasBody(raw) && !raw.complete && request.routeOptions.config.largeBody !== true) {
      const timer = setTimeout(() => raw.destroy(), timeoutMs);
      const stop = (): void => clearTimeout(timer);
      raw.once('end', stop).once('close', stop);
      // Node closes no request whose response is sent: `endUnreadBodies` limits the rest of its body.
      reply.raw.once('close', stop);
    }
    done();
  });
}

/** Whether a request announces a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
