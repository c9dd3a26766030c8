import type { MatchableService, Match, Matcher } from '../../facts.js';
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
  const found = new Map<string, Match>();
  for (const match of lists.flat()) {
    const id = idOf(match);
    if (found.has(id)) continue;
    const confidence = (counts.get(id) ?? 0) >= releases ? 'version-based' : 'possible';
    found.set(id, toServiceMatch(match, service, confidence));
  }
  return [...found.values()];
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

/** Returns the match of a package as one of a port. */
function toServiceMatch(
  { fact, summary }: Match,
  { port, transport }: MatchableService,
  confidence: 'version-based' | 'possible',
): Match {
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
      basis: { ...fact.basis },
    },
  };
}

const idOf = ({ fact }: Match): string => fact.vulnerability_id;

/** Ubuntu Pro's data is about the same release as Ubuntu's. */
const releaseOf = (ecosystem: string): string => ecosystem.replace(/^Ubuntu:Pro:/, 'Ubuntu:');
