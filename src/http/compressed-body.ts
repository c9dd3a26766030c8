import { Transform, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';

/**
 * A route's `preParsing` for bodies with a limit of their own, which may come as gzip: at most `limit` bytes, packed and unpacked, so that a small
 * body that unpacks to a large one is refused early. 415 for other encodings, 400 for what is no gzip, 413.
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
        new AppError(
          'unsupported_media_type',
          'The body must come as it is or as gzip (Content-Encoding)',
        ),
      );
    const packed = counting(limit);
    const steps =
      encoding === 'identity'
        ? [packed.stream]
        : [packed.stream, createGunzip(), counting(limit).stream];
    const last = joined(payload, steps, () => void reply.header('connection', 'close'));
    // Fastify compares what came over the wire with the announced length, so that it must be told the packed size.
    Object.defineProperty(last, 'receivedEncodedLength', { get: packed.count });
    done(null, last);
  };
}

function counting(limit: number): { stream: Transform; count: () => number } {
  let count = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      count += chunk.length;
      next(
        count > limit
          ? new AppError(
              'body_too_large',
              `The body is larger than this address takes: ${limit} bytes, unpacked`,
            )
          : null,
        chunk,
      );
    },
  });
  return { stream, count: () => count };
}

/** The last of the steps; whatever fails before it fails it, and the rest of the body is not looked at. */
function joined(payload: Readable, steps: readonly Transform[], onFailure: () => void): Transform {
  const fail = (error: Error): void => {
    onFailure();
    payload.unpipe();
    payload.resume(); // the sender reads the answer only once it is rid of its body
    for (const step of steps) step.destroy(step === steps.at(-1) ? inWords(error) : undefined);
  };
  payload.once('error', fail);
  for (const step of steps) step.once('error', fail);
  return steps.reduce<Readable>((from, step) => from.pipe(step), payload) as Transform;
}

const inWords = (error: Error & { code?: string }): Error =>
  error.code?.startsWith('Z_')
    ? new AppError(
        'malformed_json',
        'The body is no gzip, or cut off, though its Content-Encoding says so',
      )
    : error;
