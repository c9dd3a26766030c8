// Where something listens most often: asked first, so that a person watching sees results early and the round trip is known soon.
const COMMON = [443, 80, 22, 445, 3389, 8080, 21, 25, 53, 23, 139, 135, 110, 143, 993, 995, 3306, 5432, 8443, 111, 5900, 6379, 1433, 389, 8000, 587, 465, 5985, 9200, 27017];

/**
 * The order in which ports are asked: the common ones first, the others shuffled, so that no device sees a climbing row of ports.
 * The same seed gives the same order. Repeated ports and such that don't exist are left out.
 */
export function orderPorts(ports: readonly number[], seed: number): number[] {
  const asked = new Set(ports.filter((port) => Number.isInteger(port) && port > 0 && port < 65_536));
  const first = COMMON.filter((port) => asked.delete(port));
  return [...first, ...shuffle([...asked], seed)];
}

function shuffle(items: number[], seed: number): number[] {
  let state = (seed | 1) >>> 0;
  for (let i = items.length - 1; i > 0; i -= 1) {
    state = nextRandom(state);
    const j = state % (i + 1);
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
