import type { Clock } from '../platform/clock.js';
import { createChangeCounter } from './change-counter.js';
import type { Sqlite } from './sqlite.js';

const MAX_CHARACTERS = 4 << 20; // of all keys and texts
const MAX_TEXT_CHARACTERS = 512 << 10; // of one key and text
const MAX_REQUESTED_KEYS = 1000;

/**
 * Caches texts that are rendered from the database until the database changes, so that a hit equals a new rendering.
 * Each
 * row written on this connection, the only one that writes, invalidates the cache. So does each second, so that changes
 * from other processes (an SQL shell) are seen. Nothing is cached while a transaction is open. A text is stored
 * at its second request: a client that pages through a list requests no page twice, and storing each page would
 * cost as much as rendering it.
 *
 * The returned function returns the text of a key, from `render` where it is not cached. `render` must depend on
 * nothing
 * but this database and the key.
 */
export function createResponseCache(
  sqlite: Sqlite,
  clock: Pick<Clock, 'now'>,
): (key: string, render: () => string) => string {
  const countChanges = createChangeCounter(sqlite);
  const texts = new Map<string, string>();
  const requestedKeys = new Set<string>();
  let characters = 0;
  let lastChanges = -1;
  let lastSecond = -1;

  const clearIfStale = (changes: number): void => {
    const second = clock.now();
    if (changes === lastChanges && second === lastSecond) return;
    lastChanges = changes;
    lastSecond = second;
    texts.clear();
    requestedKeys.clear();
    characters = 0;
  };
  const wasRequested = (key: string): boolean => {
    if (requestedKeys.has(key)) return true;
    if (requestedKeys.size >= MAX_REQUESTED_KEYS) requestedKeys.clear();
    requestedKeys.add(key);
    return false;
  };
  /** Evicts the oldest texts until `size` more characters fit. */
  const evict = (size: number): void => {
    for (const [key, text] of texts) {
      if (characters + size <= MAX_CHARACTERS) return;
      texts.delete(key);
      characters -= key.length + text.length;
    }
  };
  return (key, render) => {
    const changes = countChanges();
    if (changes === undefined) return render();
    clearIfStale(changes);
    const cached = texts.get(key);
    if (cached !== undefined) return cached;
    const isRepeated = wasRequested(key);
    const text = render();
    const size = key.length + text.length;
    if (!isRepeated || size > MAX_TEXT_CHARACTERS) return text;
    evict(size);
    texts.set(key, text);
    characters += size;
    return text;
  };
}
