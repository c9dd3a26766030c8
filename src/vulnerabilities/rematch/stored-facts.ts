import type { Sqlite } from '../../database/sqlite.js';
import type { Fact } from '../facts.js';
import { identityOf } from '../findings/findings.store.js';
import { packageKey } from './fleet-packages.js';

/** What has to be known of a fact to compare findings. */
export interface StoredFact {
  id: number;
  origin: Fact['origin'];
  /** `tcp/22`; of no use where it is about a package */
  port: string;
  /** as packageKey; of no use where it is about a port */
  package: string;
  identity: string;
}

type Row = Pick<
  Fact,
  | 'origin'
  | 'vulnerability_id'
  | 'package'
  | 'architecture'
  | 'port'
  | 'transport'
  | 'installed_version'
>;

/** Reads facts by their numbers, each once: they are never changed or removed. */
export function createStoredFacts(sqlite: Sqlite): (id: number) => StoredFact {
  const read = sqlite.prepare<[number], Row>(
    'SELECT origin, vulnerability_id, package, architecture, port, transport, installed_version FROM facts WHERE id = ?',
  );
  const known = new Map<number, StoredFact>();
  return (id) => {
    let fact = known.get(id);
    if (!fact) known.set(id, (fact = storedFact(id, read.get(id))));
    return fact;
  };
}

function storedFact(id: number, row: Row | undefined): StoredFact {
  if (!row) throw new Error(`a host has a finding without its fact ${id}`);
  const { origin, port, transport, package: name, installed_version: version, architecture } = row;
  return {
    id,
    origin,
    port: `${transport}/${port}`,
    package: packageKey({ name, version, architecture }),
    identity: identityOf(row),
  };
}
