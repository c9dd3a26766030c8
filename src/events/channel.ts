import type { WebSocket } from 'ws';
import type { AgentEvent, EventLog } from './events.js';
import { createSubscriber, type Subscriber, type SubscriberOptions } from './channel.subscriber.js';

export interface ChannelLimits {
  /** bytes that may wait for one reader before it is closed with 1013 */
  maxBacklogBytes: number;
  /** messages of one reader between two pings before it is cut off: nobody reads them */
  maxMessages: number;
}

export interface Channel {
  /** hands a reader what it missed, and from then on what comes */
  add(socket: WebSocket, options: SubscriberOptions): void;
  /** asks every reader whether it still lives, and ends those that did not answer the last time */
  ping(): void;
  /** ends the readers whose token was revoked or has expired (4401) */
  checkTokens(): void;
  /** how many readers there are */
  size(): number;
  close(): void;
}

const AT_ONCE = 500; // events of one go: others get their turn in between
const LIMITS: ChannelLimits = { maxBacklogBytes: 1 << 20, maxMessages: 1000 };

/** Sends each event as one text, made once, to all readers that want it. */
export function createChannel(
  events: EventLog,
  stillGood: (tokens: Iterable<number | null>) => Set<number | null>,
  limits: ChannelLimits = LIMITS,
): Channel {
  const readers = new Set<Subscriber>();
  let waiting: AgentEvent[] = [];
  const unsubscribe = events.subscribe((event) => {
    if (readers.size === 0) return;
    if (waiting.push(event) === 1) setImmediate(sendWaiting);
  });

  // Events that come together go together: one write for each reader.
  function sendWaiting(): void {
    const some = waiting.slice(0, AT_ONCE).map((event) => ({ event, text: eventText(event) }));
    waiting = waiting.slice(AT_ONCE);
    if (waiting.length > 0) setImmediate(sendWaiting);
    for (const reader of readers) reader.send(some);
  }

  return {
    add(socket, options) {
      const reader = createSubscriber(socket, options, events, limits);
      readers.add(reader);
      socket.once('close', () => readers.delete(reader));
      reader.catchUp();
    },
    ping() {
      for (const reader of readers) reader.ping();
    },
    checkTokens() {
      if (readers.size === 0) return;
      const good = stillGood(new Set([...readers].map((r) => r.tokenId)));
      for (const reader of readers)
        if (!good.has(reader.tokenId)) reader.close(4401, 'the token was revoked or has expired');
    },
    size: () => readers.size,
    close() {
      unsubscribe();
      waiting = [];
    },
  };
}

/** What an event is on the wire. */
export const eventText = (event: AgentEvent): Buffer => Buffer.from(JSON.stringify(event));
