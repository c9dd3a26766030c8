// cspell:ignore STRASSE straße
/**
 * Returns a name in the form in which names are compared: without regard to case in any script, and to how accents are
 * encoded. `Ä` equals `ä`, and `STRASSE` equals `straße` (Unicode, full case folding). Lower case alone would not do:
 * `ß`, `ς` and `ı` meet their other forms in upper case only.
 */
export const foldName = (name: string): string =>
  name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');

/** Returns the items with exactly this name; without any, those with this name in another case. */
export function findNamed<T>(items: readonly T[], name: string, nameOf: (item: T) => string): T[] {
  const exact = items.filter((item) => nameOf(item) === name);
  if (exact.length > 0) return exact;
  const folded = foldName(name);
  return items.filter((item) => foldName(nameOf(item)) === folded);
}
