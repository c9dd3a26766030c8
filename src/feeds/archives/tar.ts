import { ReadableStream } from 'node:stream/web';
import { createTarDecoder } from 'modern-tar';
import { FormatError } from '../formats/format.js';
import { gunzip } from './gunzip.js';
import type { Budget } from './limits.js';
import { decodeTextStream, isGz, stripGz, type Member, type PathFilter } from './member.js';

/**
 * Yields the filtered files of a tar (POSIX ustar and pax, GNU), in its own order. Each must be read before the next
 * one.
 */
export async function* tarMembers(
  bytes: AsyncIterable<Uint8Array>,
  isIncluded: PathFilter,
  budget: Budget,
): AsyncGenerator<Member> {
  const entries = ReadableStream.from(bytes).pipeThrough(createTarDecoder({ strict: true }));
  try {
    for await (const { header, body } of entries) {
      budget.addMember();
      const path = stripGz(header.name).replace(/^\.\//, '');
      if ((header.type ?? 'file') !== 'file' || !isIncluded(path)) {
        await body.cancel();
        continue;
      }
      const content = wrapTarErrors(body);
      yield { path, text: decodeTextStream(isGz(header.name) ? gunzip(content) : content, budget) };
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

/** Converts errors of the tar decoder to FormatError; returns errors of the system unchanged. */
function toTarError(error: unknown): unknown {
  if (error instanceof FormatError || !(error instanceof Error)) return error;
  if ((error as NodeJS.ErrnoException).code !== undefined) return error;
  return new FormatError(
    /truncat|incomplete|unexpected end/i.test(error.message) ? 'truncated' : 'malformed',
    `The tar archive is corrupt: ${error.message.slice(0, 200)}`,
  );
}
