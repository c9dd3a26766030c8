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
// Room for the longest version in each order: at most nine bytes of a UTF-16 unit (three small letters of three bytes each).
const key: KeyBytes = { bytes: Buffer.alloc(1 << 16), length: 0 };

/**
 * A version as bytes whose order (that of memcmp, Buffer.compare and SQLite's BLOBs) is the order of versions, as `compareVersions` has it: versions that are the same give
 * the same bytes. Any text has a key; only its first 4,096 UTF-16 units count. A key is at least one byte long and never begins with FF: `x''` is below all keys, `x'FF'` above,
 * and nothing stands between a key and the same key followed by `00`.
 */
export function versionKey(order: VersionOrder, text: string): Buffer {
  key.length = 0;
  WRITERS[order](withinLimit(text), key);
  return Buffer.from(key.bytes.subarray(0, key.length));
}

/** What the keys of all Alpine versions lie between (`lower` included, `upper` not) that begin with the same numbers as this text, and no others: those of 4.8.0 for `4.8.0.-r1`. */
export function apkNumbersBounds(text: string): { lower: Buffer; upper: Buffer } {
  key.length = 0;
  writeApkNumbers(withinLimit(text), key);
  const lower = Buffer.from(key.bytes.subarray(0, key.length));
  return { lower, upper: Buffer.concat([lower, Buffer.of(0xff)]) };
}
