import { readdirSync, readFileSync } from 'node:fs';

/** How many sockets the scanner may hold. `limit` moves between a floor and `most`: down when the system says no, slowly up again. */
export interface SocketLimit {
  max: number;
  limit: number;
  raisedAt: number;
}

const FLOOR = 8;
const RAISE_INTERVAL_MS = 100;
// More has no use: at the highest rates it is the waiting for silent ports that needs sockets.
const CEILING = 16_384;

/**
 * The share of a process's descriptors that scanning may use: a quarter (64 at least) stays free for the service itself.
 * @param softLimit RLIMIT_NOFILE
 * @param inUse     descriptors open already
 * @param asked     a bound set by the caller
 */
export function descriptorBudget(softLimit: number, inUse: number, requested = CEILING): number {
  const headroom = Math.max(64, Math.ceil(softLimit / 4));
  return Math.max(FLOOR, Math.min(requested, CEILING, softLimit - inUse - headroom));
}

export function createSocketLimit(max: number): SocketLimit {
  return { max, limit: max, raisedAt: 0 };
}

/** The system refused a socket or a local port while `held` were in use (EMFILE, ENFILE, EADDRNOTAVAIL, ENOBUFS). */
export function lowerLimit(socketLimit: SocketLimit, held: number, now: number): void {
  socketLimit.limit = Math.min(socketLimit.max, Math.max(FLOOR, Math.floor(held * 0.75)));
  socketLimit.raisedAt = now;
}

/** A tenth more every 100 ms, up to the bound. */
export function raiseLimit(socketLimit: SocketLimit, now: number): void {
  if (socketLimit.limit === socketLimit.max || now - socketLimit.raisedAt < RAISE_INTERVAL_MS)
    return;
  socketLimit.limit = Math.min(socketLimit.max, Math.ceil(socketLimit.limit * 1.1));
  socketLimit.raisedAt = now;
}

/** What one of `keys` active keys may hold: an eighth is kept for whoever comes next, so that it never waits for the others' silence. */
export function shareOf(limit: number, keys: number): number {
  return Math.max(1, Math.floor((limit * 7) / 8 / Math.max(1, keys)));
}

// What systems grant that don't tell (macOS grants 256 by default; Windows counts otherwise).
const DEFAULT_DESCRIPTORS = 256;

/** How many sockets scanning may hold in this process, from /proc; a modest number where there is none. */
export function readDescriptorBudget(requested?: number): number {
  try {
    return descriptorBudget(
      parseSoftLimit(readFileSync('/proc/self/limits', 'utf8')),
      readdirSync('/proc/self/fd').length,
      requested,
    );
  } catch {
    return descriptorBudget(DEFAULT_DESCRIPTORS, 0, requested);
  }
}

/** The soft RLIMIT_NOFILE in the text of /proc/self/limits; a modest number when it can't be found. */
export function parseSoftLimit(limits: string): number {
  const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
  if (soft === 'unlimited') return Number.MAX_SAFE_INTEGER;
  return soft ? Number(soft) : DEFAULT_DESCRIPTORS;
}
