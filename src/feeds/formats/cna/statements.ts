import { asArray, asObject, asText, type Json } from '../coerce.js';
import { cleanVersion, before, endPoint, startPoint, type Point } from './points.js';
import { parseVersionText, type Interval } from './version-text.js';

export type Status = 'affected' | 'unaffected' | 'unknown';

/** The status that a publisher states for the versions of an interval. */
export interface Statement extends Interval {
  status: Status;
}

const MAX_CHANGES = 200;

/** Returns the status that a text names; null: none of the schema's. */
export function parseStatus(value: unknown): Status | null {
  const text = asText(value).toLowerCase();
  return text === 'affected' || text === 'unaffected' || text === 'unknown' ? text : null;
}

/**
 * Parses one element of `versions` (CVE Record Format 5, `product.versions`): one statement for each part that its
 * `changes` divide it into. Returns null if it is not understood, as commits of a repository.
 */
export function parseStatements(entry: Json): Statement[] | null {
  const status = parseStatus(entry.status);
  if (status === null || /^git$|commit/.test(asText(entry.versionType).toLowerCase())) return null;
  const intervals = parseIntervals(entry);
  const changes = parseChanges(entry.changes);
  if (intervals === null || changes === null) return null;
  return intervals
    .filter(({ from, to }) => Buffer.compare(from.key, to.key) < 0)
    .flatMap((interval) => divide({ ...interval, status }, changes));
}

function parseIntervals({ version, lessThan, lessThanOrEqual }: Json): Interval[] | null {
  const isIncluded = asText(lessThan) === '';
  const end = isIncluded ? lessThanOrEqual : lessThan;
  if (asText(end) === '') return parseVersionText(asText(version));
  const from = startPoint(version);
  const to = endPoint(end, isIncluded);
  return from === null || to === null ? null : [{ from, to }];
}

interface Change {
  at: Point;
  status: Status;
}

function parseChanges(value: unknown): Change[] | null {
  const changes: Change[] = [];
  for (const change of asArray(value).slice(0, MAX_CHANGES).map(asObject)) {
    const at = cleanVersion(asText(change.at));
    const status = parseStatus(change.status);
    if (at === null || status === null) return null;
    changes.push({ at: before(at), status });
  }
  return changes.sort((a, b) => Buffer.compare(a.at.key, b.at.key));
}

/** A change to `unaffected` after another one would say nothing: each is the fix of another series. */
const isFixOfSeries = ({ status }: Change, earlier: Change | undefined): boolean =>
  status === 'unaffected' && earlier?.status === 'unaffected';

/** Returns the place where the series of a version starts: 1.27 for 1.27.1. */
const seriesStart = ({ version }: Point): Point => before((version ?? '').replace(/\.\d+$/, ''));

function divide(whole: Statement, changes: readonly Change[]): Statement[] {
  const parts: Statement[] = [];
  let { from, status } = whole;
  for (const [index, change] of changes.entries()) {
    if (Buffer.compare(change.at.key, whole.to.key) >= 0) break;
    const series = seriesStart(change.at);
    if (isFixOfSeries(change, changes[index - 1]) && Buffer.compare(series.key, from.key) > 0) {
      parts.push({ from, to: series, status }, { from: series, to: change.at, status: 'affected' });
      from = change.at;
      continue;
    }
    if (Buffer.compare(change.at.key, from.key) > 0) parts.push({ from, to: change.at, status });
    if (Buffer.compare(change.at.key, whole.from.key) > 0) from = change.at;
    status = change.status;
  }
  return [...parts, { from, to: whole.to, status }];
}
