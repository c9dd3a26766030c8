/**
 * Version numbers of Debian's releases by code name (https://www.debian.org/releases/); testing and later ones as
 * osv.dev counts them.
 */
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

/** Returns the ecosystem of a release (`Debian:12`); null: unknown code name. */
export function debianEcosystem(codename: string): string | null {
  const version = RELEASES.get(codename);
  return version === undefined ? null : `Debian:${version}`;
}
