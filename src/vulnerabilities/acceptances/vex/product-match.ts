import { cpeParts } from '../../../lib/cpe-parts.js';
import { ecosystemsFor } from '../../matching/ecosystems.js';
import { productPatterns } from '../../matching/packages/distributions/release-products.js';
import { minorOf } from '../../matching/packages/distributions/redhat-minors.js';
import { parseServiceCpe } from '../../matching/services/cpe-name.js';
import { cpeSynonyms } from '../../matching/services/cpe-synonyms.js';
import { isInScope, type ProductMatch } from '../covers.js';
import { ecosystemOfPurl, parsePurl, type PackageUrl } from './purl.js';

/**
 * Returns the ecosystems of a release, with patterns of all its products; empty: it is not known.
 * @param version `12`, `22.04`, `9.2`
 */
const releaseEcosystems = (id: string, version: string): string[] =>
  ecosystemsFor({
    id,
    version,
    codename: null,
    pro: id === 'ubuntu' ? ['esm-infra', 'esm-apps'] : [],
  }).flatMap((name) => [name, ...productPatterns(name)]);

const ID_OF_DISTRO: Readonly<Record<string, string>> = {
  redhat: 'rhel',
  'red hat': 'rhel',
  el: 'rhel',
  'rocky linux': 'rocky',
  'rocky-linux': 'rocky',
  rockylinux: 'rocky',
  opensuse: 'opensuse-leap',
};
// Debian's code names are known to ecosystemsFor.
const UBUNTU_VERSIONS: Readonly<Record<string, string>> = {
  trusty: '14.04',
  xenial: '16.04',
  bionic: '18.04',
  focal: '20.04',
  jammy: '22.04',
  noble: '24.04',
};

/**
 * Returns the ecosystems of the qualifier `distro`: `debian-12`, `bookworm`, `22.04`. Empty: it is not understood, and
 * the package URL names no release that is known.
 */
function distroEcosystems(distro: string, ecosystem: string): string[] {
  const [, id, version] = /^(?:([a-z][a-z_-]*?)-?)?v?(\d[\d.]*)$/.exec(distro) ?? [];
  const system = ecosystem.slice(0, -1).toLowerCase();
  if (version === undefined) return codenameEcosystems(distro, ecosystem);
  const release = ID_OF_DISTRO[id ?? system] ?? id ?? system;
  return releaseEcosystems(release, withoutPointRelease(release, version)).filter((e) =>
    e.startsWith(ecosystem),
  );
}

function codenameEcosystems(codename: string, ecosystem: string): string[] {
  if (ecosystem === 'Ubuntu:') {
    const version = Object.hasOwn(UBUNTU_VERSIONS, codename) ? UBUNTU_VERSIONS[codename] : '';
    return releaseEcosystems('ubuntu', version ?? '');
  }
  if (ecosystem !== 'Debian:') return [];
  return ecosystemsFor({ id: 'debian', version: '', codename, pro: [] });
}

/** Debian 12.5 is Debian 12. */
const withoutPointRelease = (id: string, version: string): string =>
  id === 'debian' ? version.replace(/\..*/, '') : version;

// Architectures of packages for every machine, and of source packages.
const ANY_ARCHITECTURE = new Set(['all', 'noarch', 'any', '']);
const SOURCE_ARCHITECTURE = new Set(['source', 'src']);

function matchOfPurl(purl: PackageUrl): ProductMatch | null {
  const ecosystem = ecosystemOfPurl(purl);
  if (ecosystem === null) return null;
  const { name, version, qualifiers } = purl;
  const { arch = '', distro = '', epoch = '', rpmmod } = qualifiers;
  if (rpmmod !== undefined && version === null) return null; // other module streams have the same package
  const hasReleases = ecosystem.endsWith(':');
  const scopes =
    distro !== '' && hasReleases ? distroEcosystems(distro.toLowerCase(), ecosystem) : [ecosystem];
  if (scopes.length === 0) return null;
  const full = /^[1-9]\d*$/.test(epoch) && version !== null ? `${epoch}:${version}` : version;
  const isSource = SOURCE_ARCHITECTURE.has(arch);
  return {
    of: isSource ? 'source' : 'package',
    names: [name],
    versions: full === null ? null : [full],
    architectures: isSource || ANY_ARCHITECTURE.has(arch) ? null : [arch],
    scopes,
  };
}

/** Converts a CPE 2.2 URI (`cpe:/a:openbsd:openssh:9.2:p1`) to a formatted string of CPE 2.3; null: it is not one. */
function toCpe23(text: string): string | null {
  if (text.startsWith('cpe:2.3:')) return text;
  if (!/^cpe:\/[aoh]:/.test(text) || text.length > 500) return null;
  try {
    const parts = text.slice('cpe:/'.length).split(':').map(decodeURIComponent);
    const escaped = parts.map((part) => part.replace(/[^\w.-]/g, '\\$&') || '*');
    return `cpe:2.3:${[...escaped, ...Array<string>(11).fill('*')].slice(0, 11).join(':')}`;
  } catch {
    return null; // an invalid percent-encoding
  }
}

/** Whether a value has a wildcard: the name is not that of a single product. A `*` alone is any value. */
const hasWildcard = (cpe: string): boolean => /[*?]/.test(cpe.replace(/:\*(?=:|$)/g, ':'));

function matchOfCpe(text: string): ProductMatch | null {
  const formatted = toCpe23(text);
  if (formatted === null || hasWildcard(formatted)) return null;
  const [, , , , , writtenVersion] = cpeParts(formatted) ?? [];
  const cpe = parseServiceCpe(formatted);
  if (cpe === null || writtenVersion === '-') return null;
  const { part, vendor, product, version, update } = cpe;
  return {
    of: 'source',
    names: [...cpeSynonyms(vendor.toLowerCase(), product.toLowerCase())],
    versions: version === null ? null : cpeVersions(version, update),
    architectures: null,
    scopes: [`cpe:${part}`],
  };
}

/** The dictionary splits `9.2p1` into version `9.2` and update `p1`. */
const cpeVersions = (version: string, update: string | null): string[] =>
  update === null ? [version] : [`${version}${update}`, `${version}-${update}`];

/** Extended support of a minor release of Red Hat Enterprise Linux, as products of CPE names. */
const EXTENDED_PRODUCTS = ['eus', 'aus', 'e4s', 'tus', 'els'].flatMap((name) => [
  `rhel_${name}`,
  `enterprise_linux_${name}`,
]);

/** Operating systems as `vendor:product` of CPE names. */
const PLATFORM_IDS: Readonly<Record<string, string>> = {
  'redhat:enterprise_linux': 'rhel',
  ...Object.fromEntries(EXTENDED_PRODUCTS.map((name) => [`redhat:${name}`, 'rhel'])),
  'debian:debian_linux': 'debian',
  'canonical:ubuntu_linux': 'ubuntu',
  'alpinelinux:alpine_linux': 'alpine',
  'almalinux:almalinux': 'almalinux',
  'rocky:rocky': 'rocky',
  'resf:rocky_linux': 'rocky',
  'suse:sles': 'sles',
  'suse:linux_enterprise_server': 'sles',
  'suse:sled': 'sled',
  'suse:sles_sap': 'sles_sap',
  'opensuse:leap': 'opensuse-leap',
};

/**
 * Returns the ecosystems of an operating system's release (`cpe:/o:redhat:enterprise_linux:9`); null: it is not one
 * that hostwarden matches. A service pack is the CPE's update.
 */
export function platformEcosystems(text: string): string[] | null {
  const formatted = toCpe23(text);
  const cpe = formatted === null ? null : parseServiceCpe(formatted);
  if (cpe === null || cpe.version === null) return null;
  const name = `${cpe.vendor}:${cpe.product}`;
  const id = Object.hasOwn(PLATFORM_IDS, name) ? PLATFORM_IDS[name] : undefined;
  if (id === undefined) return null;
  const servicePack = /^sp(\d+)$/i.exec(cpe.update ?? '')?.[1];
  const version = servicePack === undefined ? cpe.version : `${cpe.version}.${servicePack}`;
  const found =
    id === 'rhel' && /^\d\d+$/.test(version)
      ? minorReleases(version).flatMap((minor) => releaseEcosystems(id, minor))
      : releaseEcosystems(id, withoutPointRelease(id, version));
  return found.length === 0 ? null : found;
}

/** Since version 10, Red Hat files advisories under minor releases: 10.0 to 10.10. */
const minorReleases = (major: string): string[] => [
  major,
  ...Array.from({ length: 11 }, (_, minor) => `${major}.${minor}`),
];

/**
 * Returns how a component of an operating system is matched; null: it is not understood. A component of the extended
 * support of a minor release is matched by its version only, since that has the minor release in its name.
 * @param platform the CPE name of the operating system
 */
export function matchOfComponent(id: string, platform: string): ProductMatch | null {
  const ecosystems = platformEcosystems(platform);
  const match = ecosystems === null ? null : matchOfProduct(id, ecosystems);
  const cpe = parseServiceCpe(toCpe23(platform) ?? '');
  if (match === null || cpe === null || !EXTENDED_PRODUCTS.includes(cpe.product)) return match;
  const minor = (cpe.version ?? '').replace('.', '_');
  return match.versions?.every((version) => minorOf(version) === minor) ? match : null;
}

/**
 * Returns how a product is matched with packages or services; null: it is not understood, or is of a kind that
 * hostwarden does not see (containers, language packages).
 * @param id a package URL or a CPE name
 * @param platform ecosystems of the operating system that the product is part of
 */
export function matchOfProduct(id: string, platform: string[] | null = null): ProductMatch | null {
  const purl = parsePurl(id);
  if (purl === null) return platform === null ? matchOfCpe(id) : null; // services have no platform
  const match = matchOfPurl(purl);
  if (match === null || platform === null) return match;
  const scopes = platform.filter((e) => match.scopes.some((scope) => isInScope(scope, e)));
  return scopes.length === 0 ? null : { ...match, scopes };
}
