import { versionKey } from '../../versions/keys.js';
import type { Fact } from '../facts.js';

/** A fact, as far as the version that resolves it depends on it. */
export type TargetFact = Pick<Fact, 'fixed_version' | 'basis'>;

/** The versions that resolve findings. */
export interface UpgradeTarget {
  /** the lowest version that none of their vulnerabilities affects */
  version: string;
  /** the version from which on none affects any; `version` itself, or of a later branch; null: none is known */
  final: string | null;
}

interface KeyedVersion {
  version: string;
  key: string;
}

/**
 * Returns the versions that resolve all given findings of one installed version, in the version order that matched
 * them; null: no such version is known. A version that cannot be compared resolves nothing.
 */
export function findUpgradeTarget(facts: readonly TargetFact[]): UpgradeTarget | null {
  if (!facts.every(hasComparableFix)) return null;
  const fixes = new Set(facts.flatMap(({ fixed_version }) => fixed_version ?? []));
  const ranges = facts.flatMap(({ basis }) => basis.also_affected ?? []);
  const [only] = fixes;
  if (only !== undefined && fixes.size === 1 && ranges.length === 0)
    return { version: only, final: only };
  const order = facts[0]?.basis.order ?? 'generic';
  const highest = latestOf([...fixes].map((version) => keyed(order, version)));
  if (highest === null) return null;
  if (ranges.length === 0) return { version: highest.version, final: highest.version };
  const further = ranges.flatMap(({ fixed }) => (fixed === null ? [] : keyed(order, fixed)));
  const candidates = [highest, ...further.filter(({ key }) => key >= highest.key)].sort((a, b) =>
    a.key < b.key ? -1 : 1,
  );
  const lowest = candidates.find(
    ({ key }) => !ranges.some(({ from, to }) => from <= key && key < to),
  );
  if (lowest === undefined) return null;
  const end = ranges.reduce((a, { to }) => (to > a ? to : a), '');
  return {
    version: lowest.version,
    final: candidates.find(({ key }) => key >= end)?.version ?? null,
  };
}

/** Returns the versions to upgrade to: `to 1.30.4 or later`. */
export function upgradeWords({ version, final }: UpgradeTarget): string {
  if (final === null) return `to ${version}; some later versions are affected`;
  return final === version ? `to ${version} or later` : `to ${version}, or to ${final} or later`;
}

/**
 * Returns the last affected version of findings without a fixed version, where their publishers name one: later
 * versions are not affected. null: not all of them have one.
 */
export function findLastAffected(facts: readonly TargetFact[]): string | null {
  const ends = facts.map(lastOf);
  return ends.every((end) => end !== null) ? (latestOf(ends)?.version ?? null) : null;
}

/** Returns the end of the last range; null: it is open, or ends with a fixed version, not with an affected one. */
function lastOf({ basis }: TargetFact): KeyedVersion | null {
  const { last_affected: last, order, also_affected: ranges = [] } = basis;
  if (last === undefined) return null;
  const own = keyed(order ?? 'generic', last);
  const end = ranges.reduce((a, range) => (range.to > a.to ? range : a), {
    to: own.key,
    last,
  } as { to: string; last: string | null });
  return end.last === null ? null : { version: end.last, key: end.to };
}

const hasComparableFix = ({ fixed_version, basis }: TargetFact): boolean =>
  fixed_version !== null && basis.state !== 'undetermined';

const keyed = (order: NonNullable<Fact['basis']['order']>, version: string): KeyedVersion => ({
  version,
  key: versionKey(order, version).toString('hex'),
});

const latestOf = (versions: readonly KeyedVersion[]): KeyedVersion | null =>
  versions.reduce<KeyedVersion | null>((a, b) => (a !== null && a.key >= b.key ? a : b), null);
