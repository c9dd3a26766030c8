import { compareDigits, compareText, type Order } from './order.js';

/** Kinds of parts, in the order in which a missing part sorts against an existing one. */
const KINDS = [
  'first',
  'number',
  'letter-number',
  'letter',
  'suffix',
  'suffix-number',
  'hash',
  'revision',
  'end',
  'invalid',
] as const;
type Kind = (typeof KINDS)[number];
interface Token {
  kind: Kind;
  text: string;
}

/** The suffixes after `_`, from the oldest to the newest; `''`: a version without one. */
export const APK_SUFFIXES: readonly string[] = [
  'alpha',
  'beta',
  'pre',
  'rc',
  '',
  'cvs',
  'svn',
  'git',
  'hg',
  'p',
];
const RELEASE = APK_SUFFIXES.indexOf('');
const END: Token = { kind: 'end', text: '' };
const VERSION =
  /^(\d+)((?:\.\d+)*)((?:[a-z]\d+(?:\.\d+)*)*)([a-z]?)((?:_(?:alpha|beta|pre|rc|cvs|svn|git|hg|p)(?![a-z])\d*)*)(?:~([0-9a-f]+))?(?:-r(\d+))?/;

/**
 * Compares Alpine package versions `1.2.3b_rc1~hash-r4` (apk-package(5)), and those with a number after a letter
 * (`1.9.5p2-r0`), which apk 2 accepts and apk 3 does not: packages of Alpine before 3.23 have them. apk 2 and 3
 * disagree on the order of other texts. Here such a text is right before the longest version that it begins with:
 * `4.8.0.-r1` is older than `4.8.0`.
 */
export function compareApk(a: string, b: string): Order {
  const left = tokens(a);
  const right = tokens(b);
  for (let i = 0; ; i += 1) {
    const l = left[i] ?? END;
    const r = right[i] ?? END;
    if (l.kind !== r.kind) return compareKinds(l, r);
    if (l.kind === 'end') return 0;
    const order = compareTokens(l, r);
    if (order !== 0) return order;
  }
}

/**
 * Whether all versions of apk accept the text as a version.
 * @internal
 */
export const isApkVersion = (text: string): boolean =>
  hasApkOrder(text) && VERSION.exec(text)?.[3] === '';

/** Whether the text has a position in the order: apk accepts it, or packages of apk 2 have such versions. */
export const hasApkOrder = (text: string): boolean => VERSION.exec(text)?.[0] === text;

function tokens(version: string): Token[] {
  const of = (kind: Kind, text: string | undefined): Token[] =>
    text === undefined || text === '' ? [] : [{ kind, text }];
  const match = VERSION.exec(version);
  if (match === null) return [{ kind: 'invalid', text: version }];
  const [valid, first, numbers = '', numbered = '', letter, suffixes = '', hash, revision] = match;
  return [
    ...of('first', first),
    ...numbers.split('.').flatMap((n) => of('number', n)),
    ...[...numbered.matchAll(/([a-z])(\d+)((?:\.\d+)*)/g)].flatMap(([, l, n, more = '']) => [
      ...of('letter', l),
      ...of('letter-number', n),
      ...more.split('.').flatMap((m) => of('number', m)),
    ]),
    ...of('letter', letter),
    ...[...suffixes.matchAll(/_([a-z]+)(\d*)/g)].flatMap(([, suffix, number]) => [
      ...of('suffix', suffix),
      ...of('suffix-number', number),
    ]),
    ...of('hash', hash),
    ...of('revision', revision),
    ...of('invalid', version.slice(valid.length)),
  ];
}

function compareTokens({ kind, text: a }: Token, { text: b }: Token): Order {
  if (kind === 'suffix') return APK_SUFFIXES.indexOf(a) - APK_SUFFIXES.indexOf(b);
  // After a dot, a number with a leading zero is a fraction: 1.1 < 1.10, but 1.05 < 1.1.
  const isFraction = kind === 'number' && (a.startsWith('0') || b.startsWith('0'));
  return kind === 'letter' || kind === 'hash' || kind === 'invalid' || isFraction
    ? compareText(a, b)
    : compareDigits(a, b);
}

// A version with a pre-release suffix is older. Otherwise the longer version is newer.
function compareKinds(a: Token, b: Token): Order {
  const isEarly = (t: Token): boolean =>
    t.kind === 'suffix' && APK_SUFFIXES.indexOf(t.text) < RELEASE;
  if (isEarly(a)) return -1;
  if (isEarly(b)) return 1;
  return KINDS.indexOf(b.kind) - KINDS.indexOf(a.kind);
}
