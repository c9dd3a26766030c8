import { ReadableStream } from 'node:stream/web';
import { createTarDecoder } from 'modern-tar';
import { FormatError } from '../formats/format.js';
import { gunzip } from './gunzip.js';
import type { Budget } from './limits.js';
import { isGz, decodeTextStream, stripGz, type Member, type PathFilter } from './member.js';

/** The wanted files of a tar (POSIX ustar and pax, GNU), in its own order. Each must be read before the next one is asked for. */
export async function* tarMembers(
  bytes: AsyncIterable<Uint8Array>,
  wanted: PathFilter,
  budget: Budget,
): AsyncGenerator<Member> {
  const entries = ReadableStream.from(bytes).pipeThrough(createTarDecoder({ strict: true }));
  try {
    for await (const { header, body } of entries) {
      budget.addMember();
      const path = stripGz(header.name).replace(/^\.\//, '');
      if ((header.type ?? 'file') !== 'file' || !wanted(path)) {
        await body.cancel();
        continue;
      }
      const bytes = wrapTarErrors(body);
      yield { path, text: decodeTextStream(isGz(header.name) ? gunzip(bytes) : bytes, budget) };
    }
  } catch (error) {
    throw toTarError(error);
  }
}

async function* wrapTarErrors(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw toTarError(error);
  }
}

function toTarError(error: unknown): unknown {
  if (error instanceof FormatError || !(error instanceof Error)) return error;
  if ((error as NodeJS.ErrnoException).code !== undefined) return error; // the machine's, not the data's
  return new FormatError(
    /truncat|incomplete|unexpected end/i.test(error.message) ? 'truncated' : 'malformed',
    `The tar archive is damaged: ${error.message.slice(0, 200)}`,
  );
}
