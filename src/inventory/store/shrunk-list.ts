import type { Sqlite } from '../../database/sqlite.js';
import { contentHash } from '../../lib/content-hash.js';
import type { IndexedReport } from '../ingest-worker/parse.js';
import type { SectionWarning } from '../inventory.js';
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

/**
 * Returns the report as it may be stored, and the hash of its list when the list has shrunk and the report before had
 * another one: packages that it lacks are then kept, until the next report confirms it. Those that the host's logs call
 * removed are not missing. A list with unreadable entries
 * keeps them anyway, and confirms nothing.
 */
export function checkShrunkList<T extends IndexedReport>(
  sqlite: Sqlite,
  hostId: number,
  report: T,
): { report: T; unconfirmed: string | null } {
  const { packages } = report;
  const stored = storeStatements(sqlite).findListSize.get(hostId);
  if (stored === undefined || packages === null || packages === 'unchanged')
    return { report, unconfirmed: null };
  const now = { packages: packages.ids.length, os: report.inventory.os };
  const isExplained = (): boolean =>
    !isShrunk(stored, { ...now, packages: now.packages + countRemoved(sqlite, hostId, report) });
  if (packages.unreadable.length > 0 || !isShrunk(stored, now) || isExplained())
    return { report, unconfirmed: null };
  const hash = hashOf(packages.ids);
  if (hash === stored.unconfirmed) return { report, unconfirmed: null };
  const warnings = [...report.warnings, shrunkWarning(stored.packages, now.packages)];
  return { report: keepMissing(report, warnings), unconfirmed: hash };
}

/** Returns how many packages that the list lacks were removed according to the host's logs. */
function countRemoved(
  sqlite: Sqlite,
  hostId: number,
  { packages, removed = [] }: IndexedReport,
): number {
  if (packages === null || packages === 'unchanged' || removed.length === 0) return 0;
  const listed = new Set(packages.names);
  const wanted = removed.filter((name) => !listed.has(name));
  return storeStatements(sqlite).countNamed.get(hostId, JSON.stringify(wanted)) ?? 0;
}

/** Returns the report that was prepared again, with the decision about the first one. */
export const keepAgain = <T extends IndexedReport>(first: T, again: T): T =>
  first.packageList === 'partly' && again.packageList === 'whole'
    ? keepMissing(again, first.warnings)
    : again;

/** Returns a report that removes no package. Without a fingerprint, a later equal report is compared again. */
function keepMissing<T extends IndexedReport>(report: T, warnings: SectionWarning[]): T {
  const { packages } = report;
  if (packages === null || packages === 'unchanged') return report;
  return {
    ...report,
    packages: { ...packages, unreadable: 'any' },
    packageList: 'partly',
    fingerprint: null,
    warnings,
  };
}

const shrunkWarning = (before: number, now: number): SectionWarning => ({
  section: 'packages',
  message:
    `the list has ${now} packages instead of ${before}: ` +
    'the missing ones count as removed when the next report has the same list',
});

const hashOf = (ids: readonly number[]): string =>
  contentHash([...new Set(ids)].sort((a, b) => a - b).join(' ')).toString('hex');
