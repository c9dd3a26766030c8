import { APK_SUFFIXES } from './apk.js';
import {
  digitsEnd,
  isDigit,
  isLowerCase,
  writeByte,
  writeNumber,
  writeText,
  lowerCaseEnd,
  type KeyBytes,
} from './key.bytes.js';

// Suffixes are 10 to 13 (older than the release) and 19 to 1D (newer). The other possible continuations are
// between or after them.
const SUFFIX = 0x10;
const LATE_SUFFIX = 0x14;
const INVALID = 0x14;
const END = 0x15;
const REVISION = 0x16;
const HASH = 0x17;
const SUFFIX_NUMBER = 0x18;
const LETTER = 0x1e;
const ZERO = 0x20;
const FRACTION = 0x21;

const isHex = (code: number): boolean => isDigit(code) || (code >= 0x61 && code <= 0x66);

/**
 * Writes the key of an Alpine version, part by part as `compareApk` reads it. Each writer returns where its part
 * ends, or where it would begin if it is missing.
 */
export function writeApkKey(text: string, key: KeyBytes): void {
  const first = digitsEnd(text, 0);
  if (first > 0) writeNumber(key, text, 0, first);
  const end = first === 0 ? 0 : writeParts(text, first, key);
  const isWhole = first > 0 && end === text.length;
  writeByte(key, isWhole ? END : INVALID);
  if (!isWhole) writeText(key, text, end, text.length);
}

/** Writes the parts after the first number. */
function writeParts(text: string, from: number, key: KeyBytes): number {
  let at = writeNumbers(text, from, key);
  at = writeLetters(text, at, key);
  at = writeSuffixes(text, at, key);
  at = writeHash(text, at, key);
  return writeRevision(text, at, key);
}

/** Writes the common start of the keys of all versions that begin with the same numbers. */
export function writeApkNumbers(text: string, key: KeyBytes): void {
  const first = digitsEnd(text, 0);
  if (first > 0) writeNumber(key, text, 0, first);
  writeNumbers(text, first, key);
}

function writeNumbers(text: string, from: number, key: KeyBytes): number {
  let at = from;
  while (text.charAt(at) === '.' && isDigit(text.charCodeAt(at + 1))) {
    const end = digitsEnd(text, at + 1);
    writeApkNumber(text, at + 1, end, key);
    at = end;
  }
  return at;
}

function writeApkNumber(text: string, from: number, to: number, key: KeyBytes): void {
  if (text.charAt(from) !== '0') return writeNumber(key, text, from, to);
  if (to - from === 1) return writeByte(key, ZERO);
  writeByte(key, FRACTION);
  writeText(key, text, from, to);
}

// Leading zeros of a number after a letter do not count. It sorts above everything else in its position.
function writeLetters(text: string, from: number, key: KeyBytes): number {
  let at = from;
  while (isLowerCase(text.charCodeAt(at))) {
    writeByte(key, LETTER);
    writeByte(key, text.charCodeAt(at));
    const end = digitsEnd(text, at + 1);
    if (end === at + 1) return end;
    writeNumber(key, text, at + 1, end);
    at = writeNumbers(text, end, key);
  }
  return at;
}

function writeSuffixes(text: string, from: number, key: KeyBytes): number {
  let at = from;
  while (text.charAt(at) === '_') {
    const end = lowerCaseEnd(text, at + 1);
    const suffix = end === at + 1 ? -1 : APK_SUFFIXES.indexOf(text.slice(at + 1, end));
    if (suffix === -1) break;
    writeByte(key, suffix < APK_SUFFIXES.indexOf('') ? SUFFIX + suffix : LATE_SUFFIX + suffix);
    at = digitsEnd(text, end);
    if (at > end) {
      writeByte(key, SUFFIX_NUMBER);
      writeNumber(key, text, end, at);
    }
  }
  return at;
}

function writeHash(text: string, from: number, key: KeyBytes): number {
  let at = from + 1;
  while (isHex(text.charCodeAt(at))) at += 1;
  if (text.charAt(from) !== '~' || at === from + 1) return from;
  writeByte(key, HASH);
  writeText(key, text, from + 1, at);
  return at;
}

function writeRevision(text: string, from: number, key: KeyBytes): number {
  const end = digitsEnd(text, from + 2);
  if (!text.startsWith('-r', from) || end === from + 2) return from;
  writeByte(key, REVISION);
  writeNumber(key, text, from + 2, end);
  return end;
}
