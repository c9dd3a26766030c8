import type { Generated } from 'kysely';
import type { AgentAction } from '../agents/agents.table.js';

/** Why an operation failed: a stable code, a sentence, and what the other side said (cleaned and bounded), or null. */
export interface OperationError {
  code: string;
  message: string;
  detail: string | null;
}

/** One event of an agent operation, as the channel sends it. `seq` only grows. */
export interface AgentEvent {
  seq: number;
  event: `agent.${AgentAction}.${'accepted' | 'progress' | 'completed' | 'failed'}`;
  time: number;
  operation_id: number;
  host_id: number;
  action: AgentAction;
  step: string;
  percent: number;
  message: string;
  error: OperationError | null;
}

export interface AgentEventTable extends Omit<AgentEvent, 'seq' | 'event' | 'error'> {
  seq: Generated<number>;
  event: string;
  error: string | null;
}

/** Keeps events and hands them on. */
export interface EventLog {
  /** stores an event, synchronously, inside the caller's transaction; gives it with its seq */
  append(event: Omit<AgentEvent, 'seq'>): AgentEvent;
  /** hands stored events to whoever listens; call it after the commit */
  publish(events: readonly AgentEvent[]): void;
  /** published events after `since`, of one host or all, ascending: at most `limit`, without the first `offset` */
  read(filter: { since: number; hostId?: number; limit: number; offset?: number }): AgentEvent[];
  /** how many published events there are after `since` */
  count(filter: { since: number; hostId?: number }): number;
  /** the newest seq that was published (its event may be swept by now), 0 when there never was one */
  newestSeq(): number;
  /** the listener gets each event from now on, in the order of seq; it must not throw. Gives what ends it */
  subscribe(listener: (event: AgentEvent) => void): () => void;
}
