import { createHash } from 'node:crypto';
import { createWriteStream, openSync, rmSync } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.js';

/**
 * Writes a stream to a file (mode 0600) and gives its SHA-256 in hexadecimal digits. Throws AppError `body_too_large` beyond `limit` bytes, and leaves no file then,
 * nor where the stream breaks off.
 */
export async function saveUpload(body: Readable, file: string, limit: number): Promise<string> {
  const hash = createHash('sha256');
  const fd = openSync(file, 'w', 0o600); // at once: a file that a stream still opens could appear after it was removed
  let bytes = 0;
  const counting = new Transform({
    transform(piece: Buffer, _encoding, next) {
      bytes += piece.length;
      hash.update(piece);
      next(
        bytes > limit
          ? new AppError(
              'body_too_large',
              `A feed may have at most ${limit} bytes (FEED_LIMIT_BYTES)`,
            )
          : null,
        piece,
      );
    },
  });
  try {
    await pipeline(body, counting, createWriteStream(file, { fd }));
    return hash.digest('hex');
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}
