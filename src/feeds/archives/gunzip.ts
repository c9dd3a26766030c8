import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FormatError } from '../formats/format.js';

/** Unpacks gzip (RFC 1952) on the way. Throws FormatError where it is damaged or cut off. */
export async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const out = createGunzip();
  // The iteration below hears of every failure; the callback only keeps it from being nobody's.
  pipeline(Readable.from(bytes, { objectMode: false }), out, () => undefined);
  try {
    for await (const piece of out) yield piece as Buffer;
  } catch (error) {
    throw toFormatError(error);
  }
}

/** What zlib says of bad data, as a FormatError; anything else as it is. */
export function toFormatError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR')
    return new FormatError('truncated', 'The packed data breaks off in the middle');
  if (code?.startsWith('Z_')) return new FormatError('malformed', 'The packed data is damaged');
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return new FormatError('malformed', 'A file in the archive is larger than the archive says');
  return error;
}
