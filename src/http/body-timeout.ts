import type { App } from './zod.js';

const PATIENCE_MS = 60_000;

/** The longest that any body may take; most routes allow far less. */
export const LONGEST_BODY_MS = 6 * 3_600_000;

/** A body that trickles in for ever would hold a connection for ever: all but files (`largeBody`) have to be there within a minute. */
export function addBodyTimeout(app: App, patienceMs = PATIENCE_MS): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined ||
      (raw.headers['content-length'] ?? '0') !== '0';
    if (hasBody && !raw.complete && request.routeOptions.config.largeBody !== true) {
      const timer = setTimeout(() => raw.destroy(), patienceMs);
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    }
    done();
  });
}
