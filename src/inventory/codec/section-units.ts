/** Stands in a unit where a number was taken out that differs from host to host. A text that holds it already is left whole. */
const SLOT = '\u001a';
const MAX_UNIT = 262_144;

/** How the list of packages in a section falls apart into units that many hosts share. */
interface Layout {
  separator: string;
  /** finds the number that differs from host to host: when it was installed. What stands before it is group 1. */
  own?: RegExp;
}

const LAYOUTS: ReadonlyMap<string, Layout> = new Map([
  ['dpkg', { separator: '\n' }],
  ['rpm', { separator: '\n', own: /^((?:[^\t]{0,4096}\t){8})([1-9]\d{8,9})(?=\t|$)/ }],
  ['apk', { separator: '\n\n' }],
  ['pacman', { separator: '\n' }],
  ['windows-programs', { separator: '\n', own: /^(.{0,4096}?"date":")([1-9]\d{7})(?=")/ }],
  ['windows-hotfixes', { separator: '\n', own: /^(.{0,4096}?"date":")([1-9]\d{7})(?=")/ }],
]);

/** A piece of a section: what many hosts share, and the number that is the host's own (null: it has none). `shared` is null for a piece that is stored as it is. */
export type Unit = { shared: string; own: number | null } | { shared: null; text: string };

export const hasLayout = (section: string): boolean => LAYOUTS.has(section);

/** Takes a section apart; `joinUnits` puts it together again, to the character. */
export function splitUnits(section: string, text: string): Unit[] {
  const { separator, own } = layoutOf(section);
  return text.split(separator).map((piece) => {
    if (piece.length > MAX_UNIT || piece.includes(SLOT) || !piece.isWellFormed())
      return { shared: null, text: piece };
    const match = own?.exec(piece);
    if (!match) return { shared: piece, own: null };
    const before = match[1] ?? '';
    const number = match[2] ?? '';
    return {
      shared: before + SLOT + piece.slice(before.length + number.length),
      own: Number(number),
    };
  });
}

export function joinUnits(section: string, units: readonly Unit[]): string {
  return units
    .map((unit) => {
      if (unit.shared === null) return unit.text;
      return unit.own === null ? unit.shared : unit.shared.replace(SLOT, String(unit.own));
    })
    .join(layoutOf(section).separator);
}

/** Whether a shared piece has a place for the host's own number. */
export const hasHostSlot = (shared: string): boolean => shared.includes(SLOT);

function layoutOf(section: string): Layout {
  const layout = LAYOUTS.get(section);
  if (!layout) throw new RangeError(`the section ${section} has no layout`);
  return layout;
}
