import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Sections } from '../report/sections.js';
import { DEFLATE_DICTIONARY } from './deflate-dictionary.js';
import { hasLayout, hasHostSlot, joinUnits, splitUnits, type Unit } from './section-units.js';
import {
  createVarintReader,
  createByteWriter,
  type VarintReader,
  type ByteWriter,
} from './varint.js';

// An encoded report consists of the byte 2, the length of the first part, and two parts. Each part is raw deflate
// (RFC 1951) of sections: for each the length of its name, the name, its kind and its content. The first part holds
// the package lists, the second the other sections. Package lists seldom differ from those of the previous report:
// their part is then copied as it is. Lengths and ids are varints.
const FORMAT = 2;
const KINDS = { text: 0, units: 1, utf16: 2 } as const;
// The lengths of the name and of the content, and the kind: a writer reserves eight bytes for each number.
const MAX_HEADER_BYTES = 24;
const MAX_DECODED_BYTES = 256 << 20;

/**
 * A report whose package lists are split into units. `shared`: the shared texts in their order, with
 * repetitions. The caller resolves them to ids, then calls `encodeReport`.
 */
export interface SplitReport {
  /** the second part, as stored: the texts of its sections are not needed any more */
  rest: Buffer;
  units: ReadonlyMap<string, readonly Unit[]>;
  shared: readonly string[];
}

export function splitReport(sections: Sections): SplitReport {
  const units = new Map(
    Object.entries(sections)
      .filter(([name]) => hasLayout(name))
      .map(([name, text]) => [name, splitUnits(name, text)]),
  );
  const shared: string[] = [];
  for (const list of units.values())
    for (const unit of list) if (unit.shared !== null) shared.push(unit.shared);
  return { rest: encodeRest(sections), units, shared };
}

/** Returns a report as it is stored; `ids` are the ids of `shared`, in the same order. */
export function encodeReport({ rest, units }: SplitReport, ids: readonly number[]): Buffer {
  const out = createByteWriter();
  const remainingIds = ids.values();
  for (const [name, list] of units) {
    writeName(out, name);
    writeUnits(out, list, remainingIds);
  }
  return joinParts(deflate(out), rest);
}

/** Returns the second part of a stored report: all sections except package lists. */
export function encodeRest(sections: Sections): Buffer {
  const others = Object.entries(sections).filter(([name]) => !hasLayout(name));
  const bytes = others.map(
    ([name, text]) => Buffer.byteLength(name) + Buffer.byteLength(text) + MAX_HEADER_BYTES,
  );
  const out = createByteWriter(bytes.reduce((sum, length) => sum + length, 0));
  for (const [name, text] of others) {
    writeName(out, name);
    writeText(out, text);
  }
  return deflate(out);
}

/**
 * Returns the package lists of one stored report joined with the rest of another, which `encodeRest`
 * returned. Throws RangeError for an unknown format.
 */
export const withRest = (encoded: Buffer, rest: Uint8Array): Buffer =>
  joinParts(splitParts(encoded)[0], rest);

function joinParts(lists: Uint8Array, rest: Uint8Array): Buffer {
  const head = createByteWriter();
  head.varint(FORMAT);
  head.varint(lists.length);
  return Buffer.concat([head.toBuffer(), lists, rest]);
}

function splitParts(encoded: Buffer): [Buffer, Buffer] {
  if (encoded[0] !== FORMAT) throw new RangeError('the encoded report has an unknown format');
  const reader = createVarintReader(encoded.subarray(1));
  const lists = reader.bytes(reader.varint());
  return [lists, reader.bytes(reader.remaining())];
}

function writeName(out: ByteWriter, name: string): void {
  const bytes = Buffer.from(name);
  out.varint(bytes.length);
  out.bytes(bytes);
}

const deflate = (out: ByteWriter): Buffer =>
  deflateRawSync(out.toBuffer(), { dictionary: DEFLATE_DICTIONARY, level: 6 });

/**
 * Returns the sections of a stored report, unchanged to the character. `lineOf` returns the shared text of
 * an id. Throws RangeError for an unknown format, truncated data and unknown ids.
 * @internal
 */
export function decodeSections(
  encoded: Buffer,
  lineOf: (id: number) => string | undefined,
): Record<string, string> {
  const sections: [string, string][] = [];
  for (const { name, kind, reader } of walk(encoded)) {
    sections.push([
      name,
      kind === KINDS.units ? joinUnits(name, readUnits(reader, lineOf)) : readText(kind, reader),
    ]);
  }
  return Object.fromEntries(sections);
}

/** Returns the ids of all shared texts that a stored report refers to. */
export function lineIds(encoded: Buffer): number[] {
  const ids: number[] = [];
  for (const { kind, reader } of walk(encoded)) {
    if (kind !== KINDS.units) {
      readText(kind, reader);
      continue;
    }
    for (const entry of readEntries(reader)) if (typeof entry === 'number') ids.push(entry);
    readHostNumbers(reader);
  }
  return ids;
}

/** Yields each section with the reader at its content, which the caller must read before the next section. */
function* walk(encoded: Buffer): Generator<{ name: string; kind: number; reader: VarintReader }> {
  for (const part of splitParts(encoded)) {
    const reader = createVarintReader(
      inflateRawSync(part, { dictionary: DEFLATE_DICTIONARY, maxOutputLength: MAX_DECODED_BYTES }),
    );
    while (!reader.isAtEnd()) {
      const name = reader.bytes(reader.varint()).toString();
      yield { name, kind: reader.varint(), reader };
    }
  }
}

function writeText(out: ByteWriter, text: string): void {
  const isWellFormed = text.isWellFormed();
  out.varint(isWellFormed ? KINDS.text : KINDS.utf16);
  out.text(text, isWellFormed ? 'utf8' : 'utf16le');
}

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

const readText = (kind: number, reader: VarintReader): string =>
  reader.bytes(reader.varint()).toString(kind === KINDS.text ? 'utf8' : 'utf16le');

// The units first: 0 and the text as it is, or 1 plus the difference between its id and the id after the previous
// unit's. Lists of one distribution have consecutive ids in the same order, so that most differences are the same
// small byte. Then the count of host numbers, and these as differences.
function writeUnits(out: ByteWriter, units: readonly Unit[], ids: Iterator<number>): void {
  out.varint(KINDS.units);
  out.varint(units.length);
  let expected = 0;
  for (const unit of units) {
    if (unit.shared === null) {
      out.varint(0);
      writeText(out, unit.text);
      continue;
    }
    const id = ids.next().value as number | undefined;
    if (id === undefined) throw new RangeError('a line has no id');
    out.varint(1 + zigzag(id - expected));
    expected = id + 1;
  }
  writeHostNumbers(out, units);
}

function writeHostNumbers(out: ByteWriter, units: readonly Unit[]): void {
  const numbers = units.flatMap((unit) =>
    unit.shared === null || unit.hostNumber === null ? [] : [unit.hostNumber],
  );
  out.varint(numbers.length);
  numbers.forEach((value, i) => {
    out.varint(zigzag(value - (numbers[i - 1] ?? 0)));
  });
}

/** Returns for each unit its id, or its text where it is stored as it is. */
function readEntries(reader: VarintReader): (number | string)[] {
  const entries: (number | string)[] = [];
  let expected = 0;
  for (let left = reader.varint(); left > 0; left -= 1) {
    const code = reader.varint();
    if (code === 0) {
      entries.push(readText(reader.varint(), reader));
      continue;
    }
    entries.push(expected + unzigzag(code - 1));
    expected += unzigzag(code - 1) + 1;
  }
  return entries;
}

function readHostNumbers(reader: VarintReader): number[] {
  let last = 0;
  return Array.from({ length: reader.varint() }, () => {
    last += unzigzag(reader.varint());
    return last;
  });
}

function readUnits(reader: VarintReader, lineOf: (id: number) => string | undefined): Unit[] {
  const entries = readEntries(reader);
  const hostNumbers = readHostNumbers(reader).values();
  return entries.map((entry) => {
    if (typeof entry === 'string') return { shared: null, text: entry };
    const shared = lineOf(entry);
    if (shared === undefined) throw new RangeError(`the line ${entry} is not stored`);
    return {
      shared,
      hostNumber: hasHostSlot(shared) ? (hostNumbers.next().value ?? null) : null,
    };
  });
}
