import type { Match } from '../../../facts.js';
import type { LookupTarget, ResolvedTarget } from '../lookup-target.js';

/**
 * Returns where the data about a package of Debian's backports are. `~bpo12` is the release that it was built for. It
 * is a package of a later release, rebuilt: of the next one, or of the one after that (backports-sloppy). The data of
 * the installed release are about another version. A security update (`+deb13u1`) names its release.
 */
export function backportTargets(target: LookupTarget): LookupTarget[] {
  if (!target.version.includes('~bpo')) return [target];
  const [, version, release = ''] = /^(.+)~bpo(\d+)\+\d/.exec(target.version) ?? [];
  if (version === undefined || target.ecosystem !== `Debian:${release}`) return [target];
  const named = /[+~]deb(\d+)u\d+$/.exec(version)?.[1];
  return [1, 2]
    .map((later) => `Debian:${Number(release) + later}`)
    .filter(
      (name, _index, names) => name === `Debian:${named}` || !names.includes(`Debian:${named}`),
    )
    .map((ecosystem) => ({ ...target, ecosystem, version, isAlternative: true }));
}

/**
 * Returns the targets of each release that a package may be of, the nearest first. A release whose data do not know
 * the package does not count. If only one release has data that name this version, it is that.
 */
export function alternativesOf(
  targets: readonly ResolvedTarget[],
  isNamed: (target: ResolvedTarget) => boolean,
): (readonly ResolvedTarget[])[] {
  if (!targets.some(({ target }) => target.isAlternative)) return [targets];
  const releases = new Set(
    targets.filter(({ target }) => target.isAlternative).map(({ target }) => target.ecosystem),
  );
  const all = [...releases].map((release) =>
    targets.filter(({ target }) => !target.isAlternative || target.ecosystem === release),
  );
  const known = all.filter((some) => some.some(({ packageId }) => packageId !== undefined));
  const named = known.filter((some) => some.some(isNamed));
  if (named.length === 1) return named;
  return known.length === 0 ? all.slice(0, 1) : known;
}

/** Returns the matches of all releases that a package may be of: `possible`, if not all of them have it. */
export function mergeAlternatives(lists: readonly (readonly Match[])[]): Match[] {
  const counts = new Map<string, number>();
  for (const { fact } of lists.flat())
    counts.set(fact.vulnerability_id, (counts.get(fact.vulnerability_id) ?? 0) + 1);
  const merged = new Map<string, Match>();
  for (const match of lists.flat()) {
    const id = match.fact.vulnerability_id;
    if (!merged.has(id))
      merged.set(id, counts.get(id) === lists.length ? match : asPossible(match));
  }
  return [...merged.values()];
}

const asPossible = (match: Match): Match => ({
  fact: { ...match.fact, confidence: 'possible' },
  get summary() {
    return match.summary;
  },
});
