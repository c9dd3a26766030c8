import type { Logger } from 'pino';
import type { Sqlite } from '../database/sqlite.js';
import type { Knowledge } from '../knowledge/open.js';
import { KnowledgeError, reading } from '../knowledge/reading.js';
import type { CheckInfo } from '../pentest/checks/check.js';
import { createExploitation } from './exploitation.js';
import type { Judge } from './facts.js';
import { createFactStore } from './facts.store.js';
import { createFindingsStore } from './findings.store.js';
import { createJudgeHost, type JudgeHost } from './judge-host.js';
import { createStoreFindings, type StoreFindings } from './results.store.js';

interface Parts { sqlite: Sqlite; knowledge: Knowledge; judge: Judge; log: Pick<Logger, 'error'>; checkInfo: (id: string) => CheckInfo | null }

/** What the service knows to be wrong with its hosts, kept up to date. */
export interface Vulnerabilities { judgeHost: JudgeHost; storeFindings: StoreFindings }

/**
 * Wires the parts that judge and store. Where the knowledge can't be read nothing is judged and what was found before stays: a finding must never seem mended because nobody could look.
 */
export function createVulnerabilities({ sqlite, knowledge, judge, log, checkInfo }: Parts): Vulnerabilities {
  const facts = createFactStore(sqlite, reading(createExploitation(knowledge)));
  const findings = createFindingsStore(sqlite);
  const judgeHost = createJudgeHost({ sqlite, judge, facts, findings });
  const storeFindings = createStoreFindings({ sqlite, judge, facts, findings, checkInfo });
  const orNothing = (work: () => void, hostId: number): void => {
    try {
      sqlite.transaction(work)(); // a savepoint: half a judgement must not stay
    } catch (err) {
      if (!(err instanceof KnowledgeError)) throw err;
      log.error({ err, hostId }, 'the vulnerabilities of a host could not be judged');
    }
  };
  return {
    judgeHost: (hostId, lookedAt, now) => orNothing(() => judgeHost(hostId, lookedAt, now), hostId),
    storeFindings: (found, now) => orNothing(() => storeFindings(found, now), found.hostId),
  };
}
