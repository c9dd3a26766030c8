import { vi } from 'vitest';

/** The counted methods of texts and patterns, as functions. */
const METHODS: readonly [object, string, (text: string) => number][] = [
  [String.prototype, 'indexOf', (text) => text.length],
  [String.prototype, 'split', (text) => text.length],
  [String.prototype, 'replace', (text) => text.length],
  [String.prototype, 'charAt', () => 1],
];

/**
 * How many characters the methods of texts and patterns were given to read while `run` ran: work that does not depend
 * on the machine. A call counts with the whole length of its text, `charAt` with one character.
 */
export function countCharacters(run: () => void): number {
  let count = 0;
  const spies = METHODS.map(([owner, name, cost]) => {
    const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
    const counted = function (this: string, ...args: unknown[]): unknown {
      count += cost(this);
      return Reflect.apply(original, this, args);
    };
    return vi.spyOn(owner as Record<string, typeof counted>, name).mockImplementation(counted);
  });
  const exec = Reflect.get<RegExp, 'exec'>(RegExp.prototype, 'exec');
  const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (
    this: RegExp,
    text: string,
  ) {
    count += this.sticky ? 0 : text.length;
    return Reflect.apply(exec, this, [text]);
  });
  try {
    run();
  } finally {
    for (const each of [...spies, spy]) each.mockRestore();
  }
  return count;
}
