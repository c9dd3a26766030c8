import { digitsEnd, isLetter, writeByte, writeNumber, type KeyBytes } from './key.bytes.js';

// The end of a word sorts before all of these.
const WORD_END = 0x00;
const TILDE = 0x01;
const END = 0x02;
const CARET = 0x03;

/**
 * Writes the key of an rpm version: epoch, version and release, as `compareRpm` reads them. A version without a release
 * sorts before those with one.
 */
export function writeRpmKey(text: string, key: KeyBytes): void {
  const digits = digitsEnd(text, 0);
  const hasEpoch = text.charAt(digits) === ':';
  const dash = text.lastIndexOf('-');
  writeNumber(key, text, 0, hasEpoch ? digits : 0);
  writeSegments(text, hasEpoch ? digits + 1 : 0, dash === -1 ? text.length : dash, key);
  if (dash !== -1) writeSegments(text, dash + 1, text.length, key);
}

function writeSegments(text: string, from: number, to: number, key: KeyBytes): void {
  for (let at = from; at < to;) at = writeSegment(text, at, to, key);
  writeByte(key, END);
}

function writeSegment(text: string, from: number, to: number, key: KeyBytes): number {
  const digits = Math.min(digitsEnd(text, from), to);
  if (digits > from) {
    writeNumber(key, text, from, digits);
    return digits;
  }
  let at = from;
  for (; at < to && isLetter(text.charCodeAt(at)); at += 1) writeByte(key, text.charCodeAt(at));
  if (at > from) {
    writeByte(key, WORD_END);
    return at;
  }
  const unit = text.charCodeAt(from);
  if (unit === 0x7e) writeByte(key, TILDE);
  if (unit === 0x5e) writeByte(key, CARET);
  return from + 1;
}
