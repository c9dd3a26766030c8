import type { Knowledge } from '../../../knowledge/open-knowledge.js';
import type { FindingConfidence, MatchablePackage, Match } from '../../facts.js';
import { createCpeMatcher } from '../services/cpe-matcher.js';
import { cpeSynonyms } from '../services/cpe-synonyms.js';
import { prepareHasProduct } from '../services/services.statements.js';
import { splitCpe, type UpstreamProduct } from './upstream-products.js';

/** Compares packages of other publishers with the data about their programs. */
export interface UpstreamMatcher {
  /** Whether a generation has data about a program: otherwise nothing is known of it. */
  isKnown: (product: UpstreamProduct, generation: number) => boolean;
  match: (pkg: MatchablePackage, product: UpstreamProduct, generation: number) => Match[];
}

export function createUpstreamMatcher(knowledge: Pick<Knowledge, 'sqlite'>): UpstreamMatcher {
  const matchByCpe = createCpeMatcher(knowledge, { system: 'linux' });
  const hasProduct = prepareHasProduct(knowledge.sqlite);
  return {
    isKnown: ({ cpe }, generation) =>
      cpe
        .flatMap((name) => cpeSynonyms(...splitCpe(name)))
        .some((name) => hasProduct.get(name, generation, generation) === 1),
    match: (pkg, { cpe, version, doubt }, generation) => {
      const confidence: FindingConfidence = doubt === null ? 'version-based' : 'possible';
      const found = cpe.flatMap((name) => {
        const [vendor, product] = splitCpe(name);
        const parts = { part: 'a', vendor, product, version, update: null };
        return matchByCpe(asService(version), parts, version, confidence, generation);
      });
      const byId = new Map<string, Match>();
      for (const match of found)
        if (!byId.has(match.fact.vulnerability_id))
          byId.set(match.fact.vulnerability_id, toPackageMatch(match, pkg, version, doubt));
      return [...byId.values()];
    },
  };
}

const asService = (version: string) => ({
  port: 0,
  transport: 'tcp' as const,
  service: null,
  product: null,
  version,
  revision: null,
  cpe: null,
  banner: null,
});

function toPackageMatch(
  { fact, summary }: Match,
  { name, version: installed, architecture, format }: MatchablePackage,
  version: string,
  doubt: UpstreamProduct['doubt'],
): Match {
  return {
    summary,
    fact: {
      ...fact,
      origin: 'package',
      package: name,
      architecture,
      port: null,
      transport: null,
      installed_version: installed,
      basis: {
        ...fact.basis,
        source_version: version,
        format,
        ...(doubt === 'edition' && { on_some_platforms: true }),
      },
    },
  };
}
