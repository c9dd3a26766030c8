import { mapBy } from '../../../lib/collections.js';
import { versionKey } from '../../../versions/keys.js';
import type { AffectedVersions, Fact, MatchableService, Match, Matcher } from '../../facts.js';
import type { Candidate } from './candidates.js';

/**
 * Matches the package that a service was built from with the data of its distribution. If several releases are
 * possible, matches that all of them have in common are `version-based`; the others are `possible`.
 */
export function matchByDistribution(
  matchPackages: Matcher['matchPackages'],
  service: MatchableService,
  server: string,
  candidates: readonly Candidate[],
  generation: number,
): Match[] {
  const lists = candidates.map((candidate) =>
    matchCandidate(matchPackages, server, candidate, generation),
  );
  const counts = new Map<string, number>();
  for (const matches of lists)
    for (const id of new Set(matches.map(idOf))) counts.set(id, (counts.get(id) ?? 0) + 1);
  const releases = new Set(candidates.map(({ ecosystem }) => releaseOf(ecosystem))).size;
  return [...mapBy(lists.flat(), idOf)].flatMap(([id, alike]) => {
    const confidence = (counts.get(id) ?? 0) >= releases ? 'version-based' : 'possible';
    const [first, ...others] = alike;
    return first ? [toServiceMatch(first, others, service, confidence)] : [];
  });
}

function matchCandidate(
  matchPackages: Matcher['matchPackages'],
  server: string,
  { ecosystem, source, version }: Candidate,
  generation: number,
): Match[] {
  const pkg = {
    format: 'dpkg',
    name: server,
    version,
    architecture: null,
    source,
    source_version: version,
    module: null,
  };
  return matchPackages([ecosystem], [pkg], generation).flat();
}

/**
 * Returns the match of a package as one of a port.
 * @param others matches of the same vulnerability in other releases that the service may be of: they may need more
 */
function toServiceMatch(
  { fact, summary }: Match,
  others: readonly Match[],
  { port, transport, product }: MatchableService,
  confidence: 'version-based' | 'possible',
): Match {
  const own = endOf(fact);
  const ranges = [fact.basis.also_affected ?? [], ...others.map(rangesOf)]
    .flat()
    .filter(({ to }) => to > own);
  return {
    summary,
    fact: {
      ...fact,
      origin: 'service',
      package: null,
      architecture: null,
      port,
      transport,
      confidence,
      basis: {
        ...fact.basis,
        ...(ranges.length > 0 && { also_affected: ranges }),
        ...(product !== null && { program: product }),
      },
    },
  };
}

/** Returns the affected versions of a match, from the lowest on. */
function rangesOf({ fact }: Match): AffectedVersions[] {
  const { fixed_version: fixed, basis } = fact;
  return [{ from: '', to: endOf(fact), fixed, last: null }, ...(basis.also_affected ?? [])];
}

const endOf = ({ fixed_version: fixed }: Fact): string =>
  fixed === null ? MAX_KEY : versionKey('dpkg', fixed).toString('hex');

/** Above every version key. */
const MAX_KEY = 'ff';

const idOf = ({ fact }: Match): string => fact.vulnerability_id;

/** Ubuntu Pro's data is about the same release as Ubuntu's. */
const releaseOf = (ecosystem: string): string => ecosystem.replace(/^Ubuntu:Pro:/, 'Ubuntu:');
