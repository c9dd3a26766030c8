import { writeApkKey, writeApkNumbers } from './apk.key.js';
import { writeDpkgKey } from './dpkg.key.js';
import { writeGenericKey } from './generic.key.js';
import type { KeyBytes } from './key.bytes.js';
import { withinLimit, type VersionOrder } from './order.js';
import { writeRpmKey } from './rpm.key.js';
import { writeSemverKey } from './semver.key.js';

const WRITERS: Readonly<Record<VersionOrder, (text: string, key: KeyBytes) => void>> = {
  dpkg: writeDpkgKey,
  rpm: writeRpmKey,
  apk: writeApkKey,
  semver: writeSemverKey,
  generic: writeGenericKey,
};

// Large enough for the longest version in each order: at most nine bytes for a UTF-16 unit, since its lower case may be
// three letters of three bytes each.
const key: KeyBytes = { bytes: Buffer.alloc(1 << 16), length: 0 };

/**
 * Returns a version as bytes whose order (that of memcmp, Buffer.compare and SQLite's BLOBs) is that of
 * `compareVersions`. Equal versions have equal bytes. Any text has a key; only its first 4,096 UTF-16 units count.
 *
 * A key has at least one byte and never begins with FF: `x''` is below all keys, `x'FF'` above. No key is between a
 * key and the same key followed by `00`.
 */
export function versionKey(order: VersionOrder, text: string): Buffer {
  key.length = 0;
  WRITERS[order](withinLimit(text), key);
  return Buffer.from(key.bytes.subarray(0, key.length));
}

/**
 * Returns the bounds (`lower` inclusive, `upper` exclusive) of the keys of all Alpine versions that begin with the same
 * numbers as a text, and of no others: those of 4.8.0 for `4.8.0.-r1`.
 */
export function apkNumbersBounds(text: string): { lower: Buffer; upper: Buffer } {
  key.length = 0;
  writeApkNumbers(withinLimit(text), key);
  const lower = Buffer.from(key.bytes.subarray(0, key.length));
  return { lower, upper: Buffer.concat([lower, Buffer.of(0xff)]) };
}
