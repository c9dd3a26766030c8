import type { RecordRange } from '../../knowledge/records.js';
import { compareVersions } from '../../versions/versions.js';
import { hasUniqueNames } from './osv.affected.js';
import { asText, type Json } from './coerce.js';

const MODULE_BUILD = /\.module[_+]el/;
const STREAM = /(?<![\w.+-])([A-Za-z0-9][\w.+-]*:[A-Za-z0-9][\w.+-]*)(?=[\s,/]|$)/g;

/** The streams that a summary names (`Moderate: virt:rhel and virt-devel:rhel security update`, `Important: httpd:2.4/mod_http2 security update`), without its severity and id. */
export function parseStreams(summary: string): string[] {
  const told = summary.slice(0, 500).replace(/^[A-Z]+-\d+:\w+:\s*/, '');
  return [...new Set([...told.matchAll(STREAM)].map(([, stream]) => stream ?? ''))].slice(0, 10);
}

const known = new WeakMap<Json, string[]>();

function streamsOfRecord(record: Json): string[] {
  const streams = known.get(record) ?? parseStreams(asText(record.summary));
  known.set(record, streams);
  return streams;
}

/**
 * A range for each stream that a module build is for. The build tells that it is one, but not of which stream: only the summary does, and where it doesn't
 * the stream is `*`. What the summary writes like a stream (`kernel:4.18.0`) is none where the build is no module's.
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
 * Of several fixes for one package in one record the earliest. Rebuilds (`.module_el8.4.0+…` and `.module_el8.6.0+…`, `.alma` and `.alma.plus`) carry the same source,
 * and the publisher names each as mended. Where the versions themselves differ, not only the releases, all stay.
 */
export function mergeRebuilds(ranges: readonly RecordRange[]): RecordRange[] {
  if (hasUniqueNames(ranges)) return [...ranges];
  const groups = new Map<string, RecordRange[]>();
  for (const range of ranges) {
    const key = `${range.affectedPackage.ecosystem}\n${range.affectedPackage.name}\n${range.module ?? ''}\n${range.introduced ?? ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [range]);
    else group.push(range);
  }
  return [...groups.values()].flatMap((group) =>
    group.length === 1 ? group : earliestFixes(group),
  );
}

function earliestFixes(group: readonly RecordRange[]): RecordRange[] {
  const kept = new Map<string, RecordRange>();
  for (const range of group) {
    const version = upstreamVersion(range.fixed ?? '');
    const other = kept.get(version);
    if (other === undefined || compareVersions('rpm', range.fixed ?? '', other.fixed ?? '') < 0)
      kept.set(version, range);
  }
  return [...kept.values()];
}

/** The version between epoch and release. */
const upstreamVersion = (version: string): string =>
  version.replace(/^\d+:/, '').replace(/-[^-]*$/, '');
