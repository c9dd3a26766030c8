import { compareDigits, compareText, type Order } from './order.js';

/**
 * Compares rpm versions `[epoch:]version[-release]` (rpm-version(7)) as librpm's rpmverCmp does. A version without
 * a release is older than one with a release. Any text has a position in the order.
 */
export function compareRpm(a: string, b: string): Order {
  const left = split(a);
  const right = split(b);
  const order = compareDigits(left.epoch, right.epoch) || rpmvercmp(left.version, right.version);
  if (order !== 0) return order;
  if (left.release === undefined || right.release === undefined)
    return Number(left.release !== undefined) - Number(right.release !== undefined);
  return rpmvercmp(left.release, right.release);
}

function split(text: string): { epoch: string; version: string; release: string | undefined } {
  const [, epoch = '0', rest = ''] = /^(?:(\d*):)?(.*)$/s.exec(text) ?? [];
  const dash = rest.lastIndexOf('-');
  return dash === -1
    ? { epoch, version: rest, release: undefined }
    : { epoch, version: rest.slice(0, dash), release: rest.slice(dash + 1) };
}

// Characters between segments are separators, except the two signs.
const SEGMENT = /[0-9]+|[A-Za-z]+|[~^]/g;
const END = '';

/**
 * Compares one version or one release: segments of digits or letters; `~` sorts before the end, `^` after it.
 * @internal
 */
export function rpmvercmp(a: string, b: string): Order {
  const left = a.match(SEGMENT) ?? [];
  const right = b.match(SEGMENT) ?? [];
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const order = compareSegments(left[i] ?? END, right[i] ?? END);
    if (order !== 0) return order;
  }
  return 0;
}

function compareSegments(a: string, b: string): Order {
  const order = rank(a) - rank(b);
  if (order !== 0) return order;
  return /^[0-9]/.test(a) ? compareDigits(a, b) : compareText(a, b);
}

function rank(segment: string): number {
  if (segment === '~') return 0;
  if (segment === END) return 1;
  if (segment === '^') return 2;
  return /^[0-9]/.test(segment) ? 4 : 3;
}
