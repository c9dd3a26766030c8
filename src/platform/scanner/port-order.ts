// Where something listens most often: asked first, so that a person watching sees results early and the round trip is known soon.
const COMMON = [
  443, 80, 22, 445, 3389, 8080, 21, 25, 53, 23, 139, 135, 110, 143, 993, 995, 3306, 5432, 8443, 111,
  5900, 6379, 1433, 389, 8000, 587, 465, 5985, 9200, 27017,
];

// A table kept for good (all zero between calls), not a Set: ports are put in order on the main thread, for hundreds of hosts in a row.
const pending = new Uint8Array(65_536);

/**
 * The order in which ports are asked: the common ones first, the others shuffled, so that no device sees a climbing row of ports.
 * The same seed gives the same order. Repeated ports and such that don't exist are left out.
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

/** Shuffles what stands at `from` and after it (Fisher and Yates). */
function shuffle(items: number[], from: number, seed: number): number[] {
  let state = (seed | 1) >>> 0;
  for (let i = items.length - 1; i > from; i -= 1) {
    state = nextRandom(state);
    const j = from + (state % (i - from + 1));
    [items[i], items[j]] = [items[j] as number, items[i] as number];
  }
  return items;
}

/** xorshift32 (Marsaglia 2003): good enough to scatter ports, and repeatable. */
function nextRandom(state: number): number {
  let x = state;
  x ^= x << 13;
  x ^= x >>> 17;
  x ^= x << 5;
  return x >>> 0;
}

/** A number made of a text, to start a shuffle with (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
