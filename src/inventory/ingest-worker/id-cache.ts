import { hash } from 'node:crypto';

/** Numbers of things by their texts, of those that were asked for last. */
export interface IdResolver {
  known(text: string): number | undefined;
  keep(text: string, id: number): void;
}

/** What a reader of reports remembers: the numbers of lines and packages. They hold until something is swept. */
export interface IdCache {
  lines: IdResolver;
  packages: IdResolver;
  /** tells how often something was swept: what was remembered before may be gone, and is forgotten */
  sweptUpTo(swept: number): void;
  /** do numbers that were looked up at that count hold still? */
  holds(swept: number): boolean;
}

export function createIdCache(): IdCache {
  const [lines, packages] = [createIdResolver(), createIdResolver()];
  let last = 0;
  return {
    lines,
    packages,
    sweptUpTo(swept) {
      if (swept <= last) return;
      last = swept;
      lines.forget();
      packages.forget();
    },
    holds: (swept) => swept === last,
  };
}

// Two of these take 6 MB, and nothing of a garbage collector's time.
const ROWS = 1 << 14;
const PLACES = 8; // in a row; what was asked for last comes first, and the last one makes room
const WORDS = 4;

/**
 * A table of fixed size. A thing is known by the first 16 bytes of its SHA-256, which is what it is known by in the database: the texts themselves would take fifty times the room.
 * @param rows a power of two
 */
export function createIdResolver(rows = ROWS): IdResolver & { forget(): void } {
  const keys = new Int32Array(rows * PLACES * WORDS);
  const ids = new Float64Array(rows * PLACES); // 0: nobody's place
  const key = new Int32Array(WORDS);

  /** which place of a row is this key's; PLACES: none is */
  const find = (row: number): number => {
    for (let place = 0; place < PLACES; place += 1) {
      const at = (row + place) * WORDS;
      if (
        keys[at] === key[0] &&
        keys[at + 1] === key[1] &&
        keys[at + 2] === key[2] &&
        keys[at + 3] === key[3] &&
        ids[row + place] !== 0
      )
        return place;
    }
    return PLACES;
  };
  /** puts the key in front of its row; those before its place move up by one */
  const toFront = (row: number, place: number, id: number): void => {
    if (place > 0) {
      keys.copyWithin((row + 1) * WORDS, row * WORDS, (row + place) * WORDS);
      ids.copyWithin(row + 1, row, row + place);
    }
    keys.set(key, row * WORDS);
    ids[row] = id;
  };
  const rowOf = (text: string): number => {
    const digest = hash('sha256', text, 'binary');
    for (let word = 0; word < WORDS; word += 1) key[word] = wordAt(digest, 4 * word);
    return ((key[0] ?? 0) & (rows - 1)) * PLACES;
  };
  return {
    keep(text, id) {
      const row = rowOf(text);
      toFront(row, Math.min(find(row), PLACES - 1), id);
    },
    known(text) {
      const row = rowOf(text);
      const place = find(row);
      if (place === PLACES) return undefined;
      const id = ids[row + place];
      if (place > 0) toFront(row, place, id ?? 0);
      return id;
    },
    forget: () => {
      ids.fill(0);
    },
  };
}

const wordAt = (digest: string, at: number): number =>
  digest.charCodeAt(at) |
  (digest.charCodeAt(at + 1) << 8) |
  (digest.charCodeAt(at + 2) << 16) |
  (digest.charCodeAt(at + 3) << 24);
