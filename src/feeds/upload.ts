import { createHash } from 'node:crypto';
import { createWriteStream, openSync, rmSync } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.js';

/**
 * Writes a stream to a file (mode 0600). Returns its SHA-256 in hexadecimal. Throws AppError `body_too_large` above
 * `maxBytes`, or the error of an aborted stream; then the file is removed.
 */
export async function saveUpload(body: Readable, file: string, maxBytes: number): Promise<string> {
  const hash = createHash('sha256');
  // Opened synchronously: a file that a stream opens later could appear after it was removed.
  const fd = openSync(file, 'w', 0o600);
  let bytes = 0;
  const hashAndLimit = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      hash.update(chunk);
      next(bytes > maxBytes ? tooLarge(maxBytes) : null, chunk);
    },
  });
  try {
    // The body of a request is left open when writing fails: its connection is needed for the answer.
    const chunks = body.iterator({ destroyOnReturn: false });
    await pipeline(chunks, hashAndLimit, createWriteStream(file, { fd }));
    return hash.digest('hex');
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

const tooLarge = (maxBytes: number): AppError =>
  new AppError('body_too_large', `A feed may have at most ${maxBytes} bytes (FEED_LIMIT_BYTES)`);
