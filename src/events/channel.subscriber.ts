import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import type { ChannelSource } from './channel.source.js';

export interface ChannelLimits {
  /** bytes that may wait for one subscriber before it is closed with 1013 */
  maxBacklogBytes: number;
  /** bytes that may wait for all subscribers together before those with most are terminated */
  maxTotalBacklogBytes: number;
  /** messages from one subscriber between two pings before it is terminated; they are not read */
  maxMessages: number;
  /** further clients are closed with 1013, or one of the token with the most */
  maxSubscribers: number;
}

export interface SubscriberOptions<F> {
  /** the underlying connection, whose writes can be combined */
  wire: Pick<Writable, 'cork' | 'uncork'>;
  tokenId: number | null;
  /** of the console: the connection ends with it */
  sessionId?: number | undefined;
  filter: F;
  /** replay events after this seq; undefined: later events only */
  since?: number;
}

/** One client of the channel. */
export interface Subscriber<E> {
  readonly tokenId: number | null;
  readonly sessionId: number | undefined;
  /** Sends new events to a live subscriber; one that is behind reads them from the log. */
  send(batch: readonly { event: E; text: Buffer }[]): void;
  /** Sends a page of the events that the subscriber missed, and schedules the next one. */
  catchUp(): void;
  /** From now on a live subscriber reads from the log again. */
  fallBehind(): void;
  /** bytes that wait for the client */
  backlogBytes(): number;
  /** Ends the connection at once; what waits is dropped. */
  terminate(): void;
  /** Pings the client; terminates it if it did not answer the last ping. */
  ping(): void;
  close: (this: void, code: number, reason: string) => void;
}

const OPEN = 1; // WebSocket.OPEN
/** Bytes of a replay that may wait to be sent. */
const REPLAY_BUFFER_BYTES = 64 * 1024;
const TEXT = { binary: false } as const;

interface SubscriberDeps<E extends { seq: number }, F> {
  source: ChannelSource<E, F>;
  limits: ChannelLimits;
  /** queues a step of a replay behind those of other subscribers */
  schedule: (step: () => void) => void;
}

/**
 * Creates a subscriber. It is either behind, and reads from the log as fast as the client receives, or
 * live, and is passed new events. It never receives an event twice or misses one: `last` only increases.
 */
export function createSubscriber<E extends { seq: number }, F>(
  socket: WebSocket,
  { wire, tokenId, sessionId, filter, since }: SubscriberOptions<F>,
  { source, limits, schedule }: SubscriberDeps<E, F>,
): Subscriber<E> {
  /** the newest seq that was sent or skipped */
  let last = Math.min(since ?? Infinity, source.newestSeq());
  let isLive = false;
  const liveness = createLivenessCheck(socket, limits);

  const isNew = (event: E): boolean =>
    source.isTransient(event) ? event.seq >= last : event.seq > last;
  const isRequested = (event: E): boolean => isNew(event) && source.isSelected(event, filter);
  const close = (code: number, reason: string): void => {
    isLive = false;
    socket.close(code, reason);
  };

  /** Sends a page of missed events. Returns whether the next page is to be sent now. */
  function sendPage(): boolean {
    const page = source.read(last, filter);
    last = page.last;
    isLive = page.isEnd;
    const isFull = !isLive && socket.bufferedAmount > REPLAY_BUFFER_BYTES;
    const continueReplay = (error?: Error | null): void => {
      if (!error) schedule(catchUp);
    };
    page.events.forEach((event, i) => {
      const isLast = i === page.events.length - 1;
      socket.send(eventText(event), TEXT, isFull && isLast ? continueReplay : undefined);
    });
    return !isLive && !(isFull && page.events.length > 0);
  }

  function catchUp(): void {
    if (isLive || socket.readyState !== OPEN) return;
    combineWrites(wire, () => {
      if (sendPage()) schedule(catchUp);
    });
  }

  return {
    tokenId,
    sessionId,
    catchUp,
    fallBehind() {
      if (!isLive) return;
      isLive = false;
      schedule(catchUp);
    },
    backlogBytes: () => socket.bufferedAmount,
    terminate: () => socket.terminate(),
    ping: () => liveness.ping(),
    close,
    send(batch) {
      if (!isLive || socket.readyState !== OPEN) return;
      if (socket.bufferedAmount > limits.maxBacklogBytes)
        return close(1013, 'client too slow; reconnect with since');
      combineWrites(wire, () => {
        for (const { event, text } of batch) if (isRequested(event)) socket.send(text, TEXT);
      });
      last = Math.max(last, batch.at(-1)?.event.seq ?? last);
    },
  };
}

/** Returns the message of an event on the wire. */
export const eventText = (event: unknown): Buffer => Buffer.from(JSON.stringify(event));

/** Sends all messages of `work` with one write. */
function combineWrites(wire: SubscriberOptions<unknown>['wire'], work: () => void): void {
  wire.cork();
  try {
    work();
  } finally {
    wire.uncork();
  }
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
