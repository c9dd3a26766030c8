import type { Database } from '../../database/database.js';
import type { Clock } from '../../platform/clock.js';
import type { ChannelPage, ChannelSource } from '../channel.source.js';
import {
  isSelected,
  isProgress,
  TOPICS,
  toStreamRow,
  type NewFeedEvent,
  type NewStreamEvent,
  type NewTaskEvent,
  type StreamEvent,
  type StreamFilter,
} from './stream.events.js';
import { createStreamReads, createStreamWrites } from './stream.statements.js';

/** Takes the events of all topics but those of agents. */
export interface EventSink {
  /** Stores an event, in the caller's transaction if there is one. It is published after the commit. */
  append(event: NewStreamEvent): void;
  /** Publishes an event without storing it: progress, whose current value the task or the feed has. */
  announce(event: NewTaskEvent | NewFeedEvent): void;
}

export interface EventStream extends EventSink, ChannelSource<StreamEvent, StreamFilter> {
  /** Publishes what was committed. Call it after events of agents were stored. */
  wake(): void;
}

const PAGE_SIZE = 200;
/** Rows that one page examines: a filter may select few of them. */
const WINDOW = 5_000;
/** Progress that waits to be published; with more, the oldest is dropped. */
const MAX_WAITING = 1_000;
const RETRY_MS = 20;
const ALL: StreamFilter = { topics: TOPICS };

/**
 * Creates the stream of all events. Events are published in the order of `seq`, once each: the connection that reads
 * sees committed rows only, so an event of a transaction that is rolled back is never published. Without
 * subscribers, publishing is one query for the newest `seq`.
 */
export function createEventStream(database: Database, clock: Clock): EventStream {
  const writes = createStreamWrites(database.sqlite);
  const reads = createStreamReads(database.reading());
  const publisher = createPublisher({ database, reads, clock });
  return {
    append(event) {
      writes.insert(toStreamRow(event, clock.now()));
      publisher.wake();
    },
    read(since, filter) {
      database.reading();
      return readPage(reads, { since, published: publisher.newestSeq() }, filter);
    },
    isSelected,
    isTransient: isProgress,
    ...publisher,
  };
}

interface PublisherDeps {
  database: Pick<Database, 'sqlite' | 'reading'>;
  reads: ReturnType<typeof createStreamReads>;
  clock: Clock;
}

/** Publishes committed events, and progress after the events before it. */
function createPublisher({ database, reads, clock }: PublisherDeps) {
  const listeners = new Set<(event: StreamEvent) => void>();
  let waiting: NewTaskOrFeedEvent[] = [];
  let published = reads.lastSeq();
  let isScheduled = false;

  function wake(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(publish);
  }

  function notify(event: StreamEvent): void {
    for (const listener of [...listeners]) listener(event);
  }

  function publish(): void {
    isScheduled = false;
    if (!reads.isOpen()) return;
    database.reading();
    if (listeners.size === 0) published = reads.lastSeq();
    else publishStored();
    if (!isScheduled) publishWaiting();
    // A transaction of the query builder may still be open: its rows are not visible yet.
    if (database.sqlite.inTransaction) setTimeout(wake, RETRY_MS).unref();
  }

  function publishStored(): void {
    const upTo = Number.MAX_SAFE_INTEGER;
    const page = reads.page({ since: published, upTo, limit: PAGE_SIZE }, ALL);
    for (const event of page) {
      published = event.seq;
      waiting = waiting.filter((progress) => !isEndOf(event, progress));
      notify(event);
    }
    if (page.length === PAGE_SIZE) wake();
  }

  function publishWaiting(): void {
    const events = waiting;
    waiting = [];
    for (const event of events)
      notify({ seq: published, topic: topicOf(event), time: clock.now(), ...event } as StreamEvent);
  }

  return {
    wake,
    announce(event: NewTaskOrFeedEvent): void {
      if (listeners.size === 0) return;
      waiting.push(event);
      if (waiting.length > MAX_WAITING) waiting.shift();
      wake();
    },
    newestSeq: () => published,
    subscribe(listener: (event: StreamEvent) => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

type NewTaskOrFeedEvent = NewTaskEvent | NewFeedEvent;

const topicOf = (event: NewTaskOrFeedEvent) => ('task_id' in event ? 'tasks' : 'feeds');

/** Whether progress is obsolete because of this event: its task or its update has ended. */
function isEndOf(event: StreamEvent, progress: NewTaskOrFeedEvent): boolean {
  if (event.topic === 'tasks')
    return (
      'task_id' in progress &&
      progress.task_id === event.task_id &&
      ['task.completed', 'task.failed', 'task.stopped'].includes(event.event)
    );
  return (
    event.topic === 'feeds' &&
    'feed' in progress &&
    progress.feed === event.feed &&
    event.event !== 'feed.update.started'
  );
}

/** Reads a bounded part of the sequence; retention may have deleted its start. */
function readPage(
  reads: ReturnType<typeof createStreamReads>,
  { since, published }: { since: number; published: number },
  filter: StreamFilter,
): ChannelPage<StreamEvent> {
  const from = Math.max(since, (reads.oldestSeq() ?? published) - 1);
  const upTo = Math.min(from + WINDOW, published);
  const events = reads.page({ since: from, upTo, limit: PAGE_SIZE }, filter);
  const isCut = events.length === PAGE_SIZE;
  const last = isCut ? (events.at(-1)?.seq ?? upTo) : Math.max(since, upTo);
  return { events, last, isEnd: last >= published };
}
