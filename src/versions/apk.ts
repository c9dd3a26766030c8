import { compareDigits, compareText, type Order } from './order.js';

/** In the order in which a missing part sorts against one that is there. */
const KINDS = ['first', 'number', 'letter', 'suffix', 'suffix-number', 'hash', 'revision', 'end'] as const;
type Kind = (typeof KINDS)[number];
interface Token { kind: Kind; text: string }

const SUFFIXES = ['alpha', 'beta', 'pre', 'rc', '', 'cvs', 'svn', 'git', 'hg', 'p'];
const RELEASE = SUFFIXES.indexOf('');
const END: Token = { kind: 'end', text: '' };
const VERSION = /^(\d+)((?:\.\d+)*)([a-z]?)((?:_[a-z]+\d*)*)(?:~([0-9a-f]+))?(?:-r(\d+))?$/;

/**
 * The order of Alpine package versions `1.2.3b_rc1~hash-r4` (apk-package(5)). What is no such version sorts before all that are, by its text.
 */
export function compareApk(a: string, b: string): Order {
  const [left, right] = [tokens(a), tokens(b)];
  if (left === null || right === null) return Number(left !== null) - Number(right !== null) || compareText(a, b);
  for (let i = 0; ; i += 1) {
    const [l, r] = [left[i] ?? END, right[i] ?? END];
    if (l.kind !== r.kind) return compareKinds(l, r);
    if (l.kind === 'end') return 0;
    const order = compareTokens(l, r);
    if (order !== 0) return order;
  }
}

function tokens(version: string): Token[] | null {
  const match = version.length > 512 ? null : VERSION.exec(version);
  if (match === null) return null;
  const [, first = '', numbers = '', letter = '', suffixes = '', hash, revision] = match;
  const words = [...suffixes.matchAll(/_([a-z]+)(\d*)/g)];
  if (words.some(([, word = '']) => !SUFFIXES.includes(word))) return null;
  const of = (kind: Kind, text: string | undefined): Token[] => (text === undefined || text === '' ? [] : [{ kind, text }]);
  return [
    ...of('first', first), ...numbers.split('.').flatMap((n) => of('number', n)), ...of('letter', letter),
    ...words.flatMap(([, word, number]) => [...of('suffix', word), ...of('suffix-number', number)]), ...of('hash', hash), ...of('revision', revision),
  ];
}

function compareTokens({ kind, text: a }: Token, { text: b }: Token): Order {
  if (kind === 'suffix') return SUFFIXES.indexOf(a) - SUFFIXES.indexOf(b);
  // Behind a dot a leading zero makes a fraction of it: 1.1 < 1.10, but 1.05 < 1.1.
  const isFraction = kind === 'number' && (a.startsWith('0') || b.startsWith('0'));
  return kind === 'letter' || kind === 'hash' || isFraction ? compareText(a, b) : compareDigits(a, b);
}

// A suffix that comes before a release makes its version the older one; else the version that goes on is newer.
function compareKinds(a: Token, b: Token): Order {
  const isEarly = (t: Token): boolean => t.kind === 'suffix' && SUFFIXES.indexOf(t.text) < RELEASE;
  if (isEarly(a)) return -1;
  if (isEarly(b)) return 1;
  return KINDS.indexOf(b.kind) - KINDS.indexOf(a.kind);
}
