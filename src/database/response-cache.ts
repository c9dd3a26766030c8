import type { Clock } from '../platform/clock.js';
import { createChangeCounter } from './change-counter.js';
import type { Sqlite } from './sqlite.js';

const MOST_CHARACTERS = 4 << 20; // of keys and texts together
const LONGEST = 512 << 10;
const MOST_ASKED = 1000;

/**
 * Remembers texts that were made from the database for as long as nothing in it changes, so that a hit is exactly what making it again would
 * give. It changes with each row written on this connection, which is the only one that writes, and with each second, lest somebody's shell go unseen. While a
 * transaction is open nothing is remembered. Only what is asked for twice is kept: who walks through all pages
 * of a list asks for none again, and keeping each cost as much as making it.
 *
 * The given function gives the text of a key, by `make` where it is not known. `make` must read nothing but this database and the key.
 */
export function createResponseCache(
  sqlite: Sqlite,
  clock: Pick<Clock, 'now'>,
): (key: string, make: () => string) => string {
  const countChanges = createChangeCounter(sqlite);
  const texts = new Map<string, string>();
  const asked = new Set<string>();
  let characters = 0;
  let [changes, second] = [-1, -1];

  const forgetIfStale = (changesNow: number): void => {
    const now = clock.now();
    if (changesNow === changes && now === second) return;
    [changes, second] = [changesNow, now];
    texts.clear();
    asked.clear();
    characters = 0;
  };
  const askedAgain = (key: string): boolean => {
    if (asked.has(key)) return true;
    if (asked.size >= MOST_ASKED) asked.clear();
    asked.add(key);
    return false;
  };
  const makeRoom = (wanted: number): void => {
    for (const [key, text] of texts) {
      if (characters + wanted <= MOST_CHARACTERS) return;
      texts.delete(key);
      characters -= key.length + text.length;
    }
  };
  return (key, make) => {
    const changesNow = countChanges();
    if (changesNow === undefined) return make();
    forgetIfStale(changesNow);
    const known = texts.get(key);
    if (known !== undefined) return known;
    const again = askedAgain(key);
    const text = make();
    const size = key.length + text.length;
    if (!again || size > LONGEST) return text;
    makeRoom(size);
    texts.set(key, text);
    characters += size;
    return text;
  };
}
