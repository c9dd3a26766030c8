import { POLL_SECONDS } from './check-in-batcher.js';

/** An agent that asks: whose it is, what it showed and said, and how it is answered (once). */
export interface OpenPoll {
  hostId: number;
  tokenSha256: Buffer;
  version: string | null;
  respond: (text: string) => void;
}

interface HeldPoll extends OpenPoll {
  timer: NodeJS.Timeout;
}

// Polls are not all held for the same time, so that agents that came together spread out. Few different times, as timers of one duration are cheap.
const SPREAD = 16;
const holdMs = (hostId: number): number => (POLL_SECONDS - (hostId % SPREAD)) * 1000;

/** The polls that are open, at most one for each host. `onEnd` hears of those that end with nothing, but for those that a newer one replaces. */
export function createOpenPolls(onEnd: (hostId: number) => void) {
  const open = new Map<number, HeldPoll>();

  function answer(poll: HeldPoll, line: string): void {
    clearTimeout(poll.timer);
    if (open.get(poll.hostId) === poll) open.delete(poll.hostId);
    poll.respond(`hostwarden 1\n${line && `${line}\n`}`);
  }

  return {
    /** holds a poll; a newer one of the same host ends the older. Gives what to call when the connection is gone */
    hold(asking: OpenPoll): () => void {
      const { hostId } = asking;
      const older = open.get(hostId);
      if (older) answer(older, '');
      const poll: HeldPoll = {
        ...asking,
        timer: setTimeout(() => {
          answer(poll, '');
          onEnd(hostId);
        }, holdMs(hostId)),
      };
      open.set(hostId, poll);
      return () => {
        if (open.get(hostId) !== poll) return;
        clearTimeout(poll.timer);
        open.delete(hostId);
        onEnd(hostId);
      };
    },
    of: (hostId: number): Readonly<OpenPoll> | undefined => open.get(hostId),
    /** answers the poll of a host, if it holds one */
    answer(hostId: number, line: string): void {
      const poll = open.get(hostId);
      if (poll) answer(poll, line);
    },
    answerAll(line: string): void {
      for (const poll of [...open.values()]) answer(poll, line);
    },
    size: (): number => open.size,
  };
}
