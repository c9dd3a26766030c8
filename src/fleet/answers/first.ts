const MIN_SPARE = 64;

/**
 * The first items in an order, of those added so far. A class, as millions of items are added: calls of a closure that
 * is another one each time are compiled again each time.
 */
export class First<T> {
  #items: T[] = [];
  #limit: T | undefined;

  constructor(
    private readonly count: number,
    private readonly compare: (a: T, b: T) => number,
  ) {}

  /** an item that `count` items are not after; undefined: not known yet */
  get limit(): T | undefined {
    return this.#limit;
  }

  /** Adds an item, unless `count` others are known to be before it. */
  add(item: T): void {
    if (this.#limit !== undefined && this.compare(item, this.#limit) >= 0) return;
    this.#items.push(item);
    if (this.#items.length >= 2 * this.count + MIN_SPARE) this.#cut();
  }

  /** Returns at most `count` items, in order. */
  all(): T[] {
    this.#cut();
    return this.#items;
  }

  #cut(): void {
    this.#items = this.#items.sort(this.compare).slice(0, this.count);
    this.#limit = this.#items[this.count - 1];
  }
}

/** Returns the first items in an order, without sorting the others. */
export function takeFirst<T>(
  items: Iterable<T>,
  count: number,
  compare: (a: T, b: T) => number,
): T[] {
  const first = new First(count, compare);
  for (const item of items) first.add(item);
  return first.all();
}
