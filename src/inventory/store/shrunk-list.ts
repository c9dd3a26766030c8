import type { Sqlite } from '../../database/sqlite.js';
import { contentHash } from '../../lib/content-hash.js';
import type { IndexedReport, PackageList } from '../ingest-worker/parse.js';
import type { SectionWarning, UnreadableEntries } from '../inventory.js';
import { storeStatements, type StoredList } from './store.statements.js';

/** The number of packages of a list, and the name of its system. */
interface ListSize {
  packages: number;
  /** null: unknown */
  os: string | null;
}

const MIN_LOST = 20;
const MIN_LOST_SHARE = 0.25;
/** of a small system, that lost half of its packages */
const MIN_LOST_HALF = 5;

/**
 * Whether a list lost at least 20 packages and a quarter of all at once, or 5 and a half: a tool that left them out is
 * as likely as their removal. The list of another system replaces the packages of the one before.
 * @internal
 */
export function isShrunk(before: ListSize, now: ListSize): boolean {
  if (before.os !== null && now.os !== null && before.os !== now.os) return false;
  const lost = before.packages - now.packages;
  if (lost >= MIN_LOST_HALF && lost >= before.packages / 2) return true;
  return lost >= MIN_LOST && lost >= before.packages * MIN_LOST_SHARE;
}

/**
 * Returns the report as it may be stored, and the hash of its list when the next report must confirm it. Where a log
 * has all removals since the inventory before, packages that are missing without a removal are kept. Elsewhere those of
 * a list that has shrunk are kept, until the next report has the same list: the ones that the logs call removed are not
 * missing. A list with unreadable entries keeps them anyway, and confirms nothing.
 * @param collectedAt by the clock of the service, Unix seconds
 */
export function checkShrunkList<T extends IndexedReport>(
  sqlite: Sqlite,
  hostId: number,
  report: T,
  collectedAt: number,
): { report: T; unconfirmed: string | null } {
  const { packages } = report;
  const stored = storeStatements(sqlite).findStoredList.get(hostId);
  if (stored === undefined || packages === null || packages === 'unchanged')
    return { report, unconfirmed: null };
  if (packages.unreadable === 'any') return { report, unconfirmed: null };
  const missing = findMissing(sqlite, hostId, { report, packages, stored, collectedAt });
  if (missing !== null) {
    const warnings = [...report.warnings, untracedWarning(missing)];
    const unreadable = [...packages.unreadable, ...missing];
    const isWhole = missing.length === 0;
    return { report: isWhole ? report : keep(report, unreadable, warnings), unconfirmed: null };
  }
  const now = { packages: packages.ids.length, os: report.inventory.os };
  const isExplained = (): boolean =>
    !isShrunk(stored, { ...now, packages: now.packages + countRemoved(sqlite, hostId, report) });
  if (packages.unreadable.length > 0 || !isShrunk(stored, now) || isExplained())
    return { report, unconfirmed: null };
  const hash = hashOf(packages.ids);
  if (hash === stored.unconfirmed) return { report, unconfirmed: null };
  const warnings = [...report.warnings, shrunkWarning(stored.packages, now.packages)];
  return { report: keep(report, 'any', warnings), unconfirmed: hash };
}

/** Logs have the local time, perhaps of another time zone than now. */
const LOG_MARGIN = 86_400;

interface ComparedList {
  report: IndexedReport;
  packages: PackageList;
  stored: StoredList;
  collectedAt: number;
}

/**
 * Returns the names that a list lacks although no log says that they were removed; null: no log reaches back to the
 * list before, or it is of another machine. The log in a container may be that of its image, which is older.
 */
function findMissing(sqlite: Sqlite, hostId: number, compared: ComparedList): string[] | null {
  const { report, packages, stored, collectedAt } = compared;
  const { inventory, machineId, removed } = report;
  const isSame = machineId !== null && machineId === stored.machineId && stored.os === inventory.os;
  if (!isSame || report.collectedAt === null || inventory.is_container === true) return null;
  const reachesTo = stored.collectedAt - LOG_MARGIN + report.collectedAt - collectedAt;
  const formats = Object.entries(removed?.logs ?? {})
    .filter(([, since]) => since <= reachesTo)
    .map(([format]) => format);
  if (formats.length === 0) return null;
  const known = [...packages.names, ...packages.unreadable, ...removedNames(removed)];
  const missing = storeStatements(sqlite).findUnnamed.all(hostId, JSON.stringify(known));
  const isLogged = missing.every(({ format }) => formats.includes(format));
  return isLogged ? missing.map(({ name }) => name) : null;
}

const removedNames = (removed: IndexedReport['removed']): readonly string[] => removed?.names ?? [];

/** Returns how many packages that the list lacks were removed according to the host's logs. */
function countRemoved(sqlite: Sqlite, hostId: number, report: IndexedReport): number {
  const { packages } = report;
  const names = removedNames(report.removed);
  if (packages === null || packages === 'unchanged' || names.length === 0) return 0;
  const listed = new Set(packages.names);
  const wanted = names.filter((name) => !listed.has(name));
  return storeStatements(sqlite).countNamed.get(hostId, JSON.stringify(wanted)) ?? 0;
}

/** Returns the report that was prepared again, with the decision about the first one. */
export function keepAgain<T extends IndexedReport>(first: T, again: T): T {
  const { packages } = first;
  if (first.packageList !== 'partly' || packages === null || packages === 'unchanged') return again;
  return keep(again, packages.unreadable, first.warnings);
}

/** Returns a report that keeps packages. Without a fingerprint, a later equal report is compared again. */
function keep<T extends IndexedReport>(
  report: T,
  unreadable: UnreadableEntries,
  warnings: SectionWarning[],
): T {
  const { packages } = report;
  if (packages === null || packages === 'unchanged') return report;
  return {
    ...report,
    packages: { ...packages, unreadable },
    packageList: 'partly',
    fingerprint: null,
    warnings,
  };
}

const untracedWarning = (names: readonly string[]): SectionWarning => ({
  section: 'packages',
  message:
    `the list lacks ${names.length === 1 ? '1 package' : `${names.length} packages`} ` +
    `that the log of the package manager does not call removed (${names.slice(0, 3).join(', ')}` +
    `${names.length > 3 ? ', …' : ''}): what is missing counts as installed`,
});

const shrunkWarning = (before: number, now: number): SectionWarning => ({
  section: 'packages',
  message:
    `the list has ${now} packages instead of ${before}: ` +
    'the missing ones count as removed when the next report has the same list',
});

const hashOf = (ids: readonly number[]): string =>
  contentHash([...new Set(ids)].sort((a, b) => a - b).join(' ')).toString('hex');
