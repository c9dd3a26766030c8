import type { Matcher, MatchableService, Match } from '../../facts.js';
import type { Candidate } from './candidates.js';

/**
 * What the data of the distribution say of the package that a service came from. Where its release is not sure, what the data of every release
 * that it may be agree on is as sure as the version; the rest is possible.
 */
export function matchByDistribution(
  packages: Matcher['matchPackages'],
  service: MatchableService,
  server: string,
  candidates: readonly Candidate[],
  generation: number,
): Match[] {
  const each = candidates.map((candidate) => judged(packages, server, candidate, generation));
  const times = new Map<string, number>();
  for (const list of each)
    for (const id of new Set(list.map(idOf))) times.set(id, (times.get(id) ?? 0) + 1);
  const releases = new Set(candidates.map(({ ecosystem: scope }) => baseScope(scope))).size;
  const found = new Map<string, Match>();
  for (const judgement of each.flat()) {
    const confidence = (times.get(idOf(judgement)) ?? 0) >= releases ? 'version-based' : 'possible';
    if (!found.has(idOf(judgement)))
      found.set(idOf(judgement), ofService(judgement, service, confidence));
  }
  return [...found.values()];
}

function judged(
  packages: Matcher['matchPackages'],
  server: string,
  { ecosystem: scope, source, version }: Candidate,
  generation: number,
): Match[] {
  const candidate = {
    format: 'dpkg',
    name: server,
    version,
    architecture: null,
    source,
    source_version: version,
    module: null,
  };
  return packages([scope], [candidate], generation).flat();
}

/** What was said of a package, said of a port. */
function ofService(
  { fact, summary: note }: Match,
  { port, transport }: MatchableService,
  confidence: 'version-based' | 'possible',
): Match {
  return {
    summary: note,
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

function idOf({ fact }: Match): string {
  return fact.vulnerability_id;
}

/** Pro's data stand beside those of the release, not for another. */
function baseScope(scope: string): string {
  return scope.replace(/^Ubuntu:Pro:/, 'Ubuntu:');
}
