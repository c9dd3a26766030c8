import { GENERIC_RANKS, normalizeVersion, wordRank } from './generic.words.js';
import {
  digitsEnd,
  isDigit,
  isLowerCase,
  isZero,
  writeByte,
  writeNumber,
  writeText,
  writeZeros,
  type KeyBytes,
} from './key.bytes.js';

const isWord = (code: number): boolean => isLowerCase(code) || code >= 0x80;

/** Writes the key of a version without a known order, as `compareGeneric` reads it. */
export function writeGenericKey(version: string, key: KeyBytes): void {
  const text = normalizeVersion(version);
  let zeros = 0;
  for (let at = 0; at < text.length;) {
    const end = partEnd(text, at);
    if (!isDigit(text.charCodeAt(at))) zeros = writeWord(text, at, end, key) ? 0 : zeros;
    else if (isZero(text, at, end)) zeros += 1;
    else {
      writeZeros(key, zeros);
      writeNumber(key, text, at, end);
      zeros = 0;
    }
    at = end;
  }
  writeByte(key, GENERIC_RANKS.end);
}

// A separator is a separate part.
function partEnd(text: string, from: number): number {
  let at = digitsEnd(text, from);
  if (at > from) return at;
  while (isWord(text.charCodeAt(at))) at += 1;
  return Math.max(at, from + 1);
}

/** Returns false if the part is not a word that counts. */
function writeWord(text: string, from: number, to: number, key: KeyBytes): boolean {
  if (!isWord(text.charCodeAt(from))) return false;
  const rank = wordRank(
    text.slice(from, to),
    isDigit(text.charCodeAt(from - 1)) && isDigit(text.charCodeAt(to)),
  );
  if (rank === null) return false;
  writeByte(key, rank);
  if (rank === GENERIC_RANKS.word) writeText(key, text, from, to);
  return true;
}
