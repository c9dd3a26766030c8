import type { Database } from '../database/database.js';
import { exclusively } from '../database/exclusively.js';
import type { Sqlite } from '../database/sqlite.js';
import { assemble } from './assemble.js';
import type { Inventory, Package, SectionWarning } from './inventory.js';
import type { Numbers } from './numbers.js';
import { pack, takeApart, type Taken } from './raw/packed.js';
import type { Sections } from './sections.js';
import { stockOf } from './stock.js';

/** What a report comes to in the tables, once its packages and lines have numbers. */
export interface Numbered {
  /** the packages by their numbers; null: no list of packages could be read */
  packages: ReadonlyMap<number, Package> | null;
  packed: Buffer;
  lines: readonly number[];
}

/** A report that was read and is ready to be stored, in no time to speak of. */
export interface PreparedReport {
  inventory: Inventory;
  warnings: SectionWarning[];
  /** whose data judge the packages; null: what system it is could not be read */
  scopes: readonly string[] | null;
  /** when the host says it was collected, Unix seconds */
  collectedAt: number | null;
  numbered: Numbered;
  /** what `numbered` was made of, to make it anew should its numbers have been swept meanwhile */
  packages: readonly Package[] | null;
  taken: Taken;
  swept: number;
}

export type Prepared = { ok: true; report: PreparedReport } | { ok: false; warnings: SectionWarning[] };

const CHUNK = 500;

/**
 * Reads the sections of a report and gives its packages and lines their numbers, a few at a time, so that nobody waits long. Not ok: nothing in it could be read.
 * Not inside a transaction.
 */
export async function prepareReport(database: Database, sections: Sections): Promise<Prepared> {
  const assembled = assemble(sections);
  if (!assembled.ok) return { ok: false, warnings: assembled.warnings };
  const { inventory, packages, scopes, warnings } = assembled;
  await turn();
  const taken = takeApart(sections);
  const stock = stockOf(database.sqlite);
  const { swept } = stock;
  const packageIds = await numberAll(database, stock.packages, packages ?? []);
  const lineIds = await numberAll(database, stock.lines, taken.shared);
  const numbered = build(packages, taken, packageIds, lineIds);
  return { ok: true, report: { inventory, warnings, scopes, collectedAt: collectedAt(sections), numbered, packages, taken, swept } };
}

/** The report in numbers that hold now. Inside the transaction that stores it. */
export function currentNumbers(sqlite: Sqlite, { packages, taken, swept, numbered }: PreparedReport): Numbered {
  const stock = stockOf(sqlite);
  if (swept === stock.swept) return numbered;
  return build(packages, taken, numberNow(stock.packages, packages ?? []), numberNow(stock.lines, taken.shared));
}

function build(packages: readonly Package[] | null, taken: Taken, packageIds: readonly number[], lineIds: readonly number[]): Numbered {
  const numbered = packages?.map((p, i): [number, Package] => [packageIds[i] ?? 0, p]);
  return { packages: numbered ? new Map(numbered) : null, packed: pack(taken, lineIds), lines: lineIds };
}

async function numberAll<T>(database: Database, numbers: Numbers<T>, things: readonly T[]): Promise<number[]> {
  const texts = things.map((thing) => numbers.textOf(thing));
  const ids = texts.map((text) => numbers.known(text));
  const missing = [...ids.keys()].filter((i) => ids[i] === undefined);
  for (let from = 0; from < missing.length; from += CHUNK) {
    const some = missing.slice(from, from + CHUNK);
    const found = await exclusively(database, () => numbers.number(some.map((i) => things[i] as T)));
    numbers.remember(found);
    for (const i of some) ids[i] = found.get(texts[i] ?? '');
    if (from + CHUNK < missing.length) await turn();
  }
  return ids as number[];
}

function numberNow<T>(numbers: Numbers<T>, things: readonly T[]): number[] {
  const found = numbers.number(things);
  return things.map((thing) => found.get(numbers.textOf(thing)) ?? 0);
}

const turn = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve); });

function collectedAt(sections: Sections): number | null {
  const text = Object.hasOwn(sections, 'collected-at') ? sections['collected-at'] : undefined;
  return text !== undefined && /^\d{9,10}\s*$/.test(text) ? Number(text.trim()) : null;
}
