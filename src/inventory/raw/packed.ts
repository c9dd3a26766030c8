import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Sections } from '../sections.js';
import { PRESET } from './preset.js';
import { hasLayout, hasOwn, joinUnits, splitUnits, type Unit } from './units.js';
import { byteReader, byteWriter, type ByteReader, type ByteWriter } from './varint.js';

// Format 1: one byte 1, then raw deflate (RFC 1951) of the sections: for each the length of its name, the name, its kind and what the kind holds.
const FORMAT = 1;
const KINDS = { text: 0, units: 1, utf16: 2 } as const;
const MAX_UNPACKED = 256 << 20;

/** A report in pieces. Those in `shared` (in their order, with repetitions) are to be known by numbers; ask for these, then `pack`. */
export interface Taken { sections: Sections; units: ReadonlyMap<string, readonly Unit[]>; shared: readonly string[] }

export function takeApart(sections: Sections): Taken {
  const units = new Map(Object.entries(sections).filter(([name]) => hasLayout(name)).map(([name, text]) => [name, splitUnits(name, text)]));
  const shared: string[] = [];
  for (const list of units.values()) for (const unit of list) if (unit.shared !== null) shared.push(unit.shared);
  return { sections, units, shared };
}

/** A report as it is stored; `ids` are the numbers of the pieces in `shared`, in the same order. */
export function pack({ sections, units }: Taken, ids: readonly number[]): Buffer {
  const out = byteWriter();
  const numbers = ids.values();
  for (const [name, text] of Object.entries(sections)) {
    const title = Buffer.from(name);
    out.number(title.length);
    out.bytes(title);
    const list = units.get(name);
    if (list) writeUnits(out, list, numbers);
    else writeText(out, text);
  }
  return Buffer.concat([Buffer.of(FORMAT), deflateRawSync(out.take(), { dictionary: PRESET, level: 6 })]);
}

/** The sections of a stored report, to the character. `lineOf` gives the piece of a number. Throws RangeError for what `pack` did not make. */
export function unpack(packed: Buffer, lineOf: (id: number) => string | undefined): Record<string, string> {
  const sections: [string, string][] = [];
  for (const { name, kind, reader } of walk(packed)) {
    sections.push([name, kind === KINDS.units ? joinUnits(name, readUnits(reader, lineOf)) : readText(kind, reader)]);
  }
  return Object.fromEntries(sections);
}

/** The numbers of all pieces that a stored report holds. */
export function idsOf(packed: Buffer): number[] {
  const ids: number[] = [];
  for (const { kind, reader } of walk(packed)) {
    if (kind !== KINDS.units) {
      readText(kind, reader);
      continue;
    }
    for (const entry of readIds(reader)) if (typeof entry === 'number') ids.push(entry);
    readOwn(reader);
  }
  return ids;
}

function* walk(packed: Buffer): Generator<{ name: string; kind: number; reader: ByteReader }> {
  if (packed[0] !== FORMAT) throw new RangeError('the packed report has an unknown format');
  const reader = byteReader(inflateRawSync(packed.subarray(1), { dictionary: PRESET, maxOutputLength: MAX_UNPACKED }));
  while (!reader.atEnd()) {
    const name = reader.bytes(reader.number()).toString();
    yield { name, kind: reader.number(), reader };
  }
}

function writeText(out: ByteWriter, text: string): void {
  const isWhole = text.isWellFormed();
  const data = Buffer.from(text, isWhole ? 'utf8' : 'utf16le');
  out.number(isWhole ? KINDS.text : KINDS.utf16);
  out.number(data.length);
  out.bytes(data);
}

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

const readText = (kind: number, reader: ByteReader): string => reader.bytes(reader.number()).toString(kind === KINDS.text ? 'utf8' : 'utf16le');

// First the pieces: 0 and the text as it is, or how far the number is from the one behind the last (lists of one distribution have
// neighbouring numbers in the same order, so that most are the same small byte). Then how many own numbers there are, and these as differences.
function writeUnits(out: ByteWriter, units: readonly Unit[], numbers: Iterator<number>): void {
  out.number(KINDS.units);
  out.number(units.length);
  let expected = 0;
  for (const unit of units) {
    if (unit.shared === null) {
      out.number(0);
      writeText(out, unit.text);
      continue;
    }
    const id = numbers.next().value as number | undefined;
    if (id === undefined) throw new RangeError('a line has no number');
    out.number(1 + zigzag(id - expected));
    expected = id + 1;
  }
  const own = units.flatMap((unit) => (unit.shared === null || unit.own === null ? [] : [unit.own]));
  out.number(own.length);
  own.forEach((value, i) => { out.number(zigzag(value - (own[i - 1] ?? 0))); });
}

function readIds(reader: ByteReader): (number | string)[] {
  const entries: (number | string)[] = [];
  let expected = 0;
  for (let left = reader.number(); left > 0; left -= 1) {
    const code = reader.number();
    if (code === 0) {
      entries.push(readText(reader.number(), reader));
      continue;
    }
    entries.push(expected + unzigzag(code - 1));
    expected += unzigzag(code - 1) + 1;
  }
  return entries;
}

function readOwn(reader: ByteReader): number[] {
  let last = 0;
  return Array.from({ length: reader.number() }, () => (last += unzigzag(reader.number())));
}

function readUnits(reader: ByteReader, lineOf: (id: number) => string | undefined): Unit[] {
  const entries = readIds(reader);
  const own = readOwn(reader).values();
  return entries.map((entry) => {
    if (typeof entry === 'string') return { shared: null, text: entry };
    const shared = lineOf(entry);
    if (shared === undefined) throw new RangeError(`the line ${entry} is not stored`);
    return { shared, own: hasOwn(shared) ? own.next().value ?? null : null };
  });
}
