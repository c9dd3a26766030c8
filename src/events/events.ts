import type { Generated } from 'kysely';

export type AgentAction = 'install' | 'update' | 'uninstall';

/**
 * The error of an operation: a stable code, a message, and a detail (text from the host, cleaned and
 * truncated) or null.
 */
export interface OperationError {
  code: string;
  message: string;
  detail: string | null;
}

/** An event of an agent operation, as clients receive it. `seq` only increases; `time`: Unix seconds. */
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

export type AgentEventRow = Omit<AgentEventTable, 'seq'> & { seq: number };

/** A filter for published events. */
export interface EventFilter {
  /** events after this seq */
  since: number;
  /** events of this host only */
  hostId?: number;
}

/** Stores events and passes them to listeners. */
export interface EventLog {
  /** Stores an event synchronously, in the caller's transaction, and returns it with its seq. */
  append(event: Omit<AgentEvent, 'seq'>): AgentEvent;
  /** Passes stored events to the listeners. Call it after the commit. */
  publish(events: readonly AgentEvent[]): void;
  /** Returns at most `limit` published events, ascending. */
  read(filter: EventFilter & { limit: number }): AgentEvent[];
  /** Returns the newest published seq (its event may be deleted), 0 if there never was one. */
  newestSeq(): number;
  /**
   * The listener receives each later event, in the order of seq. It must not throw. Returns the
   * function that unsubscribes it.
   */
  subscribe(listener: (event: AgentEvent) => void): () => void;
}

export const toEvent = ({ error, ...row }: AgentEventRow): AgentEvent => ({
  ...row,
  event: row.event as AgentEvent['event'],
  error: error === null ? null : (JSON.parse(error) as AgentEvent['error']),
});
