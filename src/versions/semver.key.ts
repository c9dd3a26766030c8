import {
  ABOVE_NUMBERS,
  digitsEnd,
  isZero,
  writeByte,
  writeNumber,
  writeText,
  writeZeros,
  type KeyBytes,
} from './key.bytes.js';

const PRERELEASE = 0x01;
const RELEASE = 0x02;
const WORD = ABOVE_NUMBERS;

/** Writes the key of a semantic version as `compareSemver` reads it: the numbers, then the pre-release identifiers. */
export function writeSemverKey(text: string, key: KeyBytes): void {
  const plus = text.indexOf('+');
  const to = plus === -1 ? text.length : plus;
  const rest = writeCore(text, text.startsWith('v') || text.startsWith('=') ? 1 : 0, key);
  if (rest >= to) return writeByte(key, RELEASE);
  writeByte(key, PRERELEASE);
  writeIdentifiers(text, text.charAt(rest) === '-' ? rest + 1 : rest, to, key);
}

// Zeros are written only if another number follows: 1 and 1.0.0 are equal.
function writeCore(text: string, from: number, key: KeyBytes): number {
  let zeros = 0;
  for (let at = from; ; at += 1) {
    const end = digitsEnd(text, at);
    if (end === at) return at === from ? from : at - 1;
    if (isZero(text, at, end)) zeros += 1;
    else {
      writeZeros(key, zeros);
      writeNumber(key, text, at, end);
      zeros = 0;
    }
    if (text.charAt(end) !== '.') return end;
    at = end;
  }
}

// Of two pre-releases with the same start, the longer one is newer, as with keys.
function writeIdentifiers(text: string, from: number, to: number, key: KeyBytes): void {
  for (let at = from; at <= to;) {
    const dot = text.indexOf('.', at);
    const end = dot === -1 || dot > to ? to : dot;
    writeIdentifier(text, at, end, key);
    at = end + 1;
  }
}

function writeIdentifier(text: string, from: number, to: number, key: KeyBytes): void {
  if (to > from && digitsEnd(text, from) >= to) return writeNumber(key, text, from, to);
  writeByte(key, WORD);
  writeText(key, text, from, to);
}
