import type { RecordRange } from '../../knowledge/records.js';
import { groupBy } from '../../lib/collections.js';
import { memoizeWeak } from '../../lib/memoize.js';
import { compareVersions } from '../../versions/versions.js';
import { asText, type Json } from './coerce.js';
import { hasUniqueNames } from './osv.affected.js';

const MODULE_BUILD = /\.module[_+]el/;
const STREAM = /(?<![\w.+-])([A-Za-z0-9][\w.+-]*:[A-Za-z0-9][\w.+-]*)(?=[\s,/]|$)/g;

/**
 * Returns the module streams in a summary, such as `Moderate: virt:rhel and virt-devel:rhel security update` or
 * `Important: httpd:2.4/mod_http2 security update`, without its severity and id.
 */
function parseStreams(summary: string): string[] {
  const text = summary.slice(0, 500).replace(/^[A-Z]+-\d+:\w+:\s*/, '');
  return [...new Set([...text.matchAll(STREAM)].map(([, stream]) => stream ?? ''))].slice(0, 10);
}

const streamsOfRecord = memoizeWeak((record: Json) => parseStreams(asText(record.summary)));

/**
 * Returns a range for each module stream of a build. The build shows that it is a module's, but not the stream, which
 * only the summary names; without it, the stream is `*`. Text like a stream (`kernel:4.18.0`) is ignored if the build
 * is not a module's.
 */
export function splitByStream(range: RecordRange, record: Json): RecordRange[] {
  if (!MODULE_BUILD.test(range.fixed ?? '')) {
    range.module = null;
    return [range];
  }
  const streams = streamsOfRecord(record);
  return (streams.length === 0 ? ['*'] : streams).map((module) => ({ ...range, module }));
}

/**
 * Returns the earliest of several fixes for one package in a record. Rebuilds (`.module_el8.4.0+…` and
 * `.module_el8.6.0+…`, `.alma` and `.alma.plus`) have the same source, and the publisher names each as fixed. Fixes of
 * different versions, not only releases, all stay.
 */
export function mergeRebuilds(ranges: readonly RecordRange[]): RecordRange[] {
  if (hasUniqueNames(ranges)) return [...ranges];
  const groups = groupBy(
    ranges,
    ({ affectedPackage: { ecosystem, name }, module, introduced }) =>
      `${ecosystem}\n${name}\n${module ?? ''}\n${introduced ?? ''}`,
  );
  return groups.flatMap((group) => (group.length === 1 ? group : earliestFixes(group)));
}

function earliestFixes(group: readonly RecordRange[]): RecordRange[] {
  const earliest = new Map<string, RecordRange>();
  for (const range of group) {
    const fixed = range.fixed ?? '';
    const version = upstreamVersion(fixed);
    const other = earliest.get(version);
    if (other === undefined || compareVersions('rpm', fixed, other.fixed ?? '') < 0)
      earliest.set(version, range);
  }
  return [...earliest.values()];
}

/** The version between epoch and release. */
const upstreamVersion = (version: string): string =>
  version.replace(/^\d+:/, '').replace(/-[^-]*$/, '');
