import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import { openKnowledge, type Knowledge } from '../knowledge/open-knowledge.js';
import type { CloseStack } from '../lib/close-stack.js';
import { checkInfo } from '../pentest/checks/list.js';
import type { Clock } from '../platform/clock.js';
import { createMatcher } from './matching/matcher.js';
import { latestMatchedGeneration } from './coverage/coverage.repository.js';
import { createVulnerabilities, type Vulnerabilities } from './create-vulnerabilities.js';

interface MatchingDeps {
  database: Database;
  clock: Clock;
  log: Logger;
  /** called in the transaction in which a stored vulnerability becomes known to be exploited */
  onExploited?: (vulnerability: string) => void;
}

/** Opens the vulnerability database and wires everything that matches hosts against it. */
export function createMatching(
  { database, clock, log, onExploited }: MatchingDeps,
  knowledgeFile: string,
  onClose: CloseStack,
): { knowledge: Knowledge; vulnerabilities: Vulnerabilities } {
  const generation = latestMatchedGeneration(database.sqlite);
  const knowledge = openKnowledge(knowledgeFile, clock.now(), generation);
  onClose.add(() => knowledge.close());
  if (knowledge.quarantined)
    log.warn(
      knowledge.quarantined,
      'vulnerability database unusable; rebuilding from stored feed files',
    );
  const vulnerabilities = createVulnerabilities({
    database,
    knowledge,
    matcher: createMatcher(knowledge),
    clock,
    log,
    checkInfo,
    onExploited,
  });
  return { knowledge, vulnerabilities };
}
