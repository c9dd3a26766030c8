import { constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../../platform/http/loopback.js';
import { chooseEncoding } from './accept-encoding.js';
import type { App } from '../zod.js';

/** Responses below this size (characters) fit into few packets anyway. */
const MIN_LENGTH = 4096;
const FAST = { level: constants.Z_BEST_SPEED };

/**
 * Compresses larger JSON responses for clients on other machines that accept gzip (RFC 9110, 12.5.3): a page of 100
 * hosts has 90 KB, 3 KB compressed. Another thread does it. On this machine it would only take time.
 */
export function addResponseCompression(app: App): void {
  // With a callback: a promise for each response would cost more than the checks.
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH) return done(null, payload);
    if (!isCompressible(request, reply)) return done(null, payload);
    void reply.header('vary', 'accept-encoding');
    const { 'accept-encoding': accepted } = request.headers;
    if (chooseEncoding(accepted, { br: false, gzip: true }) === null) return done(null, payload);
    gzip(payload, FAST, (error, bytes) => {
      if (error) return done(null, payload); // it is sent as it is
      void reply.header('content-encoding', 'gzip');
      done(null, bytes);
    });
  });
}

const isCompressible = ({ method, ip }: FastifyRequest, reply: FastifyReply): boolean =>
  method !== 'HEAD' &&
  !isLoopback(ip) &&
  !reply.hasHeader('content-encoding') &&
  String(reply.getHeader('content-type')).startsWith('application/json');
