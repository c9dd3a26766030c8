import type { Sqlite } from '../../database/sqlite.js';
import { missingYears } from '../../knowledge/nvd-years.js';
import { relatedEcosystems } from './missing-ecosystems.js';

/**
 * SQL of StoredOthers of a host, with the release of its custom kernel: of `host_match_states AS m` and
 * `inventories AS i`.
 */
export const OTHER_PACKAGES = `iif(i.custom_kernel IS NULL, m.other_packages,
  json_set(coalesce(m.other_packages, '{"count":0,"vendors":[],"packages":[]}'), '$.kernel', i.custom_kernel))`;

/** Prepares whether a generation has data about an ecosystem; it reads knowledge.db. */
export function prepareHasData(
  knowledge: Sqlite,
): (ecosystem: string, generation: number) => boolean {
  const statement = knowledge
    .prepare<[ecosystem: string, generation: number, generation: number], 1>(
      `SELECT 1 FROM affected_packages p JOIN ranges r ON r.affected_package_id = p.id
        WHERE p.scope = ? AND r.since <= ? AND r."until" > ? LIMIT 1`,
    )
    .pluck();
  return (ecosystem, generation) =>
    relatedEcosystems(ecosystem).some(
      (name) => statement.get(name, generation, generation) !== undefined,
    );
}

/**
 * Prepares the version that a feed had when a release was in its archive last; undefined: the archive of the generation
 * has the release. It reads knowledge.db.
 */
export function prepareKeptVersion(
  knowledge: Sqlite,
): (feed: string, ecosystem: string, generation: number) => string | null | undefined {
  const statement = knowledge
    .prepare<[string, string, number, number], string | null>(
      'SELECT version FROM kept_releases WHERE feed = ? AND scope = ? AND since <= ? AND "until" > ?',
    )
    .pluck();
  return (feed, ecosystem, generation) => statement.get(feed, ecosystem, generation, generation);
}

/**
 * Prepares which parts a generation lacks of a feed that is loaded in parts: years of NVD, and repositories of an
 * Alpine release. In their order; it reads knowledge.db.
 */
export function prepareMissingParts(
  knowledge: Sqlite,
): (feed: 'nvd' | 'alpine-secdb', ecosystem: string, generation: number) => string[] {
  const readParts = knowledge
    .prepare<[feed: string, generation: number], string>(
      'SELECT part FROM feed_files WHERE feed = ? AND coalesce(since, 0) <= ?',
    )
    .pluck();
  const time = knowledge
    .prepare<[generation: number], number>('SELECT at FROM generations WHERE number = ?')
    .pluck();
  return (feed, ecosystem, generation) => {
    const parts = readParts.all(feed, generation);
    if (feed === 'nvd') return missingYears(parts, time.get(generation) ?? 0);
    const release = ecosystem.replace(/^Alpine:/, '');
    const isKnown = parts.some((part) => part.startsWith(`${release}-`));
    return isKnown && !parts.includes('')
      ? repositoriesOf(release).filter((repository) => !parts.includes(`${release}-${repository}`))
      : [];
  };
}

/**
 * Prepares whether there are data about packages that Chainguard has and Wolfi does not: they are not in the folder of
 * Wolfi, which has records of the packages of both.
 */
export function prepareHasOwnChainguard(knowledge: Sqlite): () => boolean {
  const statement = knowledge.prepare(
    `SELECT 1 FROM affected_packages c WHERE scope = 'Chainguard' AND NOT EXISTS
      (SELECT 1 FROM affected_packages WHERE scope = 'Wolfi' AND kind = c.kind AND name = c.name) LIMIT 1`,
  );
  return () => statement.get() !== undefined;
}

/** Alpine has community packages since release 3.3. */
const repositoriesOf = (release: string): string[] =>
  /^v3\.[0-2]$|^v2/.test(release) ? ['main'] : ['main', 'community'];

interface CountedProduct {
  /** JSON array of `vendor:product` */
  names: string;
  /** Unix seconds */
  from: number;
  generation: number;
}

const IS_COUNTED = 'a.published >= @from AND a.since <= @generation AND a."until" > @generation';
const WITHOUT_DATA = `SELECT a.id FROM advisories a, json_each(a.unmatched_products) p
  WHERE a.unmatched_products IS NOT NULL AND ${IS_COUNTED} AND p.value IN (SELECT value FROM json_each(@names))`;

/** Prepares counts of NVD's records about a program that were published since a time; they read knowledge.db. */
export const prepareProductCounts = (knowledge: Sqlite) => ({
  /** 1: all files of the generation were loaded with what is counted */
  isCounted: knowledge
    .prepare<[{ generation: number }], 0 | 1>(
      `SELECT count(*) > 0 AND count(*) = count(counted_since <= @generation OR NULL) FROM feed_files
      WHERE feed = 'nvd' AND coalesce(since, 0) <= @generation`,
    )
    .pluck(),
  /** those with affected versions of it, and those without */
  named: knowledge
    .prepare<[CountedProduct], number>(
      `SELECT count(*) FROM (SELECT a.id FROM affected_packages p JOIN ranges r ON r.affected_package_id = p.id
        JOIN advisories a ON a.id = r.advisory_id
        WHERE p.kind = 'cpe' AND p.name IN (SELECT value FROM json_each(@names)) AND ${IS_COUNTED} UNION ${WITHOUT_DATA})`,
    )
    .pluck(),
  unmatched: knowledge
    .prepare<[CountedProduct], number>(
      `SELECT count(*) FROM (SELECT DISTINCT id FROM (${WITHOUT_DATA}))`,
    )
    .pluck(),
});
