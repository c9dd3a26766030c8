import { isValidVersion } from '../support/valid-version.js';
import type { VersionOrder } from '../../src/versions/order.js';
import { realVersions } from '../versions/facts.js';

export type VersionPair = readonly [a: string, b: string];

const BITS: Readonly<Record<string, readonly string[]>> = {
  dpkg: [
    '0',
    '1',
    '9',
    '10',
    '00',
    '099',
    '20240101',
    '123456789',
    '.',
    '.0',
    '-',
    '-0',
    '-1',
    '~',
    '~~',
    '+',
    '+b1',
    ':',
    '1:',
    'a',
    'z',
    'A',
    'Z',
    '~rc1',
    'ubuntu',
    'deb12u',
  ],
  rpm: [
    '0',
    '1',
    '9',
    '10',
    '00',
    '099',
    '20240101',
    '123456789',
    '.',
    '.0',
    '-1',
    '~',
    '~rc1',
    '^',
    '^git1',
    '+',
    '_',
    '1:',
    '0:',
    'a',
    'z',
    'A',
    'Z',
    '.el9',
    '_2',
    '-0',
  ],
  semver: [
    '0',
    '1',
    '9',
    '10',
    '20240101',
    '.',
    '.0',
    '-',
    '-0',
    '-1',
    '-rc',
    '-rc.1',
    '-alpha',
    '+',
    '+b1',
    'a',
    'z',
    'A',
    'Z',
    '.x',
    '.10',
    '--',
  ],
};

/** The same numbers from 0 to 1 in each run (mulberry32), so that a failure is reproducible. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Generates pairs of valid versions: one third are two real ones, one third a real one and a
 * variation of it, one third are generated or varied at random.
 */
export function pairsOf(order: VersionOrder, count: number, seed = 1): VersionPair[] {
  const real = realVersions(order);
  const random = dice(seed);
  const upTo = (n: number): number => Math.floor(random() * n);
  const bit = (): string => BITS[order]?.[upTo(BITS[order].length)] ?? '';
  const one = (): string => real[upTo(real.length)] ?? '';
  const change = (version: string): string => {
    const at = upTo(version.length + 1);
    return version.slice(0, at) + (upTo(4) === 0 ? '' : bit()) + version.slice(at + upTo(3));
  };
  const made = (): string =>
    order === 'semver' ? change(change(one())) : Array.from({ length: 1 + upTo(6) }, bit).join('');
  const close = (): VersionPair => {
    const version = upTo(2) === 0 ? one() : made();
    return [version, upTo(2) === 0 ? change(version) : change(change(version))];
  };
  const kinds: (() => VersionPair)[] = [() => [one(), one()], close, () => [made(), made()]];
  const pairs: VersionPair[] = [];
  for (let i = 0; pairs.length < count; i += 1) {
    const pair = kinds[i % kinds.length]?.() ?? ['', ''];
    if (pair.every((version) => isValidVersion(order, version))) pairs.push(pair);
  }
  return pairs;
}
