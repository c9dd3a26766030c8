import { readdirSync, readFileSync } from 'node:fs';
import { descriptorBudget } from './socket-limit.js';

// What systems grant that don't tell (macOS grants 256 by default; Windows counts otherwise).
const MODEST = 256;

/** How many sockets scanning may hold in this process, from /proc; a modest number where there is none. */
export function readDescriptorBudget(asked?: number): number {
  try {
    return descriptorBudget(
      parseSoftLimit(readFileSync('/proc/self/limits', 'utf8')),
      readdirSync('/proc/self/fd').length,
      asked,
    );
  } catch {
    return descriptorBudget(MODEST, 0, asked);
  }
}

/** The soft RLIMIT_NOFILE in the text of /proc/self/limits; a modest number when it can't be found. */
export function parseSoftLimit(limits: string): number {
  const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
  if (soft === 'unlimited') return Number.MAX_SAFE_INTEGER;
  return soft ? Number(soft) : MODEST;
}
