import { compareDigits, type Order } from './order.js';

/**
 * Compares Debian package versions `[epoch:]upstream[-revision]` (deb-version(7)): negative, 0 or positive. Any
 * text has a position in the order.
 */
export function compareDpkg(a: string, b: string): Order {
  const left = split(a);
  const right = split(b);
  return (
    compareDigits(left.epoch, right.epoch) ||
    comparePart(left.upstream, right.upstream) ||
    comparePart(left.revision, right.revision)
  );
}

function split(version: string): { epoch: string; upstream: string; revision: string } {
  const [, epoch = '0', rest = ''] = /^(?:(\d+):)?(.*)$/s.exec(version) ?? [];
  const dash = rest.lastIndexOf('-');
  return dash === -1
    ? { epoch, upstream: rest, revision: '0' }
    : { epoch, upstream: rest.slice(0, dash), revision: rest.slice(dash + 1) };
}

// Runs of other characters and runs of digits alternate.
function comparePart(a: string, b: string): Order {
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    while (isOther(a, i) || isOther(b, j)) {
      const order = weight(a, i) - weight(b, j);
      if (order !== 0) return order;
      i += 1;
      j += 1;
    }
    const left = digits(a, i);
    const right = digits(b, j);
    const order = compareDigits(left, right);
    if (order !== 0) return order;
    i += left.length;
    j += right.length;
  }
  return 0;
}

const isOther = (text: string, at: number): boolean =>
  at < text.length && !/[0-9]/.test(text.charAt(at));

// A tilde sorts before the end, the end before letters, letters before everything else.
function weight(text: string, at: number): number {
  const character = text.charAt(at);
  if (character === '' || /[0-9]/.test(character)) return 0;
  if (character === '~') return -1;
  return /[A-Za-z]/.test(character) ? text.charCodeAt(at) : text.charCodeAt(at) + 0x10000;
}

function digits(text: string, from: number): string {
  let to = from;
  while (to < text.length && !isOther(text, to)) to += 1;
  return text.slice(from, to);
}
