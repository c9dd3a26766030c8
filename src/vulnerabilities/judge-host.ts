import type { Sqlite } from '../database/sqlite.js';
import type { Judge, JudgedPackage } from './facts.js';
import type { FactStore } from './facts.store.js';
import type { FindingsStore } from './findings.store.js';
import { createHostPackagesJudge, createHostStates, stateDigest } from './packages/host-packages.js';

interface Parts { sqlite: Sqlite; judge: Judge; facts: FactStore; findings: FindingsStore }

/** The packages of a host as they are judged. */
export const HOST_PACKAGES = `SELECT p.format, p.name, p.version, p.architecture, p.source, p.source_version, p.module FROM host_packages h JOIN packages p ON p.id = h.package_id WHERE h.host_id = ? ORDER BY p.id`;

/**
 * Brings the findings in the packages of a host up to date with its stored inventory and the newest knowledge. Cheap where neither changed.
 * Inside a transaction only. When the knowledge can't be read it throws, and nothing was changed.
 * @param lookedAt when its packages were read, Unix seconds; null: they were not, only the knowledge may have changed
 */
export type JudgeHost = (hostId: number, lookedAt: number | null, now: number) => void;

export function createJudgeHost({ sqlite, judge, facts, findings }: Parts): JudgeHost {
  const stateOf = createHostStates(sqlite);
  const judgement = sqlite.prepare<[number], { generation: number; state: Buffer }>('SELECT generation, state FROM host_judgements WHERE host_id = ?');
  const packages = sqlite.prepare<[number], JudgedPackage>(HOST_PACKAGES);
  const save = sqlite.prepare(`INSERT INTO host_judgements (host_id, generation, state, looked_at) VALUES (@hostId, @generation, @state, coalesce(@lookedAt, 0))
    ON CONFLICT DO UPDATE SET generation = excluded.generation, state = excluded.state, looked_at = coalesce(@lookedAt, looked_at)`);
  const judgePackages = createHostPackagesJudge(judge);
  return (hostId, lookedAt, now) => {
    const state = stateOf(hostId);
    if (state === undefined) return;
    const digest = stateDigest(state);
    const generation = judge.generation();
    const before = judgement.get(hostId);
    if (before?.generation !== generation || !before.state.equals(digest)) {
      const judged = judgePackages(state.scopes, state.running, packages.all(hostId));
      findings.replace(hostId, ({ origin }) => origin === 'package', facts.number(judged), lookedAt ?? now);
    } else if (lookedAt === null) return;
    save.run({ hostId, generation, state: digest, lookedAt });
  };
}
