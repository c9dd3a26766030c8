import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import { eventText, type AgentEvent, type EventLog } from './events.js';

export interface ChannelLimits {
  /** bytes that may wait for one subscriber before it is closed with 1013 */
  maxBacklogBytes: number;
  /** messages from one subscriber between two pings before it is terminated; they are not read */
  maxMessages: number;
}

export interface SubscriberOptions {
  /** the underlying connection, whose writes can be combined */
  wire: Pick<Writable, 'cork' | 'uncork'>;
  tokenId: number | null;
  hostId?: number;
  /** replay events after this seq; undefined: later events only */
  since?: number;
}

/** One client of the channel. */
export interface Subscriber {
  readonly tokenId: number | null;
  /** Sends new events to a live subscriber; one that is behind reads them from the log. */
  send(batch: readonly { event: AgentEvent; text: Buffer }[]): void;
  /** Sends the events that the subscriber missed. */
  catchUp(): void;
  /** Pings the client; terminates it if it did not answer the last ping. */
  ping(): void;
  close(code: number, reason: string): void;
}

const OPEN = 1; // WebSocket.OPEN
const PAGE_SIZE = 200;
/** Bytes of a replay that may wait to be sent. */
const REPLAY_BUFFER_BYTES = 256 * 1024;
const TEXT = { binary: false } as const;

/**
 * Creates a subscriber. It is either behind, and reads from the log as fast as the client receives, or
 * live, and is passed new events. It never receives an event twice or misses one: `last` only increases.
 */
export function createSubscriber(
  socket: WebSocket,
  { wire, tokenId, hostId, since }: SubscriberOptions,
  events: EventLog,
  limits: ChannelLimits,
): Subscriber {
  /** the newest seq that was sent or skipped */
  let last = Math.min(since ?? Infinity, events.newestSeq());
  let isLive = false;
  const liveness = createLivenessCheck(socket, limits);

  const isRequested = (event: AgentEvent): boolean =>
    event.seq > last && (hostId === undefined || event.host_id === hostId);
  const close = (code: number, reason: string): void => {
    isLive = false;
    socket.close(code, reason);
  };

  function combineWrites(work: () => void): void {
    wire.cork();
    try {
      work();
    } finally {
      wire.uncork();
    }
  }

  /** Sends a page of missed events. Returns whether the next page is to be sent now. */
  function sendPage(): boolean {
    const page = events.read({ since: last, hostId, limit: PAGE_SIZE });
    last = page.at(-1)?.seq ?? last;
    if (page.length < PAGE_SIZE) isLive = true;
    const isFull = !isLive && socket.bufferedAmount > REPLAY_BUFFER_BYTES;
    const continueReplay = (error?: Error | null): void => {
      if (!error) catchUp();
    };
    page.forEach((event, i) => {
      const isLast = i === PAGE_SIZE - 1;
      socket.send(eventText(event), TEXT, isFull && isLast ? continueReplay : undefined);
    });
    return !isLive && !isFull;
  }

  function catchUp(): void {
    combineWrites(() => {
      let isIncomplete = true;
      while (isIncomplete && socket.readyState === OPEN) isIncomplete = sendPage();
    });
  }

  return {
    tokenId,
    catchUp,
    ping: () => liveness.ping(),
    close,
    send(batch) {
      if (!isLive || socket.readyState !== OPEN) return;
      if (socket.bufferedAmount > limits.maxBacklogBytes)
        return close(1013, 'client too slow; reconnect with since');
      combineWrites(() => {
        for (const { event, text } of batch) if (isRequested(event)) socket.send(text, TEXT);
      });
      last = Math.max(last, batch.at(-1)?.event.seq ?? last);
    },
  };
}

/** Terminates clients that do not answer a ping, or that send too many messages. */
function createLivenessCheck(socket: WebSocket, { maxMessages }: ChannelLimits) {
  let hasAnswered = true;
  let messageCount = 0;
  socket.on('pong', () => {
    hasAnswered = true;
  });
  socket.on('message', () => {
    messageCount += 1;
    if (messageCount > maxMessages) socket.terminate();
  });
  return {
    ping(): void {
      messageCount = 0;
      if (!hasAnswered) return socket.terminate();
      hasAnswered = false;
      if (socket.readyState === OPEN) socket.ping();
    },
  };
}
