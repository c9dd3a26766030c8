import {
  after,
  afterStem,
  before,
  cleanVersion,
  HIGHEST,
  LOWEST,
  wildcardStem,
  type Point,
} from './points.js';

/** The versions between two places. */
export interface Interval {
  from: Point;
  to: Point;
}

const MAX_LENGTH = 300;
const COMPARISON = /(>=|=>|<=|=<|==|[<>=≤≥])\s*([^\s,<>=≤≥]+)/g;

/**
 * Parses a `version` that has no bounds beside it. Some publishers write the whole range into it (`>= 7.0, < 7.0.15`,
 * `1.2 and earlier`, `2.4.x`). Returns null if it is not understood.
 */
export function parseVersionText(given: string): Interval[] | null {
  const text = given.trim();
  if (text.length > MAX_LENGTH) return null;
  if (/^(?:\*|any|all(?: versions)?)$/i.test(text)) return [{ from: LOWEST, to: HIGHEST }];
  if (/[<>=≤≥]/.test(text)) return parseComparisons(text);
  const single = parseSingle(text) ?? parseWords(text);
  if (single !== null) return [single];
  const list = text.split(',').map(parseSingle);
  return list.length > 1 && list.every((interval) => interval !== null) ? list : null;
}

function parseSingle(text: string): Interval | null {
  const stem = wildcardStem(text);
  if (stem !== null) {
    const to = afterStem(stem);
    return to === null ? null : { from: before(stem), to };
  }
  const version = cleanVersion(text);
  return version === null ? null : { from: before(version), to: after(version) };
}

/** At most one lower and one upper bound: several could be parts of a union. */
function parseComparisons(text: string): Interval[] | null {
  const rest = text.replace(COMPARISON, '').replace(/\band\b|versions?|&&|[,\s]/gi, '');
  const bounds = [...text.matchAll(COMPARISON)].map(([, sign = '', value = '']) => ({
    sign,
    version: value === '*' ? null : cleanVersion(value),
  }));
  if (rest !== '' || bounds.some(({ version }) => version === null)) return null;
  const find = (signs: string): string[] =>
    bounds.filter(({ sign }) => signs.split(' ').includes(sign)).map((b) => b.version ?? '');
  const exact = find('= ==');
  if (exact.length === 1 && bounds.length === 1)
    return exact.map((version) => ({ from: before(version), to: after(version) }));
  const lower = [...find('>= => ≥').map(before), ...find('>').map(after)];
  const upper = [...find('< ').map(before), ...find('<= =< ≤').map(after)];
  if (exact.length > 0 || lower.length > 1 || upper.length > 1) return null;
  return [{ from: lower[0] ?? LOWEST, to: upper[0] ?? HIGHEST }];
}

const V = String.raw`(?:versions?\s+)?(v?\d\S*)`;
const WORDS: readonly [RegExp, (a: string, b: string) => Interval][] = [
  [
    new RegExp(String.raw`^(?:(?:all )?versions? )?(?:before|prior to|below) ${V}$`, 'i'),
    (a) => ({ from: LOWEST, to: before(a) }),
  ],
  [
    new RegExp(String.raw`^(?:through|up to and including) ${V}$`, 'i'),
    (a) => ({ from: LOWEST, to: after(a) }),
  ],
  [
    new RegExp(
      String.raw`^${V} (?:and|or) (?:earlier|prior|previous|below|lower|older)(?: versions)?$`,
      'i',
    ),
    (a) => ({ from: LOWEST, to: after(a) }),
  ],
  [
    new RegExp(String.raw`^(?:from )?${V} (?:before|up to \(excluding\)) ${V}$`, 'i'),
    (a, b) => ({ from: before(a), to: before(b) }),
  ],
  [
    new RegExp(String.raw`^(?:from )?${V} (?:through|thru|to|-|–) ${V}$`, 'i'),
    (a, b) => ({ from: before(a), to: after(b) }),
  ],
];

function parseWords(text: string): Interval | null {
  for (const [pattern, toInterval] of WORDS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const [a, b] = found.slice(1).map(cleanVersion);
    return a === null || a === undefined || b === null ? null : toInterval(a, b ?? '');
  }
  return null;
}
