import { wrapKnowledgeErrors } from '../../knowledge/errors.js';
import type { Knowledge } from '../../knowledge/open-knowledge.js';
import type { Matcher } from '../facts.js';
import { createOrigins } from './origin/origins.js';
import { createPackageMatcher } from './packages/package-matcher.js';
import { createRangeReader } from './packages/range-reader.js';
import { createServiceMatcher } from './services/service-matcher.js';
import { createSummaryReader } from './vulnerability-summary.js';

/** Matches with the data of knowledge.db. All functions throw KnowledgeError if it cannot be read. */
export function createMatcher(
  knowledge: Pick<Knowledge, 'sqlite' | 'generation' | 'oldestGeneration' | 'snapshot'>,
): Matcher {
  const readSummary = wrapKnowledgeErrors(createSummaryReader(knowledge));
  const ranges = createRangeReader(knowledge);
  const origins = createOrigins(knowledge, ranges);
  const matchStored = createPackageMatcher(knowledge, { ranges, origins, readSummary });
  const matchPackages: Matcher['matchPackages'] = (ecosystems, packages, generation, maxMatches) =>
    matchStored(ecosystems, packages, storedGeneration(knowledge, generation), maxMatches);
  const matchService = createServiceMatcher(knowledge, matchPackages);
  return {
    generation: wrapKnowledgeErrors(knowledge.generation),
    matchPackages: wrapKnowledgeErrors(matchPackages),
    matchService: wrapKnowledgeErrors((service, generation) =>
      matchService(service, storedGeneration(knowledge, generation)),
    ),
    originOf: wrapKnowledgeErrors((ecosystems, pkg, generation) => {
      ranges.refresh();
      const at = storedGeneration(knowledge, generation) ?? knowledge.generation();
      return origins.of(ecosystems, pkg, at);
    }),
  };
}

// Rows of an older generation may have been deleted already.
const storedGeneration = (
  knowledge: Pick<Knowledge, 'oldestGeneration'>,
  generation: number | undefined,
): number | undefined =>
  generation === undefined ? undefined : Math.max(generation, knowledge.oldestGeneration());
