import type { Sqlite } from '../../database/sqlite.js';
import type { MatchablePackage } from '../facts.js';
import { sourcePackageOf } from '../matching/packages/lookup-targets.js';
import { affectedPackageKey, type KnowledgeChanges } from './knowledge-changes.js';

/** The packages whose judgement may differ. */
export interface ChangedPackages {
  ids: ReadonlySet<number>;
  /** what tells in a finding that it is about one of them (packageKey) */ keys: ReadonlySet<string>;
}

/** The packages of all hosts by their numbers, read when asked for the first time. */
export interface FleetPackages {
  /** undefined: it came later */
  get: (id: number) => MatchablePackage | undefined;
  /** the highest number; 0: there are none */
  lastId: number;
  changed: (changes: KnowledgeChanges) => ChangedPackages;
}

type Row = MatchablePackage & { id: number };
type Cells = [
  id: number,
  format: string,
  name: string,
  version: string,
  architecture: string | null,
  source: string | null,
  source_version: string | null,
  module: string | null,
];

const AT_ONCE = 20_000; // packages, some 2 MB of text
type Named = Pick<MatchablePackage, 'name' | 'version' | 'architecture'>;

/** What tells in a finding which package it is about. */
export const packageKey = ({
  name,
  version,
  architecture,
}: { [key in keyof Named]: string | null }): string => `${name}\0${version}\0${architecture}`;

export function readFleetPackages(sqlite: Sqlite): FleetPackages {
  const rows = readAll(sqlite);
  const byId = new Map(rows.map((row) => [row.id, row]));
  // The severity of a finding may be that of another publisher's record of the same vulnerability.
  const found = sqlite.prepare<
    [string],
    { name: string; version: string | null; architecture: string | null }
  >(`SELECT DISTINCT package AS name, installed_version AS version, architecture FROM facts
    WHERE origin = 'package' AND vulnerability_id IN (SELECT value FROM json_each(?))`);
  return {
    get: (id) => byId.get(id),
    lastId: rows.at(-1)?.id ?? 0,
    changed: ({ affectedPackages: places, vulnerabilities }) => {
      const keys = new Set(found.all(JSON.stringify([...vulnerabilities])).map(packageKey));
      for (const row of rows)
        if (
          places.has(affectedPackageKey('binary', row.name)) ||
          places.has(affectedPackageKey('source', sourcePackageOf(row).name))
        )
          keys.add(packageKey(row));
      return {
        ids: new Set(rows.filter((row) => keys.has(packageKey(row))).map(({ id }) => id)),
        keys,
      };
    },
  };
}

// As JSON, of many rows together: a quarter of what fetching them one by one takes.
function readAll(sqlite: Sqlite): Row[] {
  const read = sqlite
    .prepare<[number], string>(
      `SELECT json_group_array(json_array(id, format, name, version, architecture, source, source_version, module))
    FROM (SELECT * FROM packages WHERE id > ? ORDER BY id LIMIT ${AT_ONCE})`,
    )
    .pluck();
  const rows: Row[] = [];
  for (let after = 0; ;) {
    const cells = JSON.parse(read.get(after) ?? '[]') as Cells[];
    for (const [id, format, name, version, architecture, source, source_version, module] of cells)
      rows.push({ id, format, name, version, architecture, source, source_version, module });
    if (cells.length < AT_ONCE) return rows;
    after = cells.at(-1)?.[0] ?? after;
  }
}
