import type { Knowledge } from '../../../knowledge/open-knowledge.js';
import { versionKey } from '../../../versions/keys.js';
import { baseRevision, versionParts, type DistributionBuild } from './distribution-build.js';

/** A package of a release that a service may have come from, and its whole version there. */
export interface Candidate {
  ecosystem: string;
  source: string;
  version: string;
}

interface Known {
  scope: string;
  source: string;
  version: string;
}
interface Place {
  id: number;
  scope: string;
  name: string;
}

/** Reads what releases have packed, as far as their advisories tell it. */
export interface ReleaseIndex {
  /**
   * Where a build may have come from: the release that its revision tells, else every release whose data know that upstream version, and of those the ones
   * that know the same base revision. `decided`: false where the knowledge has no data for such a release, or never speaks of the package.
   */
  candidates: (
    build: DistributionBuild,
    sources: readonly string[],
    generation: number,
  ) => { decided: boolean; candidates: Candidate[] };
  /** do the data of any distribution know this upstream version of one of these packages, source or binary? Then a fix may have been put into it. */
  isPackaged: (names: readonly string[], upstream: string, generation: number) => boolean;
}

export function createReleaseIndex({ sqlite }: Pick<Knowledge, 'sqlite'>): ReleaseIndex {
  const named = sqlite.prepare<[string], Place>(placesNamed("'source'"));
  const namedAnyhow = sqlite.prepare<[string], Place>(placesNamed("'source', 'binary'"));
  const inScope = sqlite
    .prepare<[string], number>('SELECT 1 FROM places WHERE scope = ? LIMIT 1')
    .pluck();
  const fixes = sqlite
    .prepare<[number, number, number], string>(
      'SELECT DISTINCT fixed FROM ranges WHERE place_id = ? AND fixed IS NOT NULL AND since <= ? AND "until" > ?',
    )
    .pluck();
  const known = (places: readonly Place[], generation: number): Known[] =>
    places.flatMap(({ id, scope, name }) =>
      fixes.all(id, generation, generation).map((version) => ({ scope, source: name, version })),
    );
  return {
    candidates: (build, sources, generation) => {
      const places = sources
        .flatMap((source) => named.all(source))
        .filter(({ scope }) => scope.startsWith(`${build.distribution}:`));
      const told = build.ecosystems;
      if (told !== null) {
        const here = places.filter(({ scope }) => told.includes(scope));
        const candidates = here.map(({ scope, name }) => ({
          ecosystem: scope,
          source: name,
          version: withEpoch(
            build.version,
            guessEpoch(known(here, generation), known(places, generation)),
          ),
        }));
        // data of a distribution that never speak of the package at all may know it by a name that we don't
        return {
          decided: places.length > 0 && told.some((scope) => inScope.get(scope) === 1),
          candidates,
        };
      }
      const candidates = bestMatches(known(places, generation), build.version);
      return { decided: candidates.length > 0, candidates };
    },
    isPackaged: (names, upstream, generation) =>
      names.some((name) =>
        known(namedAnyhow.all(name), generation).some(({ version }) =>
          isSameUpstream(versionParts(version).upstream, upstream),
        ),
      ),
  };
}

/** The places of a name, by the index of (scope, kind, name): the scopes are few, the places many. */
const placesNamed = (kinds: string): string => `WITH RECURSIVE scopes (scope) AS (
    SELECT min(scope) FROM places UNION ALL SELECT (SELECT min(scope) FROM places WHERE scope > s.scope) FROM scopes s WHERE s.scope IS NOT NULL)
  SELECT p.id, p.scope, p.name FROM scopes s JOIN places p ON p.scope = s.scope AND p.kind IN (${kinds}) AND p.name = ? ORDER BY p.id`;

/** OpenSSH's own banner leaves out the p1 of its portable release. */
const isSameUpstream = (packed: string, told: string): boolean =>
  packed === told || packed.replace(/p\d{1,2}$/, '') === told;

/** No banner tells an epoch. A package never goes back to a lower one, so that of the newest version the release's data know holds; of other releases where it knows none. */
export function guessEpoch(...known: readonly (readonly Known[])[]): string {
  const versions = (known.find((list) => list.length > 0) ?? []).map(({ version }) => version);
  const newest = versions
    .map((version) => ({ version, key: versionKey('dpkg', version) }))
    .sort((a, b) => Buffer.compare(b.key, a.key))[0];
  return versionParts(newest?.version ?? '').epoch;
}

/** The releases that know the upstream version of `version`, each once; those that know its base revision too are preferred. */
export function bestMatches(known: readonly Known[], version: string): Candidate[] {
  const wanted = versionParts(version);
  const upstream = known.filter(
    (k) =>
      versionParts(k.version).upstream === wanted.upstream && !k.scope.startsWith('Ubuntu:Pro:'),
  );
  const exact = upstream.filter(
    (k) => baseRevision(versionParts(k.version).revision) === baseRevision(wanted.revision),
  );
  const found = new Map<string, Candidate>();
  for (const { scope, source, version: theirs } of exact.length > 0 ? exact : upstream) {
    found.set(`${scope} ${source}`, {
      ecosystem: scope,
      source,
      version: withEpoch(version, versionParts(theirs).epoch),
    });
  }
  return [...found.values()];
}

function withEpoch(version: string, epoch: string): string {
  return epoch === '' ? version : `${epoch}:${version}`;
}
