import type { Sqlite } from '../../database/sqlite.js';
import { contentHash } from '../../lib/content-hash.js';
import type { IndexedReport } from '../ingest-worker/parse.js';
import type { SectionWarning, UnreadableEntries } from '../inventory.js';
import { findLacking, findMissing, logEnds, namedIn } from './missing-packages.js';
import { storeStatements } from './store.statements.js';

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

/** A report as it may be stored. */
interface CheckedList<T> {
  report: T;
  /** the hash of its list when the next report must confirm it */
  unconfirmed: string | null;
  /** the ends of its logs (JSON), with which those of the next report are compared; null: the ones before */
  packageLog: string | null;
}

/**
 * Returns the report as it may be stored. Where a log has all removals since the inventory before, packages that are
 * missing without a removal are kept. Elsewhere those of a list that has shrunk are kept, until the next report has the
 * same list: the ones that the logs call removed are not missing. A list with unreadable entries keeps them anyway, and
 * confirms nothing.
 * @param collectedAt by the clock of the service, Unix seconds
 */
export function checkShrunkList<T extends IndexedReport>(
  sqlite: Sqlite,
  hostId: number,
  report: T,
  collectedAt: number,
): CheckedList<T> {
  const { packages } = report;
  const stored = storeStatements(sqlite).findStoredList.get(hostId);
  const packageLog = logEnds(report.removed);
  if (packages === null || packages === 'unchanged' || packages.unreadable === 'any')
    return { report, unconfirmed: null, packageLog: stored?.packageLog ?? null };
  const asItIs = { report, unconfirmed: null, packageLog };
  if (stored === undefined) return asItIs;
  const lacking = findLacking(sqlite, hostId, packages);
  const missing = findMissing(lacking, { report, packages, stored, collectedAt });
  if (missing !== null) {
    if (missing.length === 0) return asItIs;
    const names = [...new Set(missing.map(({ name }) => name))];
    const warnings = [...report.warnings, untracedWarning(names)];
    return { ...asItIs, report: keep(report, [...packages.unreadable, ...names], warnings) };
  }
  const now = { packages: packages.ids.length, os: report.inventory.os };
  const isExplained = (): boolean => {
    const removed = lacking.filter(namedIn(report.removed)).length;
    return !isShrunk(stored, { ...now, packages: now.packages + removed });
  };
  if (packages.unreadable.length > 0 || !isShrunk(stored, now) || isExplained()) return asItIs;
  const hash = hashOf(packages.ids);
  if (hash === stored.unconfirmed) return asItIs;
  const warnings = [...report.warnings, shrunkWarning(stored.packages, now.packages)];
  return { report: keep(report, 'any', warnings), unconfirmed: hash, packageLog: null };
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
