/** The numbers of Debian's releases by their names (https://www.debian.org/releases/); testing and what comes after it as osv.dev counts them. */
const RELEASES: ReadonlyMap<string, string> = new Map([
  ['potato', '2.2'],
  ['woody', '3.0'],
  ['sarge', '3.1'],
  ['etch', '4'],
  ['lenny', '5'],
  ['squeeze', '6'],
  ['wheezy', '7'],
  ['jessie', '8'],
  ['stretch', '9'],
  ['buster', '10'],
  ['bullseye', '11'],
  ['bookworm', '12'],
  ['trixie', '13'],
  ['forky', '14'],
  ['duke', '15'],
]);

/** The release's scope (`Debian:12`) by its name; null: a name nobody knows here. */
export function debianEcosystem(codename: string): string | null {
  const number = RELEASES.get(codename);
  return number === undefined ? null : `Debian:${number}`;
}
