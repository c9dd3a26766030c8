import type { Knowledge } from '../../knowledge/open-knowledge.js';

/** What changed in the knowledge from one generation to a later one. */
export interface KnowledgeChanges {
  /** `source` or `binary`, a zero byte, and the name: of all releases together */
  affectedPackages: ReadonlySet<string>;
  /** those that records which came or went are about */
  vulnerabilities: ReadonlySet<string>;
}

const CAME_OR_WENT = '((since > @from AND since <= @to) OR ("until" > @from AND "until" <= @to))';

export const affectedPackageKey = (kind: 'source' | 'binary', name: string): string =>
  `${kind}\0${name}`;

/** Reads what changed after `from`, up to `to`. All rows since `from` have to be kept still. */
export function knowledgeChangesBetween(
  { sqlite }: Pick<Knowledge, 'sqlite'>,
  from: number,
  to: number,
): KnowledgeChanges {
  const places = sqlite
    .prepare<[object], string>(
      `SELECT DISTINCT kind || char(0) || name FROM places WHERE id IN (SELECT place_id FROM ranges WHERE ${CAME_OR_WENT})`,
    )
    .pluck();
  const vulnerabilities = sqlite
    .prepare<[object], string>(
      `SELECT DISTINCT v.value FROM advisories a, json_each(a.vulnerabilities) v WHERE ${CAME_OR_WENT}`,
    )
    .pluck();
  return {
    affectedPackages: new Set(places.all({ from, to })),
    vulnerabilities: new Set(vulnerabilities.all({ from, to })),
  };
}

/** Whether anything was told anew of how likely vulnerabilities are exploited. */
export function exploitationChanged(
  { sqlite }: Pick<Knowledge, 'sqlite'>,
  from: number,
  to: number,
): boolean {
  return (
    sqlite
      .prepare(
        "SELECT 1 FROM generations WHERE feed IN ('epss', 'kev') AND number > ? AND number <= ?",
      )
      .get(from, to) !== undefined
  );
}
