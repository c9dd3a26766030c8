import { memoize } from '../../lib/memoize.js';

/** A set of port numbers. */
export interface PortSet {
  has(port: number): boolean;
}

/** Parses ports as tasks store them: `22,80,1000-1999`. Items that are not ports are ignored. */
function parsePortSet(text: string): PortSet {
  const bits = new Uint8Array(65_536);
  for (const item of text === '' ? [] : text.split(',')) {
    const [from = NaN, to = from] = item.split('-').map(Number);
    if (from >= 0 && to <= 65_535) bits.fill(1, from, to + 1);
  }
  return { has: (port) => bits[port] === 1 };
}

const MAX_CACHED_SETS = 200; // 64 KiB each; a chain has few

/** Returns a parser that parses each text once. */
export const createPortSetParser = (): ((text: string) => PortSet) =>
  memoize(parsePortSet, { maxEntries: MAX_CACHED_SETS });

/** Returns the scanned ports without the silent ones. */
export const answeredPorts = (scanned: PortSet, silent: PortSet): PortSet => ({
  has: (port) => scanned.has(port) && !silent.has(port),
});
