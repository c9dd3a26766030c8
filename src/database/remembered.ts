import type { Clock } from '../outside/clock.js';
import type { Sqlite } from './sqlite.js';

const MOST_CHARACTERS = 4 << 20; // of keys and texts together
const LONGEST = 512 << 10;
const MOST_ASKED = 1000;

/**
 * Remembers texts that were made from the database for as long as nothing in it changes, so that a hit is exactly what making it again would
 * give. What changes: any row written on this connection (SQLite counts them, those of foreign keys and triggers included), which is the only
 * one that writes; and, lest somebody's shell go unseen, every second. Only what is asked for twice is kept: who walks through all pages
 * of a list asks for none again, and keeping each cost as much as making it.
 *
 * The given function gives the text of a key, by `make` where it is not known. `make` must read nothing but this database and the key.
 */
export function createRemembered(sqlite: Sqlite, clock: Pick<Clock, 'now'>): (key: string, make: () => string) => string {
  const countChanges = sqlite.prepare<[], number>('SELECT total_changes()').pluck();
  const texts = new Map<string, string>();
  const asked = new Set<string>();
  let characters = 0;
  let [changes, second] = [-1, -1];

  const forgetIfStale = (): void => {
    const [changesNow, now] = [countChanges.get() ?? -1, clock.now()];
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
    forgetIfStale();
    const known = texts.get(key);
    if (known !== undefined) return known;
    const again = askedAgain(key);
    const text = make();
    const size = key.length + text.length;
    // What was read inside a transaction may be taken back with it, and taking back is not counted.
    if (!again || sqlite.inTransaction || size > LONGEST) return text;
    makeRoom(size);
    texts.set(key, text);
    characters += size;
    return text;
  };
}
