import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../../platform/http/loopback.js';
import { chooseEncoding } from './accept-encoding.js';
import type { App } from '../zod.js';

/** Responses below this size (characters) fit into few packets anyway. */
const MIN_LENGTH = 4096;
const FAST = { level: constants.Z_BEST_SPEED };
const compress = promisify<string, typeof FAST, Buffer>(gzip);

/**
 * Compresses larger JSON responses for clients on other machines that accept gzip (RFC 9110, 12.5.3): a page of 100
 * hosts has 90 KB, 3 KB compressed. Another thread does it. On this machine it would only take time.
 */
export function addResponseCompression(app: App): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH) return payload;
    if (!isCompressible(request, reply)) return payload;
    void reply.header('vary', 'accept-encoding');
    const { 'accept-encoding': accepted } = request.headers;
    if (chooseEncoding(accepted, { br: false, gzip: true }) === null) return payload;
    void reply.header('content-encoding', 'gzip');
    return compress(payload, FAST);
  });
}

const isCompressible = ({ method, ip }: FastifyRequest, reply: FastifyReply): boolean =>
  method !== 'HEAD' &&
  !isLoopback(ip) &&
  !reply.hasHeader('content-encoding') &&
  String(reply.getHeader('content-type')).startsWith('application/json');
