import { printable } from '../../lib/text.js';
import type { Io } from './io.js';
import { printJson, type JsonOption } from './items.js';

/** An object that a command removed. */
interface Removed {
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
  for (const { id, name } of items)
    io.stderr.write(`Removed ${noun} ${name === null ? id : `${id}: ${printable(name)}`}.\n`);
}

/** The shape of `--json` after a removal. */
export const REMOVED_JSON = '{"id", "name"}[]';
