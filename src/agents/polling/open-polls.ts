import { POLL_SECONDS } from './check-in-batcher.js';

/** A poll of an agent: its host, the presented token and version, and the function that answers it (once). */
export interface OpenPoll {
  hostId: number;
  tokenSha256: Buffer;
  version: string | null;
  respond: (text: string) => void;
}

interface HeldPoll extends OpenPoll {
  timer: NodeJS.Timeout;
}

// Hold times differ between hosts, so that agents that polled at the same moment spread out. There are
// few different times, because timers of one duration are cheap.
const HOLD_TIMES = 16;
const holdMs = (hostId: number): number => (POLL_SECONDS - (hostId % HOLD_TIMES)) * 1000;

/**
 * The open polls, at most one per host.
 * @param onEnd called when a poll ends without a job, except when a newer poll of the host replaces it
 */
export function createOpenPolls(onEnd: (hostId: number) => void) {
  const open = new Map<number, HeldPoll>();

  function respond(poll: HeldPoll, line: string): void {
    clearTimeout(poll.timer);
    if (open.get(poll.hostId) === poll) open.delete(poll.hostId);
    poll.respond(`hostwarden 1\n${line && `${line}\n`}`);
  }

  return {
    /**
     * Holds a poll open; an older poll of the same host is answered without a job. Returns the
     * function to call when the connection closes.
     */
    hold(poll: OpenPoll): () => void {
      const { hostId } = poll;
      const older = open.get(hostId);
      if (older) respond(older, '');
      const held: HeldPoll = {
        ...poll,
        timer: setTimeout(() => {
          respond(held, '');
          onEnd(hostId);
        }, holdMs(hostId)),
      };
      open.set(hostId, held);
      return () => {
        if (open.get(hostId) !== held) return;
        clearTimeout(held.timer);
        open.delete(hostId);
        onEnd(hostId);
      };
    },
    find: (hostId: number): Readonly<OpenPoll> | undefined => open.get(hostId),
    /** Answers the poll of a host, if one is open. */
    answer(hostId: number, line: string): void {
      const poll = open.get(hostId);
      if (poll) respond(poll, line);
    },
    answerAll(line: string): void {
      for (const poll of [...open.values()]) respond(poll, line);
    },
    size: (): number => open.size,
  };
}
