import type { Sqlite } from '../../database/sqlite.js';
import type { ListedFinding } from '../findings/findings.presenter.js';
import type { FactTexts } from './fact-texts.js';
import { selectCoveringAcceptances } from './lists.repository.js';
import { prepareListedHosts } from './lists.statements.js';
import type { KnownFinding } from './open-list.js';

/**
 * Returns findings with their facts and hosts, in the given order; those of deleted hosts are missing.
 * @param now Unix seconds: acceptances count as of then
 */
export type ReadFindings = (findings: readonly KnownFinding[], now: number) => ListedFinding[];

/** Creates the reader of one connection. It reads each fact and each host once. Inside a read transaction. */
export function createListedFindingReader(
  sqlite: Sqlite,
  factTexts: Pick<FactTexts, 'read'>,
): ReadFindings {
  const { hosts: selectHosts, acceptableFacts } = prepareListedHosts(sqlite);
  const toIds = (ids: readonly number[]): string => JSON.stringify([...new Set(ids)]);
  const readAccepted = (findings: readonly KnownFinding[], now: number) => {
    const facts = new Set(acceptableFacts.all(toIds(findings.map(({ fact_id }) => fact_id))));
    const asked = findings.flatMap(({ host_id, fact_id }, at) =>
      facts.has(fact_id) ? [[at, host_id, fact_id] as const] : [],
    );
    return asked.length === 0
      ? new Map<number, string | null>()
      : new Map(selectCoveringAcceptances(sqlite, asked, now));
  };
  return (findings, now) => {
    const facts = factTexts.read(findings);
    const hosts = new Map(
      selectHosts
        .all(toIds(findings.map(({ host_id }) => host_id)))
        .map(([id, ip, host_name, generation]) => [id, { ip, host_name, generation }]),
    );
    const accepted = readAccepted(findings, now);
    return findings.flatMap(({ host_id, fact_id, first_seen, last_seen }, at) => {
      const fact = facts.get(fact_id);
      const host = hosts.get(host_id);
      if (fact === undefined || host === undefined) return [];
      const own = { first_seen, last_seen, accepted: accepted.get(at) ?? null };
      return [{ fact, host_id, ...host, ...own }];
    });
  };
}
