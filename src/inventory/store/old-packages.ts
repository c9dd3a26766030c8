import type { Sqlite } from '../../database/sqlite.js';
import type { MatchablePackage } from '../../vulnerabilities/facts.js';
import type { OldPackage } from '../../vulnerabilities/old-code/old-packages.js';
import { SECONDS_PER_DAY } from '../../lib/times.js';
import { isKernelName } from '../../vulnerabilities/matching/packages/kernels.js';
import type { IndexedReport } from '../ingest-worker/parse.js';
import { holderOf, type OldCode } from '../old-code.js';
import { isRestarted, lastKernels, ownKernel } from './known-kernel.js';
import { storeStatements } from './store.statements.js';

/** The known facts when a report is stored. */
interface PackagesBefore {
  /** of the inventory before */
  previous: readonly OldPackage[];
  /** versions that the report replaces or removes */
  removed: readonly MatchablePackage[];
  /** names of the packages in the report */
  names: ReadonlySet<string>;
  /** the sources of packages of the report that the host did not have before, by name */
  newSources?: ReadonlyMap<string, string>;
  /** null: the processes were not inspected */
  look: OldCode | null;
  /** whether all processes were inspected lately: what was not inspected now is not known */
  isInspected: boolean;
  /** whether the host started after the inventory before: nothing from before it runs */
  isRestarted: boolean;
}

const MAX_OLD_PACKAGES = 1000;

/**
 * Returns the versions that processes may still run. A whole inspection decides. Without one, what ran before may still
 * run, and on a host whose processes are inspected, so may what was replaced since the last inspection.
 * @internal
 */
export function nextOldPackages({
  previous,
  removed,
  names,
  newSources,
  look,
  isInspected,
  isRestarted,
}: PackagesBefore): OldPackage[] {
  const isGone = (pkg: MatchablePackage): boolean => !names.has(pkg.name);
  // A package with another name that took over the files of a removed one: libssl3t64 those of libssl3.
  const isSuccessor = (name: string | null, pkg: MatchablePackage): boolean =>
    name !== null && isGone(pkg) && newSources?.get(name) === sourceOf(pkg);
  const holdersOf = (pkg: MatchablePackage): string[] => {
    const own =
      look?.holders.filter((one) => isOf(one, pkg) || isSuccessor(one.package, pkg)) ?? [];
    return [...new Set(own.map(holderOf))].sort();
  };
  const mayRun = (pkg: MatchablePackage, isNew: boolean): boolean => {
    if (look?.has_unowned && isGone(pkg) && !DATA.test(pkg.name)) return true;
    if (look?.look === 'whole') return false;
    return isNew ? isInspected : !isRestarted;
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

const sourceOf = ({ name, source }: MatchablePackage): string => source ?? name;

const keyOf = ({ format, name, architecture, version }: MatchablePackage): string =>
  [format, name, architecture, version].join('\0');

const isNoKernel = ({ name }: MatchablePackage): boolean => !isKernelName(name);

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

/** A host without a whole inspection for this long counts as one whose processes are not inspected. */
const INSPECTED_SECONDS = 7 * SECONDS_PER_DAY;

/** The value of `inventories.old_code`. */
interface StoredOldCode extends OldCode {
  restarts: string[] | null;
  /** when all processes were last inspected, Unix seconds; null: never */
  whole_at: number | null;
}

const NOT_INSPECTED: OldCode = { look: 'outdated', unseen: null, has_unowned: false, holders: [] };

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
  const stored = sql.findRunning.get(hostId);
  const storedCode = JSON.parse(stored?.old_code ?? 'null') as StoredOldCode | null;
  const look = report.inventory.old_code ?? null;
  const wholeAt = look?.look === 'whole' ? collectedAt : (storedCode?.whole_at ?? null);
  const list = report.packages === 'unchanged' ? null : report.packages;
  const listed = new Set(list?.ids);
  const installed = [...before];
  const read = (ids: readonly number[]): MatchablePackage[] =>
    ids.length === 0 ? [] : sql.findMatchablePackages.all(JSON.stringify(ids));
  const previous = JSON.parse(stored?.old_packages ?? '[]') as OldPackage[];
  const removed = list === null ? [] : read(installed.filter((id) => !listed.has(id)));
  const earlier = new Set([...previous, ...removed].map(({ name }) => name));
  const isNew = (name: string): boolean => !earlier.has(name);
  const holders = new Set(look?.holders.map((one) => one.package ?? '').filter(isNew));
  const isAsked = look?.has_unowned === true || holders.size > 0;
  const current = isAsked ? read(list?.ids ?? installed) : [];
  const old = nextOldPackages({
    previous: previous.filter(isNoKernel),
    removed: removed.filter(isNoKernel),
    names: new Set(list?.names ?? current.map(({ name }) => name)),
    newSources: new Map(
      current.filter(({ name }) => holders.has(name)).map((pkg) => [pkg.name, sourceOf(pkg)]),
    ),
    look,
    isInspected: wholeAt !== null && collectedAt - wholeAt <= INSPECTED_SECONDS,
    isRestarted: isRestarted(stored, report, collectedAt),
  });
  const kernel = ownKernel(stored, report, collectedAt);
  const kernels =
    kernel === null ? [] : lastKernels([...previous, ...removed], list?.names ?? [], kernel);
  for (const pkg of kernels) old.push({ ...matchable(pkg), holders: [], isSeen: false });
  const code = look ?? (wholeAt === null ? null : NOT_INSPECTED);
  return () => {
    sql.saveOldPackages.run({
      hostId,
      oldCode: code && JSON.stringify({ ...code, restarts: restartsOf(code), whole_at: wholeAt }),
      oldPackages: old.length === 0 ? null : JSON.stringify(old),
      hasKernel: Number(kernels.length > 0),
    });
  };
}
