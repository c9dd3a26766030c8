import type { HostStatus } from '../hosts/hosts.table.js';
import type { Sqlite } from '../database/sqlite.js';

/** An agent was heard of: when (Unix seconds), and the version it said; null: it said none. */
export interface CheckIn {
  at: number;
  version: string | null;
}

const SEEN = `UPDATE agents SET last_seen = max(coalesce(last_seen, 0), @at), version = coalesce(@version, version)
  WHERE host_id = @hostId AND (token_sha256 IS NOT NULL OR new_token_sha256 IS NOT NULL)`;
const SILENT = `UPDATE hosts SET status = 'offline' WHERE status <> 'offline' AND id IN
  (SELECT host_id FROM agents WHERE token_sha256 IS NOT NULL AND last_seen > @after AND last_seen <= @upTo)`;

/** The statements about agents that run all the time, prepared once. Those that write are to be run inside a transaction. */
export function createAgentStatements(sqlite: Sqlite) {
  const byToken = sqlite
    .prepare<[object], number>(
      'SELECT host_id FROM agents WHERE token_sha256 = @sha256 OR new_token_sha256 = @sha256',
    )
    .pluck();
  const inForce = sqlite.prepare<[number], { last_seen: number | null; status: HostStatus }>(
    'SELECT a.last_seen, h.status FROM agents a JOIN hosts h ON h.id = a.host_id WHERE a.host_id = ? AND a.token_sha256 IS NOT NULL',
  );
  const seen = sqlite.prepare(SEEN);
  const online = sqlite.prepare("UPDATE hosts SET status = 'online', last_seen = ? WHERE id = ?");
  const silent = sqlite.prepare(SILENT);
  return {
    /** whose agent has this token, in force or not verified yet */
    hostOfToken: (sha256: Buffer): number | undefined => byToken.get({ sha256 }),
    /** the agent of a host, when it has one that is verified */
    agentInForce: (hostId: number) => inForce.get(hostId),
    checkedIn(hostId: number, { at, version }: CheckIn): void {
      if (seen.run({ hostId, at, version }).changes > 0) online.run(at, hostId);
    },
    /** agents that were last heard of after `after` and not after `upTo`: their hosts are offline; gives how many are so from now on */
    fellSilent: (after: number, upTo: number): number => silent.run({ after, upTo }).changes,
  };
}

export type AgentStatements = ReturnType<typeof createAgentStatements>;
