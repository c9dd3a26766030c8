import { pipeThrough, ProgramError } from '../../platform/process/pipe-program.js';
import { sanitize } from '../formats/coerce.js';
import { FormatError } from '../formats/format.js';
import type { Budget } from './limits.js';

/** Compression formats that not every supported version of Node has: the programs of the system decompress them. */
export type Compression = 'bzip2' | 'xz' | 'zstd';

const PACKAGES: Readonly<Record<Compression, string>> = {
  bzip2: 'bzip2',
  xz: 'xz-utils, or xz',
  zstd: 'zstd',
};
// xz allocates as much memory as the file requests. The xz of BusyBox has neither such an option nor this limit.
const ENV = { XZ_DEFAULTS: '--memlimit-decompress=256MiB' };

/**
 * Decompresses a stream with the program of that name. Throws FormatError: `unsupported_format` if the program is not
 * installed (the message says what to do), `truncated`, `malformed`, and `too_large` if the budget or the memory limit
 * is exceeded.
 */
export async function* decompress(
  compression: Compression,
  bytes: AsyncIterable<Uint8Array>,
  budget: Budget,
  through = pipeThrough,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of through(compression, ['-dc'], bytes, ENV)) {
      budget.addBytes(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof ProgramError ? toDecompressError(compression, error) : error;
  }
}

function toDecompressError(compression: Compression, { code, message }: ProgramError): Error {
  if (code === 'missing')
    return new FormatError(
      'unsupported_format',
      `The file is compressed with ${compression}, and the program ${compression} is not installed: ` +
        `install it (package ${PACKAGES[compression]}), decompress the file first (${compression} -d), or use gzip`,
    );
  if (code === 'stuck') return new Error(message);
  if (/memory usage limit/i.test(message))
    return new FormatError(
      'too_large',
      `The file needs more than 256 MiB of memory to decompress (${compression})`,
    );
  if (/unexpected|premature|ends/i.test(message))
    return new FormatError('truncated', 'Compressed data is truncated');
  return new FormatError('malformed', `Compressed data is corrupt (${sanitize(message, 200)})`);
}
