import type { Budget } from './limits.js';

/** A file out of an archive or folder, as text in pieces. `path` is '' where it came alone; a `.gz` at its end is taken off, as the packing is. */
export interface Member {
  path: string;
  text: Iterable<string> | AsyncIterable<string>;
}

/** Which paths are wanted; `.gz` is taken off before. */
export type PathFilter = (path: string) => boolean;

const BOM = '\ufeff';

/** The text of bytes at hand; what is no UTF-8 becomes U+FFFD. */
export function decodeText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.startsWith(BOM) ? text.slice(1) : text;
}

/** The same for a stream: characters may be cut anywhere. Each piece is counted. */
export async function* decodeTextStream(
  bytes: AsyncIterable<Uint8Array>,
  budget: Budget,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(); // takes a BOM off
  for await (const piece of bytes) {
    budget.addBytes(piece.length);
    const text = decoder.decode(piece, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

export const stripGz = (path: string): string => path.replace(/\.gz$/i, '');
export const isGz = (path: string): boolean => /\.gz$/i.test(path);
