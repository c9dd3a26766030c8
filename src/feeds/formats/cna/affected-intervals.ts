import { asArray, asObject, asText, type Json } from '../coerce.js';
import { afterStem, HIGHEST, LOWEST, type Point } from './points.js';
import { parseStatements, parseStatus, type Statement, type Status } from './statements.js';
import type { Interval } from './version-text.js';

/** Affected versions, and whether the version at their end is free of the vulnerability. */
export interface AffectedInterval extends Interval {
  isFixed: boolean;
}

const MAX_VERSIONS = 500;

/**
 * Returns the affected versions of one product (CVE Record Format 5, `affected[]`). Where statements overlap, the one
 * that starts later decides, then the one that ends earlier, then `unaffected`. `defaultStatus` decides about the
 * other versions, if everything else is understood.
 */
export function affectedIntervals(entry: Json): AffectedInterval[] {
  const entries = asArray(entry.versions).map(asObject).map(withoutName(entry));
  if (entries.length > MAX_VERSIONS) return [];
  const parsed = entries.map(parseStatements);
  const isUnderstood = parsed.every((statements) => statements !== null);
  const isOnlyAffected =
    entries.length > 0 && entries.every(({ status }) => parseStatus(status) === 'affected');
  const stated = isUnderstood ? (parseStatus(entry.defaultStatus) ?? 'unknown') : 'unknown';
  // A list of affected versions has no sense if all others are affected too.
  const fallback = isOnlyAffected && stated === 'affected' ? 'unknown' : stated;
  // A statement that is not understood may be about the version that ends an open interval.
  const mayEnd = entries.some(
    ({ status }, index) => parsed[index] === null && parseStatus(status) !== 'affected',
  );
  const statements = endBeforeFixedSeries(separateSeries(parsed.flatMap((some) => some ?? [])));
  return mergeAffected(statements, fallback).filter(({ to }) => !mayEnd || to.version !== null);
}

/** Returns a function that removes the name of the product before a version: `exim 4.95`. */
function withoutName({ product }: Json): (version: Json) => Json {
  const prefix = `${asText(product).trim().toLowerCase()} `;
  return (entry) => {
    const version = asText(entry.version).trim();
    return prefix !== ' ' && version.toLowerCase().startsWith(prefix)
      ? { ...entry, version: version.slice(prefix.length) }
      : entry;
  };
}

/**
 * `0 to 8.2.9` beside `0 to 8.4.6` names the fix of each series: later versions of 8.2 are not affected. The same is
 * meant where the first starts later, and where ends are the last affected versions (`5.7.36 and prior`).
 */
function separateSeries(statements: readonly Statement[]): Statement[] {
  const isRange = ({ status, from, to }: Statement): boolean =>
    status === 'affected' &&
    to.version !== null &&
    to.isWildcard !== true &&
    from.version !== to.version;
  const ranges = statements
    .filter(isRange)
    .sort((a, b) => Buffer.compare(a.to.key, b.to.key) || Buffer.compare(a.from.key, b.from.key));
  if (ranges.length < 2) return [...statements];
  return statements.flatMap((whole) => {
    if (!isRange(whole)) return [whole];
    const parts: Statement[] = [];
    let { from } = whole;
    for (const { from: start, to } of ranges) {
      if (Buffer.compare(to.key, whole.to.key) >= 0) break;
      const stem = /^(.*\d)\.\d+$/.exec(to.version ?? '')?.[1];
      const next = stem === undefined ? null : afterStem(stem);
      if (next === null || Buffer.compare(start.key, whole.from.key) < 0) continue;
      if (Buffer.compare(next.key, whole.to.key) >= 0 || Buffer.compare(next.key, from.key) <= 0)
        continue;
      if (Buffer.compare(from.key, to.key) < 0) parts.push({ ...whole, from, to });
      from = next;
    }
    return [...parts, { ...whole, from }];
  });
}

/**
 * `1.19.7 to *` beside `1.30.0 to 1.30.7` is about the older series, which have no fix: it ends where the first
 * series with an end starts. Otherwise the fixed versions of these would be affected.
 */
function endBeforeFixedSeries(statements: readonly Statement[]): Statement[] {
  if (statements.every(({ to }) => to.version !== null)) return [...statements];
  const starts = statements
    .filter(({ status, to }) => status === 'affected' && to.version !== null)
    .map(({ from }) => from)
    .sort((a, b) => Buffer.compare(a.key, b.key));
  return statements.map((statement) => {
    if (statement.status !== 'affected' || statement.to.version !== null) return statement;
    const next = starts.find(({ key }) => Buffer.compare(key, statement.from.key) > 0);
    return next === undefined ? statement : { ...statement, to: next };
  });
}

function mergeAffected(statements: readonly Statement[], fallback: Status): AffectedInterval[] {
  const points = sortedPoints(statements);
  const states = paint(points, statements, fallback);
  const intervals: AffectedInterval[] = [];
  let from: Point | null = null;
  for (const [index, point] of points.entries()) {
    const state = states[index];
    if (state?.status === 'affected') from ??= point;
    else if (from !== null) {
      const isFixed = !point.isAfter && point.isWildcard !== true && state?.isUnknown !== true;
      intervals.push({ from, to: point, isFixed: isFixed && point.version !== null });
      from = null;
    }
  }
  return intervals;
}

/** All places where a statement starts or ends, each once. A version that is written beats the end of a wildcard. */
function sortedPoints(statements: readonly Statement[]): Point[] {
  const all = new Map<string, Point>();
  for (const point of [LOWEST, HIGHEST, ...statements.flatMap(({ from, to }) => [from, to])]) {
    const id = point.key.toString('latin1');
    const known = all.get(id);
    if (known === undefined || known.isWildcard === true) all.set(id, point);
  }
  return [...all.values()].sort((a, b) => Buffer.compare(a.key, b.key));
}

interface State {
  status: Status;
  /** a statement says so, and not only the default */
  isUnknown: boolean;
}

/** Returns the state between each point and the next one; none after the last one. */
function paint(
  points: readonly Point[],
  statements: readonly Statement[],
  fallback: Status,
): State[] {
  const positions = new Map(points.map(({ key }, index) => [key.toString('latin1'), index]));
  const states = points.slice(1).map((): State => ({ status: fallback, isUnknown: false }));
  for (const { from, to, status } of [...statements].sort(byPrecedence)) {
    const start = positions.get(from.key.toString('latin1')) ?? 0;
    const end = positions.get(to.key.toString('latin1')) ?? 0;
    states.fill({ status, isUnknown: status === 'unknown' }, start, end);
  }
  return states;
}

/** The statement that decides comes last. */
const byPrecedence = (a: Statement, b: Statement): number =>
  Buffer.compare(a.from.key, b.from.key) ||
  Buffer.compare(b.to.key, a.to.key) ||
  RANKS[a.status] - RANKS[b.status];

const RANKS: Readonly<Record<Status, number>> = { unknown: 0, affected: 1, unaffected: 2 };
