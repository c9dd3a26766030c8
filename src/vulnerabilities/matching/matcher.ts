import type { Knowledge } from '../../knowledge/open-knowledge.js';
import { wrapKnowledgeErrors } from '../../knowledge/errors.js';
import type { Matcher } from '../facts.js';
import { createSummaryReader } from './vulnerability-summary.js';
import { createPackageMatcher } from './packages/package-matcher.js';
import { createServiceMatcher } from './services/service-matcher.js';

/** Judges by what stands in knowledge.db (see Judge). Throws KnowledgeError when that can't be read. */
export function createMatcher(
  knowledge: Pick<Knowledge, 'sqlite' | 'generation' | 'oldestGeneration' | 'snapshot'>,
): Matcher {
  const judgePackages = createPackageMatcher(
    knowledge,
    wrapKnowledgeErrors(createSummaryReader(knowledge)),
  );
  const packages: Matcher['matchPackages'] = (scopes, list, generation) =>
    judgePackages(scopes, list, kept(knowledge, generation));
  const service = createServiceMatcher(knowledge, packages);
  return {
    generation: wrapKnowledgeErrors(knowledge.generation),
    matchPackages: wrapKnowledgeErrors(packages),
    matchService: wrapKnowledgeErrors((one, generation) =>
      service(one, kept(knowledge, generation)),
    ),
  };
}

// Of an older generation rows may be gone already.
const kept = (
  knowledge: Pick<Knowledge, 'oldestGeneration'>,
  generation: number | undefined,
): number | undefined =>
  generation === undefined ? undefined : Math.max(generation, knowledge.oldestGeneration());
