import { pipeThrough, ProgramError } from '../../platform/process/pipe-program.js';
import { FormatError } from '../formats/format.js';
import { sanitize } from '../formats/coerce.js';
import type { Budget } from './limits.js';

/** Packings that Node does not know in all its versions: the system's own programs unpack them. */
export type Compression = 'bzip2' | 'xz' | 'zstd';

const PACKAGES: Readonly<Record<Compression, string>> = {
  bzip2: 'bzip2',
  xz: 'xz-utils, or xz',
  zstd: 'zstd',
};
// xz would take what memory a file asks for; BusyBox's has no such option, and none of this.
const ENV = { XZ_DEFAULTS: '--memlimit-decompress=256MiB' };

/**
 * Unpacks on the way by the program of that name. Throws FormatError: `unsupported_format` where there is no such program (the message says what to do), `truncated`, `malformed`,
 * and `too_large` where the budget or its memory is spent.
 */
export async function* decompress(
  packing: Compression,
  bytes: AsyncIterable<Uint8Array>,
  budget: Budget,
  through = pipeThrough,
): AsyncGenerator<Buffer> {
  try {
    for await (const piece of through(packing, ['-dc'], bytes, ENV)) {
      budget.addBytes(piece.length);
      yield piece;
    }
  } catch (error) {
    throw error instanceof ProgramError ? toDecompressError(packing, error) : error;
  }
}

function toDecompressError(packing: Compression, { code, message }: ProgramError): Error {
  if (code === 'missing') {
    return new FormatError(
      'unsupported_format',
      `The file is packed by ${packing}, and this machine has no program ${packing} to unpack it with: install it (package ${PACKAGES[packing]}), or unpack the file first (${packing} -d), or pack it by gzip`,
    );
  }
  if (code === 'stuck') return new Error(message);
  if (/memory usage limit/i.test(message))
    return new FormatError(
      'too_large',
      `The file needs more than 256 MiB of memory to unpack (${packing})`,
    );
  if (/unexpected|premature|ends/i.test(message))
    return new FormatError('truncated', 'The packed data breaks off in the middle');
  return new FormatError('malformed', `The packed data is damaged (${sanitize(message, 200)})`);
}
