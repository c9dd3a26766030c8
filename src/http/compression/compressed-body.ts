import { Transform, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.js';

/**
 * Creates a route's `preParsing` hook for bodies with their own limit, optionally gzip-compressed.
 * The limit applies to the compressed and the decompressed size: a small body that decompresses to a
 * large one is rejected early. Errors: 415 for other encodings, 400 for invalid gzip, 413.
 * @param limit bytes
 */
export function compressedBody(limit: number) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: Readable,
    done: (error: Error | null, payload?: Readable) => void,
  ): void => {
    const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
    if (!['identity', 'gzip', 'x-gzip'].includes(encoding))
      return done(
        new AppError('unsupported_media_type', 'Content-Encoding must be identity or gzip'),
      );
    const received = byteCounter(limit);
    const steps =
      encoding === 'identity'
        ? [received.stream]
        : [received.stream, createGunzip(), byteCounter(limit).stream];
    const last = pipeThrough(payload, steps, () => void reply.header('connection', 'close'));
    // Fastify compares this with Content-Length, which counts compressed bytes.
    Object.defineProperty(last, 'receivedEncodedLength', { get: received.count });
    done(null, last);
  };
}

function byteCounter(limit: number): { stream: Transform; count: () => number } {
  let count = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      count += chunk.length;
      const error =
        count > limit
          ? new AppError(
              'body_too_large',
              `Request body exceeds the limit of this endpoint: ${limit} bytes, decompressed`,
            )
          : null;
      next(error, chunk);
    },
  });
  return { stream, count: () => count };
}

/** Returns the last step. A failure of any step fails it; the rest of the body is discarded. */
function pipeThrough(
  payload: Readable,
  steps: readonly Transform[],
  onFailure: () => void,
): Transform {
  const fail = (error: Error): void => {
    onFailure();
    payload.unpipe();
    payload.resume(); // clients read the response only after they sent the whole body
    for (const step of steps) step.destroy(step === steps.at(-1) ? toGzipError(error) : undefined);
  };
  payload.once('error', fail);
  for (const step of steps) step.once('error', fail);
  return steps.reduce<Readable>((from, step) => from.pipe(step), payload) as Transform;
}

const toGzipError = (error: Error & { code?: string }): Error =>
  error.code?.startsWith('Z_')
    ? new AppError('malformed_json', 'Request body is not valid gzip, or is truncated')
    : error;
