import { sanitize } from './coerce.js';
import { FormatError } from './format.js';

const MAX_SHOWN = 120; // characters of a header

/** The position of each column; null: an optional column that the file does not have. */
export type Columns<Needed extends string, Optional extends string> = Record<Needed, number> &
  Record<Optional, number | null>;

/**
 * Finds columns by the names of a header; case and surrounding blanks do not count. Throws FormatError if a needed one
 * is missing: the order of columns alone does not say what they are.
 * @param line number of the header in the file
 */
export function findColumns<Needed extends string, Optional extends string>(
  header: readonly string[],
  { needed, optional }: { needed: readonly Needed[]; optional: readonly Optional[] },
  line: number,
): Columns<Needed, Optional> {
  const names = header.map((cell) =>
    cell
      .replace(/^\ufeff/, '')
      .trim()
      .toLowerCase(),
  );
  const positionOf = (name: string): number => names.indexOf(name.toLowerCase());
  const missing = needed.filter((name) => positionOf(name) === -1);
  if (missing.length > 0) {
    const found = JSON.stringify(sanitize(header.join(','), MAX_SHOWN));
    throw new FormatError(
      'unsupported_format',
      `Line ${line} is not a header with the columns ${needed.join(' and ')} ` +
        `(missing: ${missing.join(', ')}); found ${found}`,
    );
  }
  return Object.fromEntries([
    ...needed.map((name) => [name, positionOf(name)]),
    ...optional.map((name) => [name, positionOf(name) === -1 ? null : positionOf(name)]),
  ]) as Columns<Needed, Optional>;
}
