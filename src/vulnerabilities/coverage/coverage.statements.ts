import type { Sqlite } from '../../database/sqlite.js';
import { missingYears } from '../../knowledge/nvd-years.js';
import { relatedEcosystems } from './missing-ecosystems.js';

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

/** Alpine has community packages since release 3.3. */
const repositoriesOf = (release: string): string[] =>
  /^v3\.[0-2]$|^v2/.test(release) ? ['main'] : ['main', 'community'];
