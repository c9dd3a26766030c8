import type { Sqlite } from '../../database/sqlite.js';

interface Stored {
  fact_id: number;
  first_seen: number;
  port: number | null;
  transport: string | null;
  origin: 'package' | 'service' | 'check';
  identity: string;
}

/** Which of a host's findings were looked at anew. */
export type WasChecked = (finding: Omit<StoredFinding, 'fact_id' | 'first_seen'>) => boolean;

export interface FindingsStore {
  /**
   * Brings those findings of a host that were looked at to these facts. Since when a vulnerability has been at a package or port stays, whatever else of it changed.
   * Inside a transaction only.
   * @param now Unix seconds
   * @param sameKind findings that tell since when, whether they were looked at or not
   */
  replace: (
    hostId: number,
    lookedAt: WasChecked,
    facts: readonly number[],
    now: number,
    sameKind?: WasChecked,
  ) => void;
  /** the facts in the packages of a host */
  ofPackages: (hostId: number) => number[];
}

/** A finding of a host as it is compared. */
export type StoredFinding = Omit<Stored, 'identity'> & {
  vulnerability_id: string;
  package: string | null;
  architecture: string | null;
  installed_version: string | null;
};

/** What is stored of a host (its number is bound). */
export const STORED_FINDINGS = `SELECT f.fact_id, f.first_seen, k.origin, k.vulnerability_id, k.package, k.architecture, k.port, k.transport, k.installed_version
  FROM host_findings f JOIN facts k ON k.id = f.fact_id WHERE f.host_id = ? ORDER BY f.fact_id`;

export function createFindingsStore(sqlite: Sqlite): FindingsStore {
  const stored = sqlite.prepare<[number], StoredFinding>(STORED_FINDINGS);
  const packages = sqlite
    .prepare<[number], number>(
      "SELECT f.fact_id FROM host_findings f JOIN facts k ON k.id = f.fact_id WHERE f.host_id = ? AND k.origin = 'package' ORDER BY 1",
    )
    .pluck();
  const fact = sqlite.prepare<
    [number],
    Omit<StoredFinding, 'fact_id' | 'first_seen' | 'installed_version'>
  >(
    'SELECT origin, vulnerability_id, package, architecture, port, transport FROM facts WHERE id = ?',
  );
  const remove = sqlite.prepare('DELETE FROM host_findings WHERE host_id = ? AND fact_id = ?');
  const insert = sqlite.prepare(
    'INSERT INTO host_findings (host_id, fact_id, first_seen, last_seen) VALUES (?, ?, ?, ?)',
  );
  const seen = sqlite.prepare(
    'UPDATE host_findings SET last_seen = ? WHERE host_id = ? AND fact_id = ?',
  );
  return {
    ofPackages: (hostId) => packages.all(hostId),
    replace(hostId, lookedAt, facts, now, sameKind = lookedAt) {
      const all = stored.all(hostId);
      const before = all.filter(lookedAt);
      const wanted = new Set(facts);
      const had = new Map(before.map((row) => [row.fact_id, row]));
      const since = new Map(all.filter(sameKind).map((row) => [identityOf(row), row.first_seen]));
      for (const { fact_id } of before) if (!wanted.has(fact_id)) remove.run(hostId, fact_id);
      for (const id of wanted) {
        const row = had.get(id);
        if (row === undefined)
          insert.run(
            hostId,
            id,
            (since.size === 0 ? undefined : since.get(identityOf(fact.get(id)))) ?? now,
            now,
          );
        else if (row.origin === 'check') seen.run(now, hostId, id);
      }
    },
  };
}

/** A finding is the same one as long as it is the same vulnerability in the same place. */
export function identityOf(
  row:
    | Pick<StoredFinding, 'vulnerability_id' | 'package' | 'architecture' | 'port' | 'transport'>
    | undefined,
): string {
  return row === undefined
    ? ''
    : `${row.vulnerability_id}\0${row.package}\0${row.architecture}\0${row.port}\0${row.transport}`;
}
