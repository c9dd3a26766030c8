/** The buffer of a key. One is shared by all keys, since writing a key is synchronous. */
export interface KeyBytes {
  readonly bytes: Buffer;
  length: number;
}

const NUMBER = 0x80;
const WIDE = 0xf0;
const TEXT_END = 0x00;
// Numbers below 100, then those of 3 to 24 digits, then all longer ones.
const LONGER = 100;
const LONGEST = LONGER + 22;
/** How many different bytes a number may begin with, counted from its base. */
export const NUMBER_LEADS = LONGEST + 1;

/** Above the first byte of every number. No key begins with FF: FF is above all keys. */
export const ABOVE_NUMBERS = NUMBER + NUMBER_LEADS;

export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
export const isLowerCase = (code: number): boolean => code >= 0x61 && code <= 0x7a;
export const isLetter = (code: number): boolean => isLowerCase(code | 0x20);

/** Returns where the run of digits that begins at `from` ends. */
export function digitsEnd(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

/** Returns where the run of lower-case letters (a to z) that begins at `from` ends. */
export function lowerCaseEnd(text: string, from: number): number {
  let at = from;
  while (isLowerCase(text.charCodeAt(at))) at += 1;
  return at;
}

export function writeByte(key: KeyBytes, byte: number): void {
  key.bytes[key.length] = byte;
  key.length += 1;
}

/**
 * Writes the digits of `text` between `from` and `to` by value; no digits are zero. Below 100: one byte, `base`
 * plus the value (80 to E3). Otherwise: one byte for the number of digits (a number with more digits is greater),
 * then two digits in each byte.
 */
export function writeNumber(
  key: KeyBytes,
  text: string,
  from: number,
  to: number,
  base = NUMBER,
): void {
  let at = from;
  while (at < to && text.charCodeAt(at) === 0x30) at += 1;
  const count = to - at;
  if (count === 0) return writeByte(key, base);
  if (count === 1) return writeByte(key, base + digit(text, at));
  if (count === 2) return writeByte(key, base + digits(text, at));
  writeCount(key, count, base);
  if (count % 2 === 1) {
    writeByte(key, digit(text, at));
    at += 1;
  }
  for (; at < to; at += 2) writeByte(key, digits(text, at));
}

/** Writes `count` zeros, each as a number. */
export function writeZeros(key: KeyBytes, count: number): void {
  for (let i = 0; i < count; i += 1) writeByte(key, NUMBER);
}

/** Whether the value of the digits between `from` and `to` is zero. */
export function isZero(text: string, from: number, to: number): boolean {
  let at = from;
  while (at < to && text.charCodeAt(at) === 0x30) at += 1;
  return at === to;
}

const digit = (text: string, at: number): number => text.charCodeAt(at) - 0x30;
const digits = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1);

function writeCount(key: KeyBytes, count: number, base: number): void {
  const lead = LONGER + count - 3;
  if (lead < LONGEST) return writeByte(key, base + lead);
  writeByte(key, base + LONGEST);
  writeByte(key, count >> 8);
  writeByte(key, count & 0xff);
}

/**
 * Writes the code units of the text between `from` and `to`, each as one byte (01 to EF) or three. A longer text
 * sorts after its prefix.
 */
export function writeText(key: KeyBytes, text: string, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < WIDE - 1) writeByte(key, unit + 1);
    else writeWide(key, WIDE, unit);
  }
  writeByte(key, TEXT_END);
}

/** Writes a code unit after a leading byte. */
export function writeWide(key: KeyBytes, lead: number, unit: number): void {
  writeByte(key, lead);
  writeByte(key, unit >> 8);
  writeByte(key, unit & 0xff);
}
