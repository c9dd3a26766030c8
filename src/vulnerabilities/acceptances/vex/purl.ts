const MAX_LENGTH = 1000;

/** A package URL (purl specification), decoded. `namespace`, `version`: null if absent. */
export interface PackageUrl {
  type: string;
  namespace: string | null;
  name: string;
  version: string | null;
  qualifiers: Readonly<Record<string, string>>;
}

/** Parses a package URL; null: it is not one. */
export function parsePurl(text: string): PackageUrl | null {
  if (text.length > MAX_LENGTH || !text.startsWith('pkg:')) return null;
  try {
    return parse(text);
  } catch {
    return null; // an invalid percent-encoding
  }
}

function parse(text: string): PackageUrl | null {
  const [withoutSubpath = ''] = text.slice('pkg:'.length).replace(/^\/+/, '').split('#', 1);
  const [path = '', query = ''] = splitAt(withoutSubpath, withoutSubpath.indexOf('?'));
  // An @ before the last slash belongs to a namespace.
  const at = path.lastIndexOf('@');
  const [names, version] = splitAt(path, at > path.lastIndexOf('/') ? at : -1);
  const parts = names.split('/').filter(Boolean).map(decodeURIComponent);
  const [type, ...others] = parts;
  const name = others.pop();
  if (type === undefined || name === undefined) return null;
  return {
    type: type.toLowerCase(),
    namespace: others.length === 0 ? null : others.join('/').toLowerCase(),
    name,
    version: version === '' ? null : decodeURIComponent(version),
    qualifiers: parseQualifiers(query),
  };
}

/** Splits at an index, which is dropped; -1: there is no second part. */
const splitAt = (text: string, index: number): [string, string] =>
  index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];

const parseQualifiers = (query: string): Record<string, string> =>
  Object.fromEntries(
    query
      .split('&')
      .filter((pair) => pair.includes('='))
      .map((pair) => splitAt(pair, pair.indexOf('=')))
      .map(([key, value]) => [key.toLowerCase(), decodeURIComponent(value)]),
  );

/** A distribution as package URLs and as ecosystems name it; an ecosystem with a colon at its end has releases. */
interface PurlSystem {
  type: 'deb' | 'rpm' | 'apk';
  namespaces: readonly [string, ...string[]];
  ecosystem: string;
}

/** The first namespace is the one that is written. */
const SYSTEMS: readonly PurlSystem[] = [
  { type: 'deb', namespaces: ['debian'], ecosystem: 'Debian:' },
  { type: 'deb', namespaces: ['ubuntu'], ecosystem: 'Ubuntu:' },
  { type: 'apk', namespaces: ['alpine'], ecosystem: 'Alpine:' },
  { type: 'apk', namespaces: ['wolfi'], ecosystem: 'Wolfi' },
  { type: 'apk', namespaces: ['chainguard'], ecosystem: 'Chainguard' },
  { type: 'rpm', namespaces: ['redhat', 'rhel'], ecosystem: 'Red Hat:' },
  { type: 'rpm', namespaces: ['almalinux'], ecosystem: 'AlmaLinux:' },
  { type: 'rpm', namespaces: ['rocky-linux', 'rocky', 'rockylinux'], ecosystem: 'Rocky Linux:' },
  { type: 'rpm', namespaces: ['suse', 'sles'], ecosystem: 'SUSE:' },
  { type: 'rpm', namespaces: ['opensuse'], ecosystem: 'openSUSE:' },
];

const FORMATS: Readonly<Record<string, PurlSystem['type']>> = {
  dpkg: 'deb',
  rpm: 'rpm',
  apk: 'apk',
};

/** Returns the ecosystem of a package URL's distribution; null: no distribution that hostwarden matches. */
export const ecosystemOfPurl = ({ type, namespace }: PackageUrl): string | null =>
  SYSTEMS.find((s) => s.type === type && s.namespaces.includes(namespace ?? ''))?.ecosystem ?? null;

/** Returns the package URL of an installed package, without a version; null: its distribution has none. */
export function purlOfPackage(format: string, ecosystem: string, name: string): string | null {
  const system = SYSTEMS.find(
    (s) => s.type === FORMATS[format] && `${ecosystem}:`.startsWith(s.ecosystem),
  );
  return system ? `pkg:${system.type}/${system.namespaces[0]}/${encodeURIComponent(name)}` : null;
}
