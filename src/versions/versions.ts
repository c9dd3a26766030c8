import { compareApk } from './apk.js';
import { compareDpkg } from './dpkg.js';
import { compareNatural } from './natural.js';
import type { Order } from './order.js';
import { compareRpm } from './rpm.js';

const COMPARES: Readonly<Partial<Record<string, (a: string, b: string) => Order>>> = { dpkg: compareDpkg, rpm: compareRpm, apk: compareApk, pacman: compareRpm };

/** Which of two versions is newer, in the order of the system that packed them: negative, 0 or positive. */
export function compareVersions(format: string, a: string, b: string): Order {
  return (COMPARES[format] ?? compareNatural)(a, b);
}
