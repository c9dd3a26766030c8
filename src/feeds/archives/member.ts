import type { Budget } from './limits.js';

/**
 * A file of an archive or folder, as text in chunks. `path`: without `.gz` (the text is decompressed); '' for a
 * single file.
 */
export interface Member {
  path: string;
  text: Iterable<string> | AsyncIterable<string>;
}

/** Selects members by their path, without `.gz`. */
export type PathFilter = (path: string) => boolean;

const BOM = '\ufeff';

/** Decodes UTF-8; invalid bytes become U+FFFD, a byte order mark is removed. */
export function decodeText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.startsWith(BOM) ? text.slice(1) : text;
}

/**
 * Decodes a UTF-8 stream as `decodeText`; characters may be split between chunks. Each chunk is added to the budget.
 */
export async function* decodeTextStream(
  bytes: AsyncIterable<Uint8Array>,
  budget: Budget,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(); // removes a byte order mark
  for await (const chunk of bytes) {
    budget.addBytes(chunk.length);
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

export const stripGz = (path: string): string => path.replace(/\.gz$/i, '');
export const isGz = (path: string): boolean => /\.gz$/i.test(path);
