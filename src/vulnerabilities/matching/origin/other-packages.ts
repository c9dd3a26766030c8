import { compareText } from '../../../versions/order.js';
import type { OriginEvidence } from './evidence.js';
import { otherPublisher } from './package-origin.js';

/** The packages of a host that its distribution did not build. */
export interface OtherPackages {
  count: number;
  /** those of the most packages first */
  vendors: { name: string; count: number }[];
  /** the first 20 by name */
  packages: { name: string; version: string; vendor: string }[];
}

const MAX_LISTED = 20;

/** Returns the publisher of a package that no ecosystem of its host covers; null: one of them may cover it. */
export function publisherOutside(
  ecosystems: readonly string[],
  pkg: OriginEvidence,
): string | null {
  const publishers = ecosystems.map((ecosystem) => otherPublisher(ecosystem, pkg));
  return publishers.includes(null) ? null : (publishers.at(-1) ?? null);
}

/** Returns the packages that no ecosystem of their host covers; null: the distribution built all. */
function findOtherPackages(
  ecosystems: readonly string[],
  packages: Iterable<OriginEvidence>,
): OtherPackages | null {
  const others: OtherPackages['packages'] = [];
  const counts = new Map<string, number>();
  for (const pkg of packages) {
    const vendor = publisherOutside(ecosystems, pkg);
    if (vendor === null) continue;
    others.push({ name: pkg.name, version: pkg.version, vendor });
    counts.set(vendor, (counts.get(vendor) ?? 0) + 1);
  }
  if (others.length === 0) return null;
  return {
    count: others.length,
    vendors: [...counts]
      .map(([name, count]) => ({ name, count }))
      .sort((a, b) => b.count - a.count || compareText(a.name, b.name)),
    packages: others.sort(byName).slice(0, MAX_LISTED),
  };
}

const byName = (a: OtherPackages['packages'][number], b: OtherPackages['packages'][number]) =>
  compareText(a.name, b.name) || compareText(a.version, b.version);

/** Returns the packages as JSON for the database. */
export function storeOtherPackages(
  ecosystems: string,
  packages: Iterable<OriginEvidence>,
): string | null {
  const others = findOtherPackages(JSON.parse(ecosystems) as string[], packages);
  return others && JSON.stringify(others);
}

/** Returns the stored packages. */
export const readOtherPackages = (stored: string | null): OtherPackages | null =>
  stored === null ? null : (JSON.parse(stored) as OtherPackages);

const MAX_NAMED = 5;

/** Returns `12 packages of nginx.org and PGDG were not matched: …` */
export function otherPackagesText({ count, vendors }: OtherPackages): string {
  const named = vendors.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = vendors.length - named.length;
  const names = more > 0 ? [...named, `${more} other publishers`] : named;
  const last = names.at(-1) ?? '';
  const list = names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
  const [noun, verb] = count === 1 ? ['package', 'was'] : ['packages', 'were'];
  return `${count.toLocaleString('en')} ${noun} of ${list} ${verb} not matched: ${NOT_COVERED}`;
}

/** The sentence about packages of several hosts. */
export const OTHER_PACKAGES =
  'Packages of other publishers were not matched: the data of the distribution does not cover them.';

const NOT_COVERED = 'the data of the distribution does not cover other publishers.';
