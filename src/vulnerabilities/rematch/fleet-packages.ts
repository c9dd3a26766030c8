import type { Sqlite } from '../../database/sqlite.js';
import type { MatchablePackage } from '../facts.js';
import { packageKey } from '../matching/packages/host-packages.js';
import { productsNamed } from '../matching/origin/upstream-products.js';
import { sourcePackageOf } from '../matching/packages/lookup-targets.js';
import { affectedPackageKey, type KnowledgeChanges } from './knowledge-changes.js';
import { prepareFindingPackages, preparePackagePage } from './rematch.statements.js';

/** The packages whose matches may have changed. */
export interface ChangedPackages {
  ids: ReadonlySet<number>;
  /** the keys (packageKey) by which the findings in them are recognized */
  keys: ReadonlySet<string>;
}

/** All packages of the fleet. */
export interface FleetPackages {
  /** Returns undefined for a package that was added later. */
  get: (id: number) => MatchablePackage | undefined;
  /** the highest id; 0: none */
  lastId: number;
  findChanged: (changes: KnowledgeChanges) => ChangedPackages;
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
  vendor: string | null,
];

const PAGE_SIZE = 20_000; // about 2 MB of text

export function readFleetPackages(sqlite: Sqlite): FleetPackages {
  const rows = readAll(sqlite);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const findingPackages = prepareFindingPackages(sqlite);
  return {
    get: (id) => byId.get(id),
    lastId: rows.at(-1)?.id ?? 0,
    findChanged: ({ affectedPackages, vulnerabilities }) => {
      // The severity of a finding may be from another publisher's record of the same vulnerability.
      const known = findingPackages.all(JSON.stringify([...vulnerabilities]));
      const keys = new Set(known.map(packageKey));
      for (const row of rows)
        if (
          affectedPackages.has(affectedPackageKey('binary', row.name)) ||
          affectedPackages.has(affectedPackageKey('source', sourcePackageOf(row).name)) ||
          productsNamed(row.name).some((product) =>
            affectedPackages.has(affectedPackageKey('cpe', product)),
          )
        )
          keys.add(packageKey(row));
      const ids = rows.filter((row) => keys.has(packageKey(row))).map(({ id }) => id);
      return { ids: new Set(ids), keys };
    },
  };
}

function readAll(sqlite: Sqlite): Row[] {
  const page = preparePackagePage(sqlite, PAGE_SIZE);
  const rows: Row[] = [];
  for (let after = 0; ;) {
    const cells = JSON.parse(page.get(after) ?? '[]') as Cells[];
    for (const row of cells) rows.push(toRow(row));
    if (cells.length < PAGE_SIZE) return rows;
    after = cells.at(-1)?.[0] ?? after;
  }
}

const toRow = ([
  id,
  format,
  name,
  version,
  architecture,
  source,
  source_version,
  module,
  vendor,
]: Cells): Row => ({
  id,
  format,
  name,
  version,
  architecture,
  source,
  source_version,
  module,
  vendor,
});
