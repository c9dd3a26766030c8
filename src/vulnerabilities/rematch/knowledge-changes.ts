import type { Knowledge } from '../../knowledge/open-knowledge.js';
import { prepareExploitationChange, prepareKnowledgeChanges } from './rematch.statements.js';

/** The changes of the vulnerability database from one generation to a later one. */
export interface KnowledgeChanges {
  /** keys (affectedPackageKey) of affected packages with changed ranges, of all ecosystems */
  affectedPackages: ReadonlySet<string>;
  /** vulnerabilities of added and closed records */
  vulnerabilities: ReadonlySet<string>;
}

export const affectedPackageKey = (kind: 'source' | 'binary' | 'cpe', name: string): string =>
  `${kind}\0${name}`;

/** Reads the changes after `from`, up to `to`. The history since `from` has to be stored. */
export function knowledgeChangesBetween(
  { sqlite }: Pick<Knowledge, 'sqlite'>,
  from: number,
  to: number,
): KnowledgeChanges {
  const statements = prepareKnowledgeChanges(sqlite);
  return {
    affectedPackages: new Set(statements.affectedPackages.all({ from, to })),
    vulnerabilities: new Set(statements.vulnerabilities.all({ from, to })),
  };
}

/** Whether the feeds `epss` or `kev` changed after `from`, up to `to`. */
export const exploitationChanged = (
  { sqlite }: Pick<Knowledge, 'sqlite'>,
  from: number,
  to: number,
): boolean => prepareExploitationChange(sqlite).get(from, to) !== undefined;
