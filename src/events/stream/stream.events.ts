import type { Generated } from 'kysely';
import { resourceOf, type ChangeEvent } from '../../database/changes/change-events.js';
import type { AgentEvent } from '../events.js';

export const TOPICS = [
  'tasks',
  'agents',
  'feeds',
  'hosts',
  'groups',
  'templates',
  'acceptances',
] as const;
export type Topic = (typeof TOPICS)[number];

/** The fields of each event of a task. */
interface TaskEventFields {
  task_id: number;
  template_id: number;
  /** 0 to 100 */
  percent: number;
  /** the activity of the task, or how it ended, as a text */
  state: string;
}

/** An event of a task. `host_done`: one host has its outcome. */
export type NewTaskEvent = TaskEventFields &
  (
    | { event: 'task.started' | 'task.progress' | 'task.completed' | 'task.stopped' }
    | { event: 'task.failed'; error: string | null }
    | { event: 'task.host_done'; host_id: number; ip: string; outcome: string }
  );

/** An event of an update, an import or the removal of a feed. */
export type NewFeedEvent = { feed: string } & (
  | { event: 'feed.update.started' | 'feed.update.finished' }
  | { event: 'feed.update.failed'; error: string }
  | {
      event: 'feed.update.progress';
      step: string;
      /** bytes that were downloaded, and their total if it is known */
      bytes: number;
      total: number | null;
      /** records that were loaded */
      records: number;
    }
);

/** An inventory of a host was imported, and the host was matched with it. */
interface NewImportEvent {
  event: 'host.inventory.imported';
  host_id: number;
}

/** A report of another machine was refused. `error`: a sentence that says what to do. */
interface NewConflictEvent {
  event: 'agent.identity_conflict';
  host_id: number;
  error: string;
}

/** An event without the fields that every event has. Those of agents come from their own table. */
export type NewStreamEvent =
  NewTaskEvent | NewFeedEvent | NewImportEvent | NewConflictEvent | ChangeEvent;

interface Envelope<T extends Topic> {
  seq: number;
  topic: T;
  /** Unix seconds */
  time: number;
}

export type TaskEvent = Envelope<'tasks'> & NewTaskEvent;
export type FeedEvent = Envelope<'feeds'> & NewFeedEvent;

type ImportEvent = Envelope<'hosts'> & NewImportEvent;
type ConflictEvent = Envelope<'agents'> & NewConflictEvent;
/** A change of hosts, groups, templates or acceptances. */
export type StoredChange = Envelope<ChangeTopic> & ChangeEvent;
type ChangeTopic = Exclude<Topic, 'tasks' | 'agents' | 'feeds'>;

/** An event as clients receive it. Progress of tasks and feeds is not stored: its `seq` is that of the event before. */
export type StreamEvent =
  | TaskEvent
  | FeedEvent
  | ImportEvent
  | ConflictEvent
  | StoredChange
  | (Envelope<'agents'> & AgentEvent);

/** The events that a client requests. */
export interface StreamFilter {
  topics: readonly Topic[];
  /** of tasks: this one only */
  taskId?: number | undefined;
}

/** Whether an event is progress, which is sent but not stored. */
export const isProgress = ({ event }: Pick<StreamEvent, 'event'>): boolean =>
  event === 'task.progress' || event === 'feed.update.progress';

export const isSelected = (event: StreamEvent, { topics, taskId }: StreamFilter): boolean =>
  topics.includes(event.topic) &&
  (taskId === undefined || event.topic !== 'tasks' || event.task_id === taskId);

export interface StreamTable {
  seq: Generated<number>;
  event: string;
  time: number;
  agent_seq: number | null;
  task_id: number | null;
  template_id: number | null;
  percent: number | null;
  state: string | null;
  host_id: number | null;
  ip: string | null;
  outcome: string | null;
  feed: string | null;
  error: string | null;
  count: number | null;
  resource_id: number | null;
}

/** A row of the table without its `seq`. */
export type NewStreamRow = Omit<StreamTable, 'seq'>;

const EMPTY: Omit<NewStreamRow, 'event' | 'time'> = {
  agent_seq: null,
  task_id: null,
  template_id: null,
  percent: null,
  state: null,
  host_id: null,
  ip: null,
  outcome: null,
  feed: null,
  error: null,
  count: null,
  resource_id: null,
};

export function toStreamRow(event: NewStreamEvent, time: number): NewStreamRow {
  if (!('count' in event)) return { ...EMPTY, ...event, time };
  const resource_id = idOf(event);
  return { ...EMPTY, event: event.event, count: event.count, resource_id, time };
}

/** Returns the id of the only one that a change is about. */
export const idOf = (change: ChangeEvent): number | null =>
  (change as unknown as Record<string, number | null>)[`${resourceOf(change.event)}_id`] ?? null;
