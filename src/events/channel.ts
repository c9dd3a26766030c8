import { setImmediate as nextTick } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { chunk } from '../lib/collections.js';
import { createShares } from '../tokens/shares.js';
import type { ChannelSource } from './channel.source.js';
import {
  createSubscriber,
  eventText,
  type ChannelLimits,
  type Subscriber,
  type SubscriberOptions,
} from './channel.subscriber.js';

export interface Channel<F> {
  /** Sends the client the events that it missed, and then new events. */
  add(socket: WebSocket, options: SubscriberOptions<F>): void;
  /** Pings every subscriber, and terminates those that did not answer the last ping. */
  ping(): void;
  /** Closes the subscribers whose token was revoked or has expired, or whose session has ended (4401). */
  checkTokens(): void;
  /** Returns the number of subscribers. */
  size(): number;
  /** Returns the bytes that wait for all subscribers. */
  backlogBytes(): number;
  close(): void;
}

type ChannelOptions = Partial<ChannelLimits> & {
  /** returns the given sessions that have not ended */
  findActiveSessions?: (ids: Iterable<number>) => Set<number>;
};

/** Messages that are sent before other callbacks run: 5 to 10 ms. */
const MESSAGES_PER_TICK = 500;
const PAGES_PER_TICK = 2; // of 200 messages
/** Events that may wait to be sent. With more, subscribers read them from the log. */
const MAX_PENDING = 10_000;

const LIMITS: ChannelLimits = {
  maxBacklogBytes: 1 << 20,
  maxTotalBacklogBytes: 32 << 20,
  maxMessages: 1000,
  maxSubscribers: 4096,
};

/**
 * Sends each event to all subscribers that requested it; its text is created once. Neither many subscribers nor many
 * events hold the thread for long, and what waits for clients that do not read is bounded.
 * @param findActiveTokens returns the valid ones of the given token ids
 */
export function createChannel<E extends { seq: number }, F>(
  source: ChannelSource<E, F>,
  findActiveTokens: (ids: Iterable<number | null>) => Set<number | null>,
  { findActiveSessions = (ids) => new Set(ids), ...options }: ChannelOptions = {},
): Channel<F> {
  const limits = { ...LIMITS, ...options };
  const subscribers = new Set<Subscriber<E>>();
  const limitBacklog = (): void => dropLargest(subscribers, limits.maxTotalBacklogBytes);
  const schedule = createStepQueue(PAGES_PER_TICK, limitBacklog);
  const sender = createSender(subscribers, limitBacklog);
  const shares = createShares<number | null>();
  let unsubscribe: (() => void) | null = null;

  /** Returns whether there is a free place for a client of this token. The token with the most loses one for it. */
  function makeRoom(tokenId: number | null): boolean {
    if (subscribers.size < limits.maxSubscribers) return true;
    const largest = shares.largest();
    if (largest === undefined || shares.of(largest) <= shares.of(tokenId) + 1) return false;
    const oldest = [...subscribers].find((subscriber) => subscriber.tokenId === largest);
    oldest?.close(1013, 'too many clients of this token');
    if (oldest) remove(oldest);
    return oldest !== undefined;
  }

  function remove(subscriber: Subscriber<E>): void {
    if (subscribers.delete(subscriber)) shares.remove(subscriber.tokenId);
    if (subscribers.size > 0) return;
    unsubscribe?.();
    unsubscribe = null;
  }

  return {
    add(socket, subscription) {
      if (!makeRoom(subscription.tokenId)) return socket.close(1013, 'too many clients');
      const subscriber = createSubscriber(socket, subscription, { source, limits, schedule });
      subscribers.add(subscriber);
      shares.add(subscriber.tokenId);
      unsubscribe ??= source.subscribe(sender.receive);
      socket.once('close', () => remove(subscriber));
      schedule(() => subscriber.catchUp());
    },
    ping() {
      for (const subscriber of subscribers) subscriber.ping();
    },
    checkTokens() {
      if (subscribers.size === 0) return;
      const active = findActiveTokens(new Set([...subscribers].map(({ tokenId }) => tokenId)));
      const sessionIds = [...subscribers].map(({ sessionId }) => sessionId);
      const sessions = findActiveSessions(new Set(sessionIds.filter((id) => id !== undefined)));
      for (const { tokenId, sessionId, close } of subscribers)
        if (!active.has(tokenId)) close(4401, 'the token was revoked or has expired');
        else if (sessionId !== undefined && !sessions.has(sessionId))
          close(4401, 'the session has ended');
    },
    size: () => subscribers.size,
    backlogBytes: () => backlogOf(subscribers),
    close() {
      unsubscribe?.();
      unsubscribe = null;
      sender.clear();
    },
  };
}

/** Sends events to live subscribers: those of one tick together, with one write for each. */
function createSender<E>(subscribers: ReadonlySet<Subscriber<E>>, afterTurn: () => void) {
  const pending: E[] = [];
  let isSending = false;

  async function sendPending(): Promise<void> {
    while (pending.length > 0) {
      const count = Math.max(1, Math.floor(MESSAGES_PER_TICK / Math.max(1, subscribers.size)));
      const batch = pending.splice(0, count).map((event) => ({ event, text: eventText(event) }));
      for (const some of chunk([...subscribers], MESSAGES_PER_TICK)) {
        for (const subscriber of some) subscriber.send(batch);
        afterTurn();
        await nextTick();
      }
    }
    isSending = false;
  }

  return {
    receive: (event: E): void => {
      pending.push(event);
      if (!isSending) setImmediate(() => void sendPending());
      isSending = true;
      if (pending.length <= MAX_PENDING) return;
      pending.length = 0;
      for (const subscriber of subscribers) subscriber.fallBehind();
    },
    clear: (): void => {
      pending.length = 0;
    },
  };
}

function backlogOf(subscribers: ReadonlySet<Subscriber<unknown>>): number {
  let total = 0;
  for (const subscriber of subscribers) total += subscriber.backlogBytes();
  return total;
}

/** Terminates the subscribers for which most bytes wait, until at most `maxBytes` wait for all of them. */
function dropLargest(subscribers: ReadonlySet<Subscriber<unknown>>, maxBytes: number): void {
  let total = backlogOf(subscribers);
  if (total <= maxBytes) return;
  const sized = [...subscribers].map((subscriber) => ({
    subscriber,
    bytes: subscriber.backlogBytes(),
  }));
  for (const { subscriber, bytes } of sized.sort((a, b) => b.bytes - a.bytes)) {
    if (total <= maxBytes) return;
    subscriber.terminate();
    total -= bytes;
  }
}

/** Runs steps in the order of their calls, `perTick` before other callbacks run. */
function createStepQueue(perTick: number, afterTurn: () => void): (step: () => void) => void {
  const waiting: (() => void)[] = [];
  let isScheduled = false;
  function run(): void {
    isScheduled = false;
    for (const step of waiting.splice(0, perTick)) step();
    afterTurn();
    if (waiting.length > 0) start();
  }
  function start(): void {
    if (!isScheduled) setImmediate(run);
    isScheduled = true;
  }
  return (step) => {
    waiting.push(step);
    start();
  };
}
