// Ports that are open most often come first: results appear early, and the round trip is measured
// soon.
const COMMON = [
  443, 80, 22, 445, 3389, 8080, 21, 25, 53, 23, 139, 135, 110, 143, 993, 995, 3306, 5432, 8443, 111,
  5900, 6379, 1433, 389, 8000, 587, 465, 5985, 9200, 27017,
];

// A reused table (all zero between calls) instead of a Set: ports are ordered on the main thread,
// for hundreds of hosts in a row.
const pending = new Uint8Array(65_536);

/**
 * Orders the ports of a scan: common ports first, the others shuffled, so that intrusion detection
 * sees no ascending sequence. The same seed gives the same order. Duplicates and invalid ports are
 * removed.
 */
export function orderPorts(ports: readonly number[], seed: number): number[] {
  for (const port of ports)
    if (Number.isInteger(port) && port > 0 && port < 65_536) pending[port] = 1;
  const order: number[] = [];
  const takeAll = (candidates: readonly number[]): void => {
    for (const port of candidates) {
      if (pending[port] !== 1) continue;
      pending[port] = 0;
      order.push(port);
    }
  };
  takeAll(COMMON);
  const common = order.length;
  takeAll(ports);
  return shuffle(order, common, seed);
}

/** Shuffles the items from index `from` on (Fisher and Yates). */
function shuffle(items: number[], from: number, seed: number): number[] {
  let state = (seed | 1) >>> 0;
  for (let i = items.length - 1; i > from; i -= 1) {
    state = nextRandom(state);
    const j = from + (state % (i - from + 1));
    [items[i], items[j]] = [items[j] as number, items[i] as number];
  }
  return items;
}

/** xorshift32 (Marsaglia 2003): sufficient to shuffle ports, and reproducible. */
function nextRandom(state: number): number {
  let x = state;
  x ^= x << 13;
  x ^= x >>> 17;
  x ^= x << 5;
  return x >>> 0;
}

/** Derives a shuffle seed from a text (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
