import { versionKey } from '../../../versions/keys.js';
import { asText } from '../coerce.js';

/** A place between versions. The order of `key` is the order of places. */
export interface Point {
  key: Buffer;
  /** the version directly after the place, or before it (`isAfter`); null: below or above every version */
  version: string | null;
  isAfter: boolean;
  /** the end of `2.*`: the version there is not said to be fixed */
  isWildcard?: boolean;
}

/** Below every version, and above every version. */
export const LOWEST: Point = { key: Buffer.alloc(0), version: null, isAfter: false };
export const HIGHEST: Point = { key: Buffer.of(0xff), version: null, isAfter: false };

/** Returns the place before a version. */
export const before = (version: string): Point => ({
  key: versionKey('generic', version),
  version,
  isAfter: false,
});

/** Returns the place after a version: no version is between both. */
export const after = (version: string): Point => ({
  key: Buffer.concat([versionKey('generic', version), Buffer.of(0)]),
  version,
  isAfter: true,
});

const VERSION = /^\d[\w.+~-]{0,127}$/;
/** A commit of a repository has no position among versions. */
const HASH = /^(?=[0-9]*[a-f])[0-9a-f]{7,40}$/i;
/** The build of a distribution is no version of the program itself. */
const DISTRIBUTION_BUILD =
  /\.(?:el|fc|amzn|azl|cm|oe)\d|[+~-](?:deb|bpo)\d|ubuntu\d|\d-r\d+$|dfsg|\.mga\d|\.(?:sles|opensuse)/i;

/** Returns a version of a program as it is compared, without a leading `v`; null: the text is no version. */
export function cleanVersion(text: string): string | null {
  const version = text.trim().replace(/^(?:version|v)\s*\.?\s*(?=\d)/i, '');
  const isVersion = VERSION.test(version) && !HASH.test(version);
  return isVersion && !DISTRIBUTION_BUILD.test(version) ? version : null;
}

/** `2.4.*`, `2.4.x`: returns `2.4`; null: it is no such text. */
export function wildcardStem(text: string): string | null {
  const stem = /^(.*\d)\.(?:\*|x)$/i.exec(text.trim())?.[1];
  return stem === undefined ? null : cleanVersion(stem);
}

/** Returns the place after all versions that begin with a stem: before 2.5 for `2.4`. */
export function afterStem(stem: string): Point | null {
  const [, start = '', last] = /^(.*?)(\d{1,9})$/.exec(stem) ?? [];
  if (last === undefined) return null;
  return { ...before(`${start}${Number(last) + 1}`), isWildcard: true };
}

/** Tomcat's `11.0.0-M1` precedes 11.0.0, but sorts after it, as patch levels do: an interval starts before both. */
const MILESTONE = /[-.]M\d{1,2}$/i;

const ANY = new Set(['', '0', '*', '-', 'n/a', 'any', 'all', 'all versions', 'unspecified']);

/** Returns the place where an interval starts; null: the text is not understood. */
export function startPoint(text: unknown): Point | null {
  const trimmed = asText(text).trim();
  if (ANY.has(trimmed.toLowerCase())) return LOWEST;
  const version = cleanVersion(wildcardStem(trimmed) ?? trimmed);
  return version === null ? null : before(version.replace(MILESTONE, ''));
}

/** Returns the place where an interval ends; `*`: nowhere; null: the text is not understood. */
export function endPoint(text: unknown, isIncluded: boolean): Point | null {
  const trimmed = asText(text).trim();
  if (trimmed === '*' || trimmed.toLowerCase() === 'unspecified') return HIGHEST;
  const stem = wildcardStem(trimmed);
  if (stem !== null) return afterStem(stem);
  const version = cleanVersion(trimmed);
  if (version === null) return null;
  return isIncluded ? after(version) : before(version);
}
