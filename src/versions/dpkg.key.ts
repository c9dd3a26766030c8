import {
  NUMBER_LEADS,
  digitsEnd,
  isDigit,
  isLetter,
  writeByte,
  writeNumber,
  writeWide,
  type KeyBytes,
} from './key.bytes.js';

// Possible continuations, in order: a tilde, the end of a part (after a number) or a number (after anything else),
// letters, other characters.
const TILDE = 0x01;
const END = 0x02;
const NUMBERS = 0x02;
const LETTERS = NUMBERS + NUMBER_LEADS;
const ASCII = asciiBytes();
const WIDE = LETTERS + 0x80 - 11;

/**
 * Writes the key of a Debian version: epoch, upstream version and revision, each as `compareDpkg` reads it. A missing
 * revision is 0.
 */
export function writeDpkgKey(text: string, key: KeyBytes): void {
  const digits = digitsEnd(text, 0);
  const epoch = digits > 0 && text.charAt(digits) === ':' ? digits : 0;
  const start = epoch === 0 ? 0 : epoch + 1;
  const dash = text.lastIndexOf('-');
  writeNumber(key, text, 0, epoch);
  writePart(text, start, dash === -1 ? text.length : dash, key);
  writePart(text, dash === -1 ? text.length : dash + 1, text.length, key);
}

// A part that ends without a number has the number zero.
function writePart(text: string, from: number, to: number, key: KeyBytes): void {
  let at = from;
  do {
    for (; at < to && !isDigit(text.charCodeAt(at)); at += 1) putOther(key, text.charCodeAt(at));
    const end = Math.min(digitsEnd(text, at), to);
    writeNumber(key, text, at, end, NUMBERS);
    at = end;
  } while (at < to);
  writeByte(key, END);
}

function putOther(key: KeyBytes, unit: number): void {
  if (unit < ASCII.length) writeByte(key, ASCII[unit] ?? 0);
  else writeWide(key, WIDE, unit);
}

function asciiBytes(): Uint8Array {
  const all = Array.from({ length: 0x80 }, (_, code) => code).filter(
    (code) => !isDigit(code) && code !== 0x7e,
  );
  const bytes = new Uint8Array(0x80);
  [...all.filter(isLetter), ...all.filter((code) => !isLetter(code))].forEach((code, i) => {
    bytes[code] = LETTERS + i;
  });
  bytes[0x7e] = TILDE;
  return bytes;
}
