/** How many of something bounded each owner has, so that what is full takes from who has the most. */
export interface Shares<Owner> {
  add(owner: Owner): void;
  remove(owner: Owner): void;
  /** Returns how many an owner has. */
  of(owner: Owner): number;
  /** Returns the owner with the most, the first of several; undefined without any. */
  largest(): Owner | undefined;
}

/** Creates the shares of no owner. */
export function createShares<Owner>(): Shares<Owner> {
  const counts = new Map<Owner, number>();
  const of = (owner: Owner): number => counts.get(owner) ?? 0;
  return {
    of,
    add: (owner) => void counts.set(owner, of(owner) + 1),
    remove(owner) {
      const count = of(owner) - 1;
      if (count > 0) counts.set(owner, count);
      else counts.delete(owner);
    },
    largest() {
      let found: Owner | undefined;
      for (const [owner, count] of counts)
        if (found === undefined || count > of(found)) found = owner;
      return found;
    },
  };
}
