import type { Sqlite } from '../../database/sqlite.js';
import { mapBy } from '../../lib/collections.js';
import type { IndexedReport, PackageList } from '../ingest-worker/parse.js';
import type { PackageFormat } from '../inventory.js';
import { storeStatements, type ComparedPackage, type StoredList } from './store.statements.js';

type Removals = IndexedReport['removed'];

/**
 * Returns the packages that a list lacks, and that nothing in it replaces: no other version, and no build for another
 * processor that the host did not have before.
 */
export function findLacking(
  sqlite: Sqlite,
  hostId: number,
  { ids, names }: PackageList,
): ComparedPackage[] {
  const sql = storeStatements(sqlite);
  const unlisted = sql.findUnlisted.all(hostId, JSON.stringify(ids));
  if (unlisted.length === 0) return [];
  const before = mapBy(unlisted, nameOf);
  const sameNames = ids.filter((_id, i) => before.has(names[i] ?? ''));
  const listed = mapBy(sql.findListed.all(hostId, JSON.stringify(sameNames)), nameOf);
  const hasArchitecture = (some: readonly ComparedPackage[], architecture: string | null) =>
    some.some((one) => one.architecture === architecture);
  return unlisted.filter(({ name, architecture }) => {
    const now = listed.get(name) ?? [];
    const isReplaced = now.some(
      (one) => one.isNew === 1 && !hasArchitecture(before.get(name) ?? [], one.architecture),
    );
    return !isReplaced && !hasArchitecture(now, architecture);
  });
}

const nameOf = ({ name }: ComparedPackage): string => name;

/** Returns whether the logs call a package removed: this build of it, or the package. */
export function namedIn(removed: Removals): (pkg: ComparedPackage) => boolean {
  const names = new Set(removed?.names);
  return ({ name, architecture }) => names.has(name) || names.has(`${name}:${architecture}`);
}

/** Logs have the local time, perhaps of another time zone than now. */
const LOG_MARGIN = 86_400;

/** A report with its list, and the list before. */
interface ComparedList {
  report: IndexedReport;
  packages: PackageList;
  stored: StoredList;
  /** by the clock of the service, Unix seconds */
  collectedAt: number;
}

/**
 * Returns the packages among those that a list lacks which no log calls removed; null: no log reaches back to the list
 * before and continues that of then, or it is of another machine. The log in a container may be that of its image.
 */
export function findMissing(
  lacking: readonly ComparedPackage[],
  { report, packages, stored, collectedAt }: ComparedList,
): ComparedPackage[] | null {
  const { inventory, machineId, removed } = report;
  const isSame = machineId !== null && machineId === stored.machineId && stored.os === inventory.os;
  if (!isSame || report.collectedAt === null || inventory.is_container === true) return null;
  const reachesTo = stored.collectedAt - LOG_MARGIN + report.collectedAt - collectedAt;
  const logs = Object.entries(removed?.logs ?? {}).filter(([, since]) => since <= reachesTo);
  const ends = JSON.parse(stored.packageLog ?? '{}') as LogEnds;
  const formats = logs.map(([format]) => format as PackageFormat);
  const continued = formats.filter((format) => isContinued(ends[format], removed?.times[format]));
  if (continued.length === 0) return null;
  const isRemoved = namedIn(removed);
  const unreadable = new Set<string>(packages.unreadable);
  const missing = lacking.filter((pkg) => !isRemoved(pkg) && !unreadable.has(pkg.name));
  return missing.every(({ format }) => continued.includes(format)) ? missing : null;
}

/** The last minute of the log of each package manager. */
type LogEnds = Partial<Record<PackageFormat, string>>;

/** The number of minutes that a collector sends. */
const MAX_TIMES = 100;

/**
 * Whether a log is the one of the list before, written further: it has the minute with which that one ended. A system
 * that was restored from a snapshot or made from an image has no trace of what it had in between.
 */
function isContinued(end: string | undefined, times: readonly string[] | undefined): boolean {
  if (end === undefined || times === undefined || times.includes(end)) return true;
  return times.length >= MAX_TIMES && times.every((time) => time > end);
}

/** Returns the last minute of each log as JSON; null: none has any. */
export function logEnds(removed: Removals): string | null {
  const ends = Object.entries(removed?.times ?? {}).map(([format, times]) => [
    format,
    times.at(-1),
  ]);
  return ends.length === 0 ? null : JSON.stringify(Object.fromEntries(ends));
}
