import type { Libc } from './libc.js';
import { LINUX } from './libc.js';

const MAX_EVENTS = 512;
// struct epoll_event is packed on x86-64 only.
const EVENT = process.arch === 'x64' ? { size: 12, data: 4 } : { size: 16, data: 8 };

/**
 * Watched descriptors, each with a 32-bit mark chosen by the caller. Closing a descriptor ends its
 * watch.
 */
export interface Epoll {
  /** Returns false when the system refuses. */
  watch(fd: number, interest: number, mark: number): boolean;
  wait(waitMs: number, onEvent: (mark: number) => void): void;
  close(): void;
}

/** An epoll instance (epoll(7)). Throws when the system refuses one. */
export function createEpoll(libc: Libc): Epoll {
  const epoll = libc.epollCreate(LINUX.EPOLL_CLOEXEC);
  if (epoll < 0) throw new Error(`epoll_create1 failed with errno ${libc.errno()}`);
  const event = new Uint8Array(EVENT.size);
  const eventView = new DataView(event.buffer);
  const events = new Uint8Array(EVENT.size * MAX_EVENTS);
  const eventsView = new DataView(events.buffer);
  return {
    watch(fd, interest, mark) {
      eventView.setUint32(0, interest, true);
      eventView.setUint32(EVENT.data, mark, true);
      return libc.epollCtl(epoll, LINUX.EPOLL_CTL_ADD, fd, event) === 0;
    },
    wait(waitMs, onEvent) {
      const count = libc.epollWait(epoll, events, MAX_EVENTS, Math.ceil(waitMs));
      for (let i = 0; i < count; i += 1)
        onEvent(eventsView.getUint32(i * EVENT.size + EVENT.data, true));
    },
    close: () => {
      libc.close(epoll);
    },
  };
}
