import { readFileSync } from 'node:fs';
import fc from 'fast-check';

export interface Fact {
  a: string;
  b: string;
  sign: number;
  line: string;
}

/** Parses lines `A < B` and `A = B`. */
export function factsOf(text: string): Fact[] {
  return text.split('\n').flatMap((line): Fact[] => {
    const match = /^([^#\s]\S*) ([<=]) (\S+)$/.exec(line);
    return match
      ? [{ a: match[1] ?? '', b: match[3] ?? '', sign: match[2] === '<' ? -1 : 0, line }]
      : [];
  });
}

export const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/versions/${name}.txt`, import.meta.url), 'utf8');

/** Returns the distinct versions in the facts of a fixture. */
export const realVersions = (name: string): string[] => [
  ...new Set(factsOf(fixture(name)).flatMap(({ a, b }) => [a, b])),
];

/** The facts that contradict a compare function, in either direction. */
export const findWrong = (
  facts: readonly Fact[],
  compare: (a: string, b: string) => number,
): string[] =>
  facts
    .filter(
      ({ a, b, sign }) =>
        Math.sign(compare(a, b)) !== sign || Math.sign(compare(b, a)) !== -sign + 0,
    )
    .map((f) => f.line);

/** Up to twelve UTF-16 units of any kind, including unpaired surrogates. */
export const anyText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength: 12 })
  .map((units) => String.fromCharCode(...units));
