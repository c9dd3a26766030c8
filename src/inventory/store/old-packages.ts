import type { Sqlite } from '../../database/sqlite.js';
import type { MatchablePackage } from '../../vulnerabilities/facts.js';
import type { OldPackage } from '../../vulnerabilities/old-code/old-packages.js';
import type { IndexedReport } from '../ingest-worker/parse.js';
import { holderOf, type OldCode } from '../old-code.js';
import { storeStatements } from './store.statements.js';

/** The known facts when a report is stored. */
interface PackagesBefore {
  /** of the inventory before */
  previous: readonly OldPackage[];
  /** versions that the report replaces or removes */
  removed: readonly MatchablePackage[];
  /** names of the packages in the report */
  names: ReadonlySet<string>;
  /** null: the processes were not inspected */
  look: OldCode | null;
  /** whether the host started after the inventory before: nothing from before it runs */
  isRestarted: boolean;
}

const MAX_OLD_PACKAGES = 1000;

/**
 * Returns the versions that processes may still run. A whole inspection decides. Without one, what ran before may still
 * run, and on a host whose processes are inspected, so may what was replaced since the last inspection.
 */
export function nextOldPackages({
  previous,
  removed,
  names,
  look,
  isRestarted,
}: PackagesBefore): OldPackage[] {
  const holdersOf = (pkg: MatchablePackage): string[] => {
    const own = look?.holders.filter((one) => isOf(one, pkg)).map(holderOf) ?? [];
    return [...new Set(own)].sort();
  };
  const isGone = (pkg: MatchablePackage): boolean => !names.has(pkg.name);
  const mayRun = (pkg: MatchablePackage, isNew: boolean): boolean => {
    if (look === null) return !isNew && !isRestarted;
    if (look.has_unowned && isGone(pkg) && !DATA.test(pkg.name)) return true;
    if (look.look === 'outdated') return isNew || !isRestarted;
    return look.look === 'partly' && !isNew && !isRestarted;
  };
  const byVersion = new Map<string, OldPackage>();
  const add = (pkg: MatchablePackage, isNew: boolean): void => {
    const holders = holdersOf(pkg);
    const isSeen = holders.length > 0 && look?.look !== 'outdated';
    if (isSeen || mayRun(pkg, isNew))
      byVersion.set(keyOf(pkg), { ...matchable(pkg), holders, isSeen });
  };
  for (const pkg of previous) add(pkg, false);
  for (const pkg of removed) add(pkg, true);
  return [...byVersion.values()]
    .sort((a, b) => Number(b.isSeen) - Number(a.isSeen) || (keyOf(a) < keyOf(b) ? -1 : 1))
    .slice(0, MAX_OLD_PACKAGES);
}

/** Returns who runs old code; null: not known. */
function restartsOf({ look, holders }: OldCode): string[] | null {
  const isKnown = look === 'whole' || (look === 'partly' && holders.length > 0);
  return isKnown ? [...new Set(holders.map(holderOf))].sort() : null;
}

/** Packages without programs and libraries. */
const DATA = /-(doc|docs|data|common|man|headers|devel|dev|locale|langpack.*|fonts?)$/;

const isOf = (
  { package: name, architecture }: OldCode['holders'][number],
  pkg: MatchablePackage,
): boolean => name === pkg.name && (architecture === null || architecture === pkg.architecture);

const keyOf = ({ format, name, architecture, version }: MatchablePackage): string =>
  [format, name, architecture, version].join('\0');

const matchable = (p: MatchablePackage): MatchablePackage => ({
  format: p.format,
  name: p.name,
  version: p.version,
  architecture: p.architecture,
  source: p.source,
  source_version: p.source_version,
  module: p.module,
  vendor: p.vendor ?? null,
});

/** Clocks and collectors differ by less, in seconds. */
const RESTART_SLACK = 120;

/**
 * Returns what stores the inspection in a report and the versions that processes may still run. Called before the
 * packages change; the result is called after the inventory is stored, in the same transaction.
 * @param before ids of the packages of the inventory before
 */
export function prepareOldPackages(
  sqlite: Sqlite,
  hostId: number,
  report: IndexedReport,
  { before, collectedAt }: { before: Iterable<number>; collectedAt: number },
): () => void {
  const sql = storeStatements(sqlite);
  const stored = sql.findOldPackages.get(hostId);
  const found = report.inventory.old_code ?? null;
  // Where no inspection succeeded before, one that failed makes nothing known.
  const look = found?.look === 'outdated' && stored?.old_code == null ? null : found;
  const list = report.packages === 'unchanged' ? null : report.packages;
  const ids = new Set(list?.ids);
  const removed = list === null || look === null ? [] : [...before].filter((id) => !ids.has(id));
  const { uptime } = report.inventory;
  const old = nextOldPackages({
    previous: JSON.parse(stored?.old_packages ?? '[]') as OldPackage[],
    removed: removed.length === 0 ? [] : sql.findMatchablePackages.all(JSON.stringify(removed)),
    names: new Set(list?.names),
    look,
    isRestarted:
      stored !== undefined &&
      uptime !== null &&
      uptime + RESTART_SLACK < collectedAt - stored.collected_at,
  });
  return () => {
    sql.saveOldPackages.run({
      hostId,
      oldCode: look && JSON.stringify({ ...look, restarts: restartsOf(look) }),
      oldPackages: old.length === 0 ? null : JSON.stringify(old),
    });
  };
}
