import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FormatError } from '../formats/format.js';

/** Each chunk passes through several streams and the thread pool: small ones cost a quarter of a load. */
const CHUNK_BYTES = 1 << 18;

/** Decompresses a gzip stream (RFC 1952). Throws FormatError if it is corrupt or truncated. */
export async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const out = createGunzip({ chunkSize: CHUNK_BYTES });
  // The loop below throws every error; the callback only prevents an unhandled one.
  pipeline(Readable.from(bytes, { objectMode: false }), out, () => undefined);
  try {
    for await (const chunk of out) yield chunk as Buffer;
  } catch (error) {
    throw toFormatError(error);
  }
}

/** Converts zlib's errors about bad data to FormatError; returns any other error unchanged. */
export function toFormatError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return new FormatError('truncated', 'Compressed data is truncated');
  if (code?.startsWith('Z_')) return new FormatError('malformed', 'Compressed data is corrupt');
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return new FormatError('malformed', 'A file in the archive exceeds its declared size');
  return error;
}
