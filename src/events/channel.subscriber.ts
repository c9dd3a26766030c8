import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import type { ChannelLimits } from './channel.js';
import { eventText } from './channel.js';
import type { AgentEvent, EventLog } from './events.js';

export interface SubscriberOptions {
  /** the connection below, whose writes can be gathered */
  wire: Pick<Writable, 'cork' | 'uncork'>;
  tokenId: number | null;
  hostId?: number;
  /** replay what came after this one; undefined: only what comes from now on */
  since?: number;
}

/** One end of the channel. */
export interface Subscriber {
  readonly tokenId: number | null;
  send(some: readonly { event: AgentEvent; text: Buffer }[]): void;
  catchUp(): void;
  ping(): void;
  close(code: number, reason: string): void;
}

const OPEN = 1; // WebSocket.OPEN
const PAGE = 200;
const AHEAD = 256 * 1024; // bytes of a replay that may wait to be sent
const TEXT = { binary: false } as const;

/** A reader is behind, and reads from the log as fast as it takes the bytes, or it is live, and is handed what comes. It never gets an event twice or misses one: `last` only grows. */
export function createSubscriber(
  socket: WebSocket,
  { wire, tokenId, hostId, since }: SubscriberOptions,
  events: EventLog,
  limits: ChannelLimits,
): Subscriber {
  let last = Math.min(since ?? Infinity, events.newestSeq());
  let live = false;
  let answered = true;
  let heard = 0;

  const wanted = (event: AgentEvent): boolean =>
    event.seq > last && (hostId === undefined || event.host_id === hostId);
  const end = (code: number, reason: string): void => {
    live = false;
    socket.close(code, reason);
  };

  function gathered(work: () => void): void {
    wire.cork();
    try {
      work();
    } finally {
      wire.uncork();
    }
  }

  function catchUp(): void {
    gathered(() => {
      while (socket.readyState === OPEN) {
        const some = events.read({ since: last, hostId, limit: PAGE });
        last = some.at(-1)?.seq ?? last;
        if (some.length < PAGE) live = true;
        const pause = !live && socket.bufferedAmount > AHEAD;
        some.forEach((event, i) =>
          socket.send(
            eventText(event),
            TEXT,
            pause && i === PAGE - 1
              ? (error) => {
                  if (!error) catchUp();
                }
              : undefined,
          ),
        );
        if (live || pause) return;
      }
    });
  }

  socket.on('pong', () => {
    answered = true;
  });
  socket.on('message', () => {
    if (++heard > limits.maxMessages) socket.terminate();
  });

  return {
    tokenId,
    catchUp,
    send(some) {
      if (!live || socket.readyState !== OPEN) return;
      if (socket.bufferedAmount > limits.maxBacklogBytes)
        return end(1013, 'read faster, or come back with since');
      gathered(() => {
        for (const { event, text } of some) if (wanted(event)) socket.send(text, TEXT);
      });
      last = Math.max(last, some.at(-1)?.event.seq ?? last);
    },
    ping() {
      heard = 0;
      if (!answered) return socket.terminate();
      answered = false;
      if (socket.readyState === OPEN) socket.ping();
    },
    close: end,
  };
}
