import type { Knowledge } from '../../knowledge/open-knowledge.js';
import { reading } from '../../knowledge/errors.js';
import type { Judge } from '../facts.js';
import { createNotes } from './vulnerability-summary.js';
import { createPackageJudge } from './packages/package-matcher.js';
import { createServiceJudge } from './services/service-matcher.js';

/** Judges by what stands in knowledge.db (see Judge). Throws KnowledgeError when that can't be read. */
export function createJudge(
  knowledge: Pick<Knowledge, 'sqlite' | 'generation' | 'oldest' | 'snapshot'>,
): Judge {
  const judgePackages = createPackageJudge(knowledge, reading(createNotes(knowledge)));
  const packages: Judge['packages'] = (scopes, list, generation) =>
    judgePackages(scopes, list, kept(knowledge, generation));
  const service = createServiceJudge(knowledge, packages);
  return {
    generation: reading(knowledge.generation),
    packages: reading(packages),
    service: reading((one, generation) => service(one, kept(knowledge, generation))),
  };
}

// Of an older generation rows may be gone already.
const kept = (
  knowledge: Pick<Knowledge, 'oldest'>,
  generation: number | undefined,
): number | undefined =>
  generation === undefined ? undefined : Math.max(generation, knowledge.oldest());
