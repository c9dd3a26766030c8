/**
 * Replaces, in the shared text of a unit, the number that differs from host to host. A text that already
 * contains this character is stored as it is.
 */
const HOST_SLOT = '\u001a';
const MAX_UNIT_LENGTH = 262_144;

/** How the package list of a section is split into units that hosts share. */
interface Layout {
  separator: string;
  /**
   * matches the number that differs from host to host (the time of installation) as group 2, and the text
   * before it as group 1
   */
  hostNumber?: RegExp;
}

const LAYOUTS: ReadonlyMap<string, Layout> = new Map([
  ['dpkg', { separator: '\n' }],
  ['rpm', { separator: '\n', hostNumber: /^((?:[^\t]{0,4096}\t){8})([1-9]\d{8,9})(?=\t|$)/ }],
  ['apk', { separator: '\n\n' }],
  ['pacman', { separator: '\n' }],
  ['windows-programs', { separator: '\n', hostNumber: /^(.{0,4096}?"date":")([1-9]\d{7})(?=")/ }],
  ['windows-hotfixes', { separator: '\n', hostNumber: /^(.{0,4096}?"date":")([1-9]\d{7})(?=")/ }],
]);

/**
 * A line or block of a section: the text that many hosts share, and the number of this host (null: none).
 * `shared` is null for a unit that is stored as it is.
 */
export type Unit = { shared: string; hostNumber: number | null } | { shared: null; text: string };

/** Whether a section is a package list, which is stored as units. */
export const hasLayout = (section: string): boolean => LAYOUTS.has(section);

/** Splits a section; `joinUnits` restores exactly the same text. */
export function splitUnits(section: string, text: string): Unit[] {
  const { separator, hostNumber } = layoutOf(section);
  return text.split(separator).map((unit) => {
    if (unit.length > MAX_UNIT_LENGTH || unit.includes(HOST_SLOT) || !unit.isWellFormed())
      return { shared: null, text: unit };
    const match = hostNumber?.exec(unit);
    if (!match) return { shared: unit, hostNumber: null };
    const before = match[1] ?? '';
    const digits = match[2] ?? '';
    return {
      shared: before + HOST_SLOT + unit.slice(before.length + digits.length),
      hostNumber: Number(digits),
    };
  });
}

export function joinUnits(section: string, units: readonly Unit[]): string {
  return units
    .map((unit) => {
      if (unit.shared === null) return unit.text;
      return unit.hostNumber === null
        ? unit.shared
        : unit.shared.replace(HOST_SLOT, String(unit.hostNumber));
    })
    .join(layoutOf(section).separator);
}

/** Whether a shared text has a slot for the number of the host. */
export const hasHostSlot = (shared: string): boolean => shared.includes(HOST_SLOT);

function layoutOf(section: string): Layout {
  const layout = LAYOUTS.get(section);
  if (!layout) throw new RangeError(`the section ${section} has no layout`);
  return layout;
}
