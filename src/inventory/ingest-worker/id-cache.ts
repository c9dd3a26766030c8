import { hash } from 'node:crypto';

/** The ids of texts that were used most recently. */
export interface IdResolver {
  get(text: string): number | undefined;
  set(text: string, id: number): void;
}

/** The ids of lines and packages that a worker caches. They are valid until rows are garbage collected. */
export interface IdCache {
  lines: IdResolver;
  packages: IdResolver;
  /** clears the cache when the number of garbage collections has grown: cached ids may be deleted */
  sync(gcCount: number): void;
  /** whether ids that were looked up at that number of garbage collections are still valid */
  isCurrent(gcCount: number): boolean;
}

export function createIdCache(): IdCache {
  const lines = createIdResolver();
  const packages = createIdResolver();
  let current = 0;
  return {
    lines,
    packages,
    sync(gcCount) {
      if (gcCount <= current) return;
      current = gcCount;
      lines.clear();
      packages.clear();
    },
    isCurrent: (gcCount) => gcCount === current,
  };
}

// Two tables of this size take 6 MB. Typed arrays cost the garbage collector no time.
const ROWS = 1 << 14;
const SLOTS = 8; // of a row, most recently used first; the last one is evicted
const WORDS = 4;

/**
 * A hash table of fixed size. Its keys are the first 16 bytes of the SHA-256 of a text, like the keys in
 * the database: the texts themselves would take fifty times the memory.
 * @param rows a power of two
 * @internal
 */
export function createIdResolver(rows = ROWS): IdResolver & { clear(): void } {
  const keys = new Int32Array(rows * SLOTS * WORDS);
  const ids = new Float64Array(rows * SLOTS); // 0: an empty slot
  const key = new Int32Array(WORDS);

  /** Returns the slot of `key` in a row; SLOTS: not found. */
  const findSlot = (row: number): number => {
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const at = (row + slot) * WORDS;
      if (
        keys[at] === key[0] &&
        keys[at + 1] === key[1] &&
        keys[at + 2] === key[2] &&
        keys[at + 3] === key[3] &&
        ids[row + slot] !== 0
      )
        return slot;
    }
    return SLOTS;
  };
  /** Moves `key` to the front of its row; the entries before its slot move up by one. */
  const moveToFront = (row: number, slot: number, id: number): void => {
    if (slot > 0) {
      keys.copyWithin((row + 1) * WORDS, row * WORDS, (row + slot) * WORDS);
      ids.copyWithin(row + 1, row, row + slot);
    }
    keys.set(key, row * WORDS);
    ids[row] = id;
  };
  /** Sets `key` and returns the first slot of its row. */
  const hashToRow = (text: string): number => {
    const digest = hash('sha256', text, 'binary');
    for (let word = 0; word < WORDS; word += 1) key[word] = wordAt(digest, 4 * word);
    return ((key[0] ?? 0) & (rows - 1)) * SLOTS;
  };
  return {
    set(text, id) {
      const row = hashToRow(text);
      moveToFront(row, Math.min(findSlot(row), SLOTS - 1), id);
    },
    get(text) {
      const row = hashToRow(text);
      const slot = findSlot(row);
      if (slot === SLOTS) return undefined;
      const id = ids[row + slot];
      if (slot > 0) moveToFront(row, slot, id ?? 0);
      return id;
    },
    clear: () => {
      ids.fill(0);
    },
  };
}

const wordAt = (digest: string, at: number): number =>
  digest.charCodeAt(at) |
  (digest.charCodeAt(at + 1) << 8) |
  (digest.charCodeAt(at + 2) << 16) |
  (digest.charCodeAt(at + 3) << 24);
