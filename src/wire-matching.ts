import type { Logger } from 'pino';
import type { Database } from './database/database.js';
import type { CloseStack } from './lib/close-stack.js';
import { createOutbox } from './notifications/outbox/outbox.js';
import type { Clock } from './platform/clock.js';
import { createMatching } from './vulnerabilities/create-matching.js';

interface MatchingDeps {
  database: Database;
  clock: Clock;
  log: Logger;
}

/** Wires matching. Open findings that become known exploited are written to the outbox of notifications. */
export function wireMatching(
  deps: MatchingDeps,
  knowledgeFile: string,
  onClose: CloseStack,
): ReturnType<typeof createMatching> {
  const { becameExploited } = createOutbox(deps.database.sqlite);
  const onExploited = (vulnerability: string): void => {
    becameExploited(vulnerability, deps.clock.now());
  };
  return createMatching({ ...deps, onExploited }, knowledgeFile, onClose);
}
