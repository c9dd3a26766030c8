import type { HostStatus } from '../hosts/hosts.table.js';
import type { Sqlite } from '../database/sqlite.js';
import type { MachineIdentity } from '../inventory/inventory.js';

/** A sign of life of an agent: when it was received (Unix seconds), and the reported version or null. */
export interface CheckIn {
  at: number;
  version: string | null;
}

const FIND_BY_TOKEN =
  'SELECT host_id FROM agents WHERE token_sha256 = @sha256 OR new_token_sha256 = @sha256';
const FIND_VERIFIED = `SELECT a.last_seen, h.status FROM agents a JOIN hosts h ON h.id = a.host_id
  WHERE a.host_id = ? AND a.token_sha256 IS NOT NULL`;
const RECORD_CHECK_IN = `UPDATE agents SET last_seen = max(coalesce(last_seen, 0), @at), version = coalesce(@version, version)
  WHERE host_id = @hostId AND (token_sha256 IS NOT NULL OR new_token_sha256 IS NOT NULL)`;
const IS_ONLINE = "SELECT status = 'online' FROM hosts WHERE id = ?";
const MARK_ONLINE = "UPDATE hosts SET status = 'online', last_seen = ? WHERE id = ?";
const MARK_SILENT_OFFLINE = `UPDATE hosts SET status = 'offline' WHERE status <> 'offline' AND id IN
  (SELECT host_id FROM agents WHERE token_sha256 IS NOT NULL AND last_seen > @after AND last_seen <= @upTo)`;
const FIND_MACHINE = 'SELECT machine_id, host_name FROM agents WHERE host_id = ?';
const REMEMBER_MACHINE =
  'UPDATE agents SET machine_id = coalesce(@machine_id, machine_id), host_name = coalesce(@host_name, host_name) WHERE host_id = @hostId';
const RECORD_CONFLICT = 'UPDATE agents SET conflict_at = ? WHERE host_id = ?';
const CORRECT_LAST_SEEN = 'UPDATE agents SET last_seen = @now WHERE last_seen > @now';

/** Statements of agent polls, prepared once. Those that write run inside the caller's transaction. */
export function createAgentStatements(sqlite: Sqlite) {
  const findByToken = sqlite.prepare<[object], number>(FIND_BY_TOKEN).pluck();
  const findVerified = sqlite.prepare<[number], { last_seen: number | null; status: HostStatus }>(
    FIND_VERIFIED,
  );
  const recordCheckIn = sqlite.prepare(RECORD_CHECK_IN);
  const isOnline = sqlite.prepare<[number], 0 | 1>(IS_ONLINE).pluck();
  const markOnline = sqlite.prepare(MARK_ONLINE);
  const markSilentOffline = sqlite.prepare(MARK_SILENT_OFFLINE);
  const correctLastSeen = sqlite.prepare(CORRECT_LAST_SEEN);
  const findMachine = sqlite.prepare<[number], MachineIdentity>(FIND_MACHINE);
  const recordConflict = sqlite.prepare(RECORD_CONFLICT);
  const rememberMachine = sqlite.prepare(REMEMBER_MACHINE);
  return {
    /** Returns the host whose agent has this token, verified or pending. */
    findHostByToken: (sha256: Buffer): number | undefined => findByToken.get({ sha256 }),
    /** Returns the state of a host's agent if that agent is verified. */
    findVerifiedAgent: (hostId: number) => findVerified.get(hostId),
    /** Returns whether the host comes online with it. */
    recordCheckIn(hostId: number, { at, version }: CheckIn): boolean {
      if (recordCheckIn.run({ hostId, at, version }).changes === 0) return false;
      const wasOnline = isOnline.get(hostId) === 1;
      markOnline.run(at, hostId);
      return !wasOnline;
    },
    /** Returns the machine of the latest accepted report; undefined: the host has no agent. */
    findMachine: (hostId: number) => findMachine.get(hostId),
    /** Records that a report of another machine was refused. @param at Unix seconds */
    recordConflict: (hostId: number, at: number): void => void recordConflict.run(at, hostId),
    /** Stores the known parts of a machine's identity. */
    rememberMachine: (hostId: number, machine: MachineIdentity): void =>
      void rememberMachine.run({ hostId, ...machine }),
    /** Corrects what a clock that was ahead recorded: such an agent would never go offline. */
    correctLastSeen: (now: number): void => void correctLastSeen.run({ now }),
    /**
     * Marks the hosts as offline whose agents were last seen after `after` and not after `upTo` (Unix
     * seconds). Returns how many hosts changed.
     */
    markSilentOffline: (after: number, upTo: number): number =>
      markSilentOffline.run({ after, upTo }).changes,
  };
}

export type AgentStatements = ReturnType<typeof createAgentStatements>;
