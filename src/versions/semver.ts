import { compareDigits, compareText, type Order } from './order.js';

interface Semver {
  core: string[];
  prerelease: string[] | null;
}

/**
 * Compares versions by Semantic Versioning 2.0.0; build metadata does not count. Any text has a position in the
 * order: a leading `v` or `=` is ignored, missing numbers are 0, further numbers count, and any other text after
 * the numbers is read as a pre-release.
 */
export function compareSemver(a: string, b: string): Order {
  const left = parse(a);
  const right = parse(b);
  return (
    compareCores(left.core, right.core) || comparePrereleases(left.prerelease, right.prerelease)
  );
}

function parse(text: string): Semver {
  const [, core = '', rest = ''] = /^[=v]?(\d+(?:\.\d+)*)?([^+]*)/.exec(text) ?? [];
  return {
    core: core.split('.'),
    prerelease: rest === '' ? null : rest.replace(/^-/, '').split('.'),
  };
}

function compareCores(a: readonly string[], b: readonly string[]): Order {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const order = compareDigits(a[i] ?? '', b[i] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

function comparePrereleases(a: readonly string[] | null, b: readonly string[] | null): Order {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const order = compareIdentifiers(a[i] ?? '', b[i] ?? '');
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareIdentifiers(a: string, b: string): Order {
  const isNumberA = /^\d+$/.test(a);
  const isNumberB = /^\d+$/.test(b);
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return isNumberA ? compareDigits(a, b) : compareText(a, b);
}
