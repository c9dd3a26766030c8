import { Readable } from 'node:stream';
import type { Breathe } from './breathe.js';

const CHUNK = 65_536; // characters

/** A stream of small texts in larger pieces, which lets others have their turn in between. */
export function streamOf(texts: Iterable<string>, breathe: Breathe): Readable {
  return Readable.from(pieces(texts, breathe), { objectMode: false });
}

async function* pieces(texts: Iterable<string>, breathe: Breathe): AsyncGenerator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < CHUNK) continue;
    yield piece;
    piece = '';
    await breathe();
  }
  if (piece !== '') yield piece;
}
