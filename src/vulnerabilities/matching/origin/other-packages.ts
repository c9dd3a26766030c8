import { compareText } from '../../../versions/order.js';
import type { MatchablePackage, PackageOrigin } from '../../facts.js';
import { UNKNOWN_PUBLISHER } from './evidence.js';
import { isUnknownStream } from './unknown-streams.js';

/**
 * The packages of a host that no data covers: its distribution did not build them, or its data do not know their module
 * stream.
 */
export interface OtherPackages {
  count: number;
  /** those of the most packages first */
  vendors: { name: string; count: number }[];
  /** the first 20 by name */
  packages: { name: string; version: string; vendor: string }[];
}

/**
 * As the database has them. `matched`: the number of further ones, which were compared with the data about their
 * programs; `programs`: those of known programs, if there are any: they need that data.
 */
export interface StoredOthers extends OtherPackages {
  matched: number;
  programs?: number;
  /** the release of the running kernel, if it is of no package */
  kernel?: string;
}

const MAX_LISTED = 20;

/** Returns the origin of a package; null: the distribution built it. */
export type OriginOf = (pkg: MatchablePackage) => PackageOrigin | null;

function findOtherPackages(
  packages: Iterable<MatchablePackage>,
  originOf: OriginOf,
): StoredOthers | null {
  const others: OtherPackages['packages'] = [];
  const counts = new Map<string, number>();
  let matched = 0;
  let programs = 0;
  for (const pkg of packages) {
    const origin = originOf(pkg);
    if (origin?.isProgram === true) programs += 1;
    if (origin?.ecosystems !== undefined) continue; // its own release has data
    if (origin?.isMatched === true) matched += 1;
    if (origin === null || origin.isMatched) continue;
    const { publisher: vendor } = origin;
    others.push({ name: pkg.name, version: pkg.version, vendor });
    counts.set(vendor, (counts.get(vendor) ?? 0) + 1);
  }
  if (others.length + matched === 0) return null;
  return {
    matched,
    ...(programs > 0 && { programs }),
    count: others.length,
    vendors: [...counts]
      .map(([name, count]) => ({ name, count }))
      .sort((a, b) => b.count - a.count || compareText(a.name, b.name)),
    packages: others.sort(byName).slice(0, MAX_LISTED),
  };
}

const byName = (a: OtherPackages['packages'][number], b: OtherPackages['packages'][number]) =>
  compareText(a.name, b.name) || compareText(a.version, b.version);

/** Returns the packages as JSON for the database; null: the distribution built all. */
export function storeOtherPackages(
  packages: Iterable<MatchablePackage>,
  originOf: OriginOf,
): string | null {
  const others = findOtherPackages(packages, originOf);
  return others && JSON.stringify(others);
}

/** Returns the stored packages. Earlier versions compared none of them. */
export const readOtherPackages = (stored: string | null): StoredOthers | null =>
  stored === null ? null : { matched: 0, ...(JSON.parse(stored) as OtherPackages) };

/** Returns how many of the packages have no known publisher. */
export const unknownCount = ({ vendors }: Pick<OtherPackages, 'vendors'>): number =>
  vendors.find(({ name }) => name === UNKNOWN_PUBLISHER)?.count ?? 0;

/** Returns how many of the packages are of module streams that the data do not know. */
export const streamCount = ({ vendors }: Pick<OtherPackages, 'vendors'>): number =>
  vendors.reduce((sum, { name, count }) => sum + (isUnknownStream(name) ? count : 0), 0);

const MAX_NAMED = 5;

/** Returns `12 packages of nginx.org and PGDG were not matched: …` */
export function otherPackagesText({ count, vendors }: OtherPackages): string {
  const isOfPublishers = streamCount({ vendors }) === 0;
  const named = vendors.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = vendors.length - named.length;
  const names =
    more > 0 ? [...named, `${more} other ${isOfPublishers ? 'publishers' : 'sources'}`] : named;
  const last = names.at(-1) ?? '';
  const list = names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
  const reason = isOfPublishers ? NOT_COVERED : NO_DATA;
  const [noun, verb] = count === 1 ? ['package', 'was'] : ['packages', 'were'];
  return `${count.toLocaleString('en')} ${noun} of ${list} ${verb} not matched: ${reason}`;
}

/** Returns the sentence about packages of several hosts, which does not name them. */
export const commonPackagesText = (others: OtherPackages): string =>
  `Packages of other publishers${streamCount(others) === 0 ? '' : ' or module streams'} were not matched: ${NO_DATA}`;

const NO_DATA = 'the data of the distribution does not cover them.';
const NOT_COVERED = 'the data of the distribution does not cover other publishers.';
