/** Numbers of things by their texts, of the last some ten thousand that were asked for. */
export interface Numbers {
  known(text: string): number | undefined;
  keep(text: string, id: number): void;
}

/** What a reader of reports remembers: the numbers of lines and packages. They hold until something is swept. */
export interface Memory {
  lines: Numbers;
  packages: Numbers;
  /** tells how often something was swept: what was remembered before may be gone, and is forgotten */
  sweptUpTo(swept: number): void;
  /** do numbers that were looked up at that count hold still? */
  holds(swept: number): boolean;
}

// Two of them are kept of each kind, some 20 MB at most.
const GENERATION = 40_000;

export function createMemory(): Memory {
  const [lines, packages] = [createNumbers(), createNumbers()];
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

/** What was not asked for since `generation` others came is forgotten. */
export function createNumbers(generation = GENERATION): Numbers & { forget(): void } {
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  const keep = (text: string, id: number): void => {
    if (young.size >= generation) {
      old = young;
      young = new Map();
    }
    // A copy: a piece of a larger text would keep the whole of it in memory.
    young.set(Buffer.from(text, 'utf16le').toString('utf16le'), id);
  };
  return {
    keep,
    known(text) {
      const id = young.get(text);
      if (id !== undefined) return id;
      const before = old.get(text);
      if (before !== undefined) keep(text, before);
      return before;
    },
    forget() {
      young = new Map();
      old = new Map();
    },
  };
}
