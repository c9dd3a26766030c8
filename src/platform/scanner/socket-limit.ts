import { readdirSync, readFileSync } from 'node:fs';

/**
 * How many sockets the scanner may hold. `limit` moves between a minimum and `max`: down when the
 * system refuses a socket, slowly up again.
 */
export interface SocketLimit {
  max: number;
  limit: number;
  raisedAt: number;
}

const FLOOR = 8;
const RAISE_INTERVAL_MS = 100;
// More is useless: at the highest rates, the sockets wait for silent ports.
const CEILING = 16_384;

/**
 * Returns the share of the process's descriptors that scanning may use: a quarter (at least 64)
 * stays free for the service itself.
 * @param softLimit RLIMIT_NOFILE
 * @param inUse descriptors already open
 * @param requested a limit set by the caller
 * @internal
 */
export function descriptorBudget(softLimit: number, inUse: number, requested = CEILING): number {
  const headroom = Math.max(64, Math.ceil(softLimit / 4));
  return Math.max(FLOOR, Math.min(requested, CEILING, softLimit - inUse - headroom));
}

export function createSocketLimit(max: number): SocketLimit {
  return { max, limit: max, raisedAt: 0 };
}

/**
 * Lowers the limit after the system refused a socket or a local port while `held` were in use
 * (EMFILE, ENFILE, EADDRNOTAVAIL, ENOBUFS).
 */
export function lowerLimit(socketLimit: SocketLimit, held: number, now: number): void {
  socketLimit.limit = Math.min(socketLimit.max, Math.max(FLOOR, Math.floor(held * 0.75)));
  socketLimit.raisedAt = now;
}

/** Raises the limit by a tenth every 100 ms, up to the maximum. */
export function raiseLimit(socketLimit: SocketLimit, now: number): void {
  if (socketLimit.limit === socketLimit.max || now - socketLimit.raisedAt < RAISE_INTERVAL_MS)
    return;
  socketLimit.limit = Math.min(socketLimit.max, Math.ceil(socketLimit.limit * 1.1));
  socketLimit.raisedAt = now;
}

/**
 * Returns the share of each of `keys` active keys: an eighth is reserved, so that a new key never
 * waits for the timeouts of the others.
 */
export function shareOf(limit: number, keys: number): number {
  return Math.max(1, Math.floor((limit * 7) / 8 / Math.max(1, keys)));
}

// Assumed limit of systems without /proc (macOS grants 256 by default; Windows counts differently).
const DEFAULT_DESCRIPTORS = 256;

/**
 * Returns how many sockets the scanner may hold in this process, from /proc; a small number where
 * /proc is missing.
 */
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

/**
 * The soft RLIMIT_NOFILE in the text of /proc/self/limits; a small number if it is missing.
 * @internal
 */
export function parseSoftLimit(limits: string): number {
  const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
  if (soft === 'unlimited') return Number.MAX_SAFE_INTEGER;
  return soft ? Number(soft) : DEFAULT_DESCRIPTORS;
}
