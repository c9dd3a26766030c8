import { compareApk } from './apk.js';
import { compareDpkg } from './dpkg.js';
import { compareGeneric } from './generic.js';
import { withinLimit, type Order } from './order.js';
import { compareRpm } from './rpm.js';
import { compareSemver } from './semver.js';

const COMPARES: Readonly<Partial<Record<string, (a: string, b: string) => Order>>> = {
  dpkg: compareDpkg,
  rpm: compareRpm,
  apk: compareApk,
  pacman: compareRpm,
  semver: compareSemver,
  generic: compareGeneric,
};

/**
 * Compares two versions in the order of their package format (`generic` if the format has no known order):
 * negative, 0 or positive. Their first 4,096 UTF-16 units count.
 */
export function compareVersions(format: string, a: string, b: string): Order {
  return (COMPARES[format] ?? compareGeneric)(withinLimit(a), withinLimit(b));
}
