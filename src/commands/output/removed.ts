import { printable } from '../../lib/text.js';
import { reportFailed, type EachOutcome } from '../client/each.js';
import type { Io } from './io.js';
import { printJson, type JsonOption } from './items.js';

/** An object that a command removed. */
export interface Removed {
  id: number;
  /** null: it has none */
  name: string | null;
}

/** Prints what a `remove` command removed: a line for each on standard error, or JSON. */
export function printRemoved(
  noun: string,
  removed: readonly Removed[],
  { json }: JsonOption,
  io: Pick<Io, 'stdout' | 'stderr'>,
): void {
  const items = removed.map(({ id, name }) => ({ id, name }));
  if (json === true) return printJson(items, io);
  for (const item of items) io.stderr.write(`Removed ${noun} ${describe(item)}.\n`);
}

/** Prints what was removed, then a line for each that failed. Returns the exit code. */
export function printRemovedEach(
  noun: string,
  outcome: EachOutcome<Removed, Removed>,
  options: JsonOption,
  io: Pick<Io, 'stdout' | 'stderr'>,
): number {
  printRemoved(noun, outcome.done, options, io);
  return reportFailed(outcome, (item) => `Not removed: ${noun} ${describe(item)}`, io);
}

const describe = ({ id, name }: Removed): string =>
  name === null ? String(id) : `${id}: ${printable(name)}`;

/** The shape of `--json` after a removal. */
export const REMOVED_JSON = '{"id", "name"}[]';
