import { memoize } from '../../../lib/memoize.js';
import { compareVersions } from '../../../versions/versions.js';
import type { MatchablePackage } from '../../facts.js';
import { binaryNames } from '../packages/binary-fixes.js';
import { sourcePackageOf } from '../packages/lookup-targets.js';
import type { RangeReader } from '../packages/range-reader.js';
import { UNKNOWN_PUBLISHER } from './evidence.js';

/** The ecosystem of a release, without those of Pro. */
const UBUNTU = /^Ubuntu:(\d\d\.\d\d)(?::LTS)?$/;
const MAX_RANGES = 100_000;
const MAX_SOURCES = 20_000;

/** A word of Ubuntu in a version: `-0ubuntu3`, `-2build1`. */
const UBUNTU_BUILD = /ubuntu|build\d/;
/** An update of a release has a number behind that of its base: `-1ubuntu2.16`. */
const UPDATE = /ubuntu\d+\.\d/;
/** The base of the update has a word of Ubuntu: the first update of `1.2-1` is `1.2-1ubuntu0.1`. */
const MARKED_BASE = /ubuntu[1-9]\d*\./;
/** A new upstream version in a release that is out: `-0ubuntu0.1` is older than the next release's `-0ubuntu1`. */
const STABLE_UPDATE = /ubuntu0(?!\d)/;
/** The last number of a release behind a word or mark: `-0ubuntu0.22.04.1`, `-1~20.04`, `2.66.1+22.04`. */
const RELEASE_NUMBER = /.*(?:ubuntu|build|[~+])(?:[\d.]*\.)?((?:1[2-9]|[23]\d)\.(?:04|10))(?!\d)/;

/** The records of a release about a source package. */
interface SourceData {
  release: string;
  /** of its binary packages */
  names: ReadonlySet<string>;
  fixed: ReadonlySet<string>;
  /** the fixed versions without their revisions */
  upstream: ReadonlySet<string>;
  highest: string | null;
}

/**
 * Creates a function that returns `Ubuntu 20.04` for a package of another release, `an unknown publisher` for one that
 * Ubuntu did not build, and null where nothing shows either. Names and versions of kernels change with each build, and
 * show nothing.
 */
export function createLeftovers(
  ranges: Pick<RangeReader, 'affectedPackageId' | 'ecosystemsFrom' | 'rangesAbove'>,
  generation: number,
): (ecosystem: string, pkg: MatchablePackage) => string | null {
  const rowsOf = memoize(
    (id: number) => readRows(ranges.rangesAbove(id, Buffer.alloc(0), generation, MAX_RANGES)),
    { maxEntries: MAX_SOURCES },
  );
  const readSource = (source: string): SourceData[] =>
    ranges.ecosystemsFrom('Ubuntu:').flatMap((ecosystem) => {
      const release = UBUNTU.exec(ecosystem)?.[1];
      if (release === undefined) return [];
      const id = ranges.affectedPackageId(ecosystem, 'source', source);
      return id === undefined ? [] : { release, ...rowsOf(id) };
    });
  return (ecosystem, pkg) => {
    const release = UBUNTU.exec(ecosystem.replace(/^(Ubuntu):Pro:(?:[\w-]+:)?/, '$1:'))?.[1];
    const { name: source, version } = sourcePackageOf(pkg);
    if (release === undefined || pkg.format !== 'dpkg' || /^linux(?:-|$)/.test(source)) return null;
    const numbered = releaseNumber(version);
    if (numbered !== null && numbered > release) return `Ubuntu ${numbered}`;
    const data = readSource(source);
    const own = data.find((one) => one.release === release);
    if (own === undefined) return null;
    const others = data.filter((one) => one !== own);
    return (
      releaseByName(pkg.name, version, own, others) ??
      (numbered === null ? originByVersion(version, own, others) : null)
    );
  };
}

/** The own records name the binary packages of a source without this one; those of another release have it. */
function releaseByName(
  name: string,
  version: string,
  own: SourceData,
  others: readonly SourceData[],
): string | null {
  const upstream = upstreamOf(version);
  if (own.names.size === 0 || own.names.has(name) || own.upstream.has(upstream)) return null;
  const other = others.find((one) => one.names.has(name) && one.upstream.has(upstream));
  return other === undefined ? null : `Ubuntu ${other.release}`;
}

/**
 * Compares a version with the highest update of the release. Each update has a word of Ubuntu: a version without one
 * that is higher, or that has no such base, is another publisher's. A higher upstream version with a word is of the
 * later release that fixed something in it.
 */
function originByVersion(
  version: string,
  own: SourceData,
  others: readonly SourceData[],
): string | null {
  const { highest } = own;
  if (highest === null || !isUpdate(highest, own.release, others)) return null;
  const upstream = upstreamOf(version);
  const isOfOwn = own.upstream.has(upstream);
  if (!UBUNTU_BUILD.test(version)) {
    // Debian and Ubuntu share the form of native packages.
    if (!version.includes('-')) return highest.includes('-') ? UNKNOWN_PUBLISHER : null;
    const isOther = isAbove(version, highest) || (!isOfOwn && MARKED_BASE.test(highest));
    return isOther ? UNKNOWN_PUBLISHER : null;
  }
  if (isOfOwn || !isAbove(upstream, upstreamOf(highest))) return null;
  const later = others.find(
    ({ release, ...one }) =>
      release > own.release &&
      (one.fixed.has(version) || (!STABLE_UPDATE.test(version) && one.upstream.has(upstream))),
  );
  return later === undefined ? null : `Ubuntu ${later.release}`;
}

/** Whether a fix was made in the release. One that an earlier release has too was copied before this one was out. */
function isUpdate(fixed: string, release: string, others: readonly SourceData[]): boolean {
  const numbered = releaseNumber(fixed);
  if (numbered !== null) return numbered === release;
  const isCopied = others.some((one) => one.release < release && one.fixed.has(fixed));
  return UPDATE.test(fixed) && !isCopied;
}

function readRows(rows: ReturnType<RangeReader['rangesAbove']>): Omit<SourceData, 'release'> {
  const fixed = rows.flatMap((row) => row.fixed ?? []);
  return {
    names: new Set(rows.flatMap(({ conditions }) => binaryNames(conditions))),
    fixed: new Set(fixed),
    upstream: new Set(fixed.map(upstreamOf)),
    highest: fixed.reduce<string | null>((a, b) => (a === null || isAbove(b, a) ? b : a), null),
  };
}

const releaseNumber = (version: string): string | null => RELEASE_NUMBER.exec(version)?.[1] ?? null;

/** Returns a version without its revision: `1.1.1f` of `1.1.1f-1ubuntu2.16`. */
const upstreamOf = (version: string): string => version.replace(/-[^-]*$/, '');

const isAbove = (a: string, b: string): boolean => compareVersions('dpkg', a, b) > 0;
