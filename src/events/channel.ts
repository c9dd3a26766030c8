import type { WebSocket } from 'ws';
import {
  createSubscriber,
  type ChannelLimits,
  type Subscriber,
  type SubscriberOptions,
} from './channel.subscriber.js';
import { eventText, type AgentEvent, type EventLog } from './events.js';

export interface Channel {
  /** Sends the client the events that it missed, and then new events. */
  add(socket: WebSocket, options: SubscriberOptions): void;
  /** Pings every subscriber, and terminates those that did not answer the last ping. */
  ping(): void;
  /** Closes the subscribers whose token was revoked or has expired (4401). */
  checkTokens(): void;
  /** Returns the number of subscribers. */
  size(): number;
  close(): void;
}

/** Events per event-loop tick. */
const BATCH_SIZE = 500;
const LIMITS: ChannelLimits = { maxBacklogBytes: 1 << 20, maxMessages: 1000 };

/**
 * Sends each event to all subscribers that requested it; its text is created once.
 * @param findActiveTokens returns the valid ones of the given token ids
 */
export function createChannel(
  events: EventLog,
  findActiveTokens: (ids: Iterable<number | null>) => Set<number | null>,
  limits: ChannelLimits = LIMITS,
): Channel {
  const subscribers = new Set<Subscriber>();
  let pending: AgentEvent[] = [];
  const unsubscribe = events.subscribe((event) => {
    if (subscribers.size > 0 && pending.push(event) === 1) setImmediate(sendPending);
  });

  // Events of one tick are sent together: one write per subscriber.
  function sendPending(): void {
    const batch = pending.slice(0, BATCH_SIZE).map((event) => ({ event, text: eventText(event) }));
    pending = pending.slice(BATCH_SIZE);
    if (pending.length > 0) setImmediate(sendPending);
    for (const subscriber of subscribers) subscriber.send(batch);
  }

  return {
    add(socket, options) {
      const subscriber = createSubscriber(socket, options, events, limits);
      subscribers.add(subscriber);
      socket.once('close', () => subscribers.delete(subscriber));
      subscriber.catchUp();
    },
    ping() {
      for (const subscriber of subscribers) subscriber.ping();
    },
    checkTokens() {
      if (subscribers.size === 0) return;
      const active = findActiveTokens(new Set([...subscribers].map(({ tokenId }) => tokenId)));
      for (const subscriber of subscribers)
        if (!active.has(subscriber.tokenId))
          subscriber.close(4401, 'the token was revoked or has expired');
    },
    size: () => subscribers.size,
    close() {
      unsubscribe();
      pending = [];
    },
  };
}
