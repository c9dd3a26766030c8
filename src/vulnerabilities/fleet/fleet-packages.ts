import type { Sqlite } from '../../database/sqlite.js';
import type { JudgedPackage } from '../facts.js';
import { sourceOf } from '../packages/targets.js';
import { placeKey, type KnowledgeChanges } from './knowledge-changes.js';

/** The packages whose judgement may differ. */
export interface ChangedPackages { ids: ReadonlySet<number>; /** what tells in a finding that it is about one of them (packageKey) */ keys: ReadonlySet<string> }

/** The packages of all hosts by their numbers, read when asked for the first time. */
export interface FleetPackages {
  /** undefined: it came later */
  get: (id: number) => JudgedPackage | undefined;
  changed: (changes: KnowledgeChanges) => ChangedPackages;
}

type Row = JudgedPackage & { id: number };
type Named = Pick<JudgedPackage, 'name' | 'version' | 'architecture'>;

/** What tells in a finding which package it is about. */
export const packageKey = ({ name, version, architecture }: { [key in keyof Named]: string | null }): string => `${name}\0${version}\0${architecture}`;

export function readFleetPackages(sqlite: Sqlite): FleetPackages {
  const rows = sqlite.prepare<[], Row>('SELECT id, format, name, version, architecture, source, source_version, module FROM packages').all();
  const byId = new Map(rows.map((row) => [row.id, row]));
  // The severity of a finding may be that of another publisher's record of the same vulnerability.
  const found = sqlite.prepare<[string], { name: string; version: string | null; architecture: string | null }>(`SELECT DISTINCT package AS name, installed_version AS version, architecture FROM facts
    WHERE origin = 'package' AND vulnerability_id IN (SELECT value FROM json_each(?))`);
  return {
    get: (id) => byId.get(id),
    changed: ({ places, vulnerabilities }) => {
      const keys = new Set(found.all(JSON.stringify([...vulnerabilities])).map(packageKey));
      for (const row of rows) if (places.has(placeKey('binary', row.name)) || places.has(placeKey('source', sourceOf(row).name))) keys.add(packageKey(row));
      return { ids: new Set(rows.filter((row) => keys.has(packageKey(row))).map(({ id }) => id)), keys };
    },
  };
}
