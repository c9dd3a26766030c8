import { readdirSync, readFileSync } from 'node:fs';
import { descriptorBudget } from './socket-limit.js';

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
