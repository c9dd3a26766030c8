import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Sections } from '../report/sections.js';
import { DEFLATE_DICTIONARY } from './deflate-dictionary.js';
import { hasLayout, hasHostSlot, joinUnits, splitUnits, type Unit } from './section-units.js';
import { createVarintReader, byteWriter, type VarintReader, type ByteWriter } from './varint.js';

// Format 1: one byte 1, then raw deflate (RFC 1951) of the sections: for each the length of its name, the name, its kind and what the kind holds.
// Format 2: one byte 2, the length of the first of two such deflated rows, and these: the lists of packages, which are the same from one report to the next more
// often than not and then are taken over as they are, and the rest.
const FORMATS = { whole: 1, halves: 2 } as const;
const KINDS = { text: 0, units: 1, utf16: 2 } as const;
const MAX_UNPACKED = 256 << 20;

/** A report in pieces. Those in `shared` (in their order, with repetitions) are to be known by numbers; ask for these, then `pack`. */
export interface SplitReport {
  sections: Sections;
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
  return { sections, units, shared };
}

/** A report as it is stored; `ids` are the numbers of the pieces in `shared`, in the same order. */
export function encodeReport({ sections, units }: SplitReport, ids: readonly number[]): Buffer {
  const out = byteWriter();
  const numbers = ids.values();
  for (const [name, list] of units) {
    writeName(out, name);
    writeUnits(out, list, numbers);
  }
  return joinHalves(deflated(out), encodeRest(sections));
}

/** The half of a stored report without the lists of packages. */
export function encodeRest(sections: Sections): Buffer {
  const out = byteWriter();
  for (const [name, text] of Object.entries(sections)) {
    if (hasLayout(name)) continue;
    writeName(out, name);
    writeText(out, text);
  }
  return deflated(out);
}

/** The lists of packages of a stored report with the rest of another one, which `encodeRest` made. Throws RangeError for what is not in halves. */
export const withRest = (packed: Buffer, rest: Uint8Array): Buffer =>
  joinHalves(halvesOf(packed)[0], rest);

function joinHalves(lists: Uint8Array, rest: Uint8Array): Buffer {
  const head = byteWriter();
  head.number(FORMATS.halves);
  head.number(lists.length);
  return Buffer.concat([head.take(), lists, rest]);
}

function halvesOf(packed: Buffer): [Buffer, Buffer] {
  if (packed[0] !== FORMATS.halves) throw new RangeError('the packed report has an unknown format');
  const reader = createVarintReader(packed.subarray(1));
  const lists = reader.bytes(reader.number());
  return [lists, reader.bytes(reader.left())];
}

function writeName(out: ByteWriter, name: string): void {
  const title = Buffer.from(name);
  out.number(title.length);
  out.bytes(title);
}

const deflated = (out: ByteWriter): Buffer =>
  deflateRawSync(out.take(), { dictionary: DEFLATE_DICTIONARY, level: 6 });

/** The sections of a stored report, to the character. `lineOf` gives the piece of a number. Throws RangeError for what `pack` did not make. */
export function decodeSections(
  packed: Buffer,
  lineOf: (id: number) => string | undefined,
): Record<string, string> {
  const sections: [string, string][] = [];
  for (const { name, kind, reader } of walk(packed)) {
    sections.push([
      name,
      kind === KINDS.units ? joinUnits(name, readUnits(reader, lineOf)) : readText(kind, reader),
    ]);
  }
  return Object.fromEntries(sections);
}

/** The numbers of all pieces that a stored report holds. */
export function lineIds(packed: Buffer): number[] {
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

function* walk(packed: Buffer): Generator<{ name: string; kind: number; reader: VarintReader }> {
  for (const part of packed[0] === FORMATS.whole ? [packed.subarray(1)] : halvesOf(packed)) {
    const reader = createVarintReader(
      inflateRawSync(part, { dictionary: DEFLATE_DICTIONARY, maxOutputLength: MAX_UNPACKED }),
    );
    while (!reader.atEnd()) {
      const name = reader.bytes(reader.number()).toString();
      yield { name, kind: reader.number(), reader };
    }
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

const readText = (kind: number, reader: VarintReader): string =>
  reader.bytes(reader.number()).toString(kind === KINDS.text ? 'utf8' : 'utf16le');

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
  const own = units.flatMap((unit) =>
    unit.shared === null || unit.own === null ? [] : [unit.own],
  );
  out.number(own.length);
  own.forEach((value, i) => {
    out.number(zigzag(value - (own[i - 1] ?? 0)));
  });
}

function readIds(reader: VarintReader): (number | string)[] {
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

function readOwn(reader: VarintReader): number[] {
  let last = 0;
  return Array.from({ length: reader.number() }, () => (last += unzigzag(reader.number())));
}

function readUnits(reader: VarintReader, lineOf: (id: number) => string | undefined): Unit[] {
  const entries = readIds(reader);
  const own = readOwn(reader).values();
  return entries.map((entry) => {
    if (typeof entry === 'string') return { shared: null, text: entry };
    const shared = lineOf(entry);
    if (shared === undefined) throw new RangeError(`the line ${entry} is not stored`);
    return { shared, own: hasHostSlot(shared) ? (own.next().value ?? null) : null };
  });
}
