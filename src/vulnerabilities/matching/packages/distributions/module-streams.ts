import type { MatchablePackage } from '../../../facts.js';

/** The stream of a build that does not name it. */
const UNNAMED = '*';
const MODULE_BUILD = /\.module[_+]el/;

/**
 * Returns the module stream of a package: `nodejs:18:8080020230718:…` → `nodejs:18`; null: not part of a module; `*`:
 * a build of a module without a label, as AlmaLinux made them before 8.6.
 */
export function moduleStream({
  module,
  version,
}: Pick<MatchablePackage, 'module' | 'version'>): string | null {
  const [name, stream] = (module ?? '').split(':');
  if (name && stream) return `${name}:${stream}`;
  return MODULE_BUILD.test(version) ? UNNAMED : null;
}

/** Whether the stream of the build or of the fix has no name: they may be of different streams. */
export const isStreamUnknown = (range: string | null, pkg: MatchablePackage): boolean =>
  range === UNNAMED || (range !== null && moduleStream(pkg) === UNNAMED);

/** The source package and the version that a range is compared with. */
interface Build {
  source: string;
  version: string;
}

/**
 * Whether a range applies to packages of a module stream.
 * @param range the stream of the range; null: no module; `*`: a build of an unnamed stream
 * @param stream as moduleStream returns it
 * @param fixed the fixed version of the range
 */
export function isForStream(
  range: string | null,
  stream: string | null,
  build: Build,
  fixed: string | null,
): boolean {
  if (range === null || stream === null) return range === stream;
  if (range !== UNNAMED && stream !== UNNAMED) return range === stream;
  const isSameUpstream = fixed !== null && upstreamOf(fixed) === upstreamOf(build.version);
  return isSameUpstream || (range !== UNNAMED && mayBeStream(range, build));
}

/**
 * Whether a build may be of a stream, by its version: `php:7.2` has php 7.2.24. The name of a stream that is no
 * version, or is the version of another package, excludes nothing.
 */
function mayBeStream(range: string, { source, version }: Build): boolean {
  const [module, stream = ''] = range.split(':');
  const upstream = upstreamOf(version);
  return module !== source || !/^\d/.test(stream) || `${upstream}.`.startsWith(`${stream}.`);
}

/** Returns the upstream version of an rpm: without epoch and release. */
const upstreamOf = (version: string): string => version.replace(/^\d+:/, '').replace(/-[^-]*$/, '');
