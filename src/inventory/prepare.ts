import type { Database } from '../database/database.js';
import type { Sqlite } from '../database/sqlite.js';
import { together } from '../database/together.js';
import { inNumbers, understand, type Found, type ReadReport, type Report, type Unknown } from './reading/read.js';
import { createReader, type Reader } from './reading/reader.js';
import { stockOf } from './stock.js';

/** A report that was read and is ready to be stored, in no time to speak of. */
export interface PreparedReport extends ReadReport {
  /** what it was read from, to read it anew should its numbers have been swept meanwhile */
  report: Report;
  swept: number;
}

export type Prepared = { ok: true; report: PreparedReport } | { ok: false; why: string };

const readers = new WeakMap<Database, Reader>();
const CHUNK = 250;

/** Reads a report, in a thread of its own where there can be one, and gives its packages and lines their numbers. Not ok: nothing in it could be read. Not inside a transaction. */
export async function prepareReport(database: Database, report: Report): Promise<Prepared> {
  const stock = stockOf(database.sqlite);
  let reader = readers.get(database);
  if (!reader) readers.set(database, (reader = createReader((unknown) => numberAll(database, unknown))));
  let swept = stock.swept;
  const reading = await reader.read(report, () => (swept = stock.swept));
  return reading.ok ? { ok: true, report: { ...reading.report, report, swept } } : reading;
}

/** The report in numbers that hold now. Inside the transaction that stores it. */
export function currentNumbers(sqlite: Sqlite, prepared: PreparedReport): ReadReport {
  const stock = stockOf(sqlite);
  const understood = prepared.swept === stock.swept ? null : understand(prepared.report);
  if (!understood?.ok) return prepared;
  return inNumbers(understood, stock.packages.number(understood.assembled.packages ?? []), stock.lines.number(understood.taken.shared));
}

/** Looks up a few at a time, so that nobody waits long. */
async function numberAll(database: Database, { lines, packages }: Unknown): Promise<Found> {
  const stock = stockOf(database.sqlite);
  const found = { lines: [] as number[], packages: [] as number[], swept: stock.swept };
  for (let from = 0; from < Math.max(lines.length, packages.length); from += CHUNK) {
    if (from > 0) await new Promise((resolve) => { setImmediate(resolve); });
    const some = await together(database, () => ({ lines: stock.lines.number(lines.slice(from, from + CHUNK)), packages: stock.packages.number(packages.slice(from, from + CHUNK)) }));
    found.lines.push(...some.lines);
    found.packages.push(...some.packages);
  }
  return found;
}
