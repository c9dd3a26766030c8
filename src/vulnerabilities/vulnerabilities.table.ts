import type { PackageListState } from './coverage/coverage-state.js';
import type { Generated, GeneratedAlways } from 'kysely';
import type { ExploitationState } from '../knowledge/records.js';
import type { Fact } from './facts.js';
import type { Cause } from './ledger/cause.js';

export interface VulnerabilityTable {
  id: string;
  title: string;
  /** JSON array */
  aliases: Generated<string>;
  cvss_score: number | null;
  cvss_vector: string | null;
  exploitation: ExploitationState | null;
  /** JSON */
  epss: string | null;
  /** JSON */
  kev: string | null;
}

export interface FactTable extends Omit<Fact, 'basis'> {
  id: Generated<number>;
  key: Buffer;
  /** JSON of FactBasis */
  basis: string;
  /** rated so by its publisher; computed from `basis` */
  unimportant: GeneratedAlways<0 | 1>;
}

export interface HostFindingTable {
  host_id: number;
  fact_id: number;
  first_seen: number;
  last_seen: number;
}

export interface HostMatchStateTable {
  host_id: number;
  generation: number;
  /** RULES_VERSION of the program that matched it */
  rules: Generated<number>;
  /** empty: the host could not be matched, and has to be */
  state: Buffer;
  read_at: number;
  /** JSON of OtherPackages */
  other_packages: string | null;
}

export interface NumberSetTable {
  id: Generated<number>;
  key: Buffer;
  numbers: Buffer;
}

export interface TaskResultTable {
  task_id: number;
  host_id: number;
  kind: 'packages' | 'ports';
  observed_at: number;
  generation: number;
  /** JSON array of ecosystems */
  scopes: string;
  /** RULES_VERSION of the program that matched it */
  rules: Generated<number>;
  system: string | null;
  state_id: number | null;
  facts_id: number;
  package_list: PackageListState;
  /** JSON of OtherPackages */
  other_packages: string | null;
  /** JSON of HostIdentifier[]; null: none */
  identifiers: string | null;
  number: Generated<number>;
}

export interface NewestResultTable {
  number: number;
}

export interface AcceptanceTable {
  id: Generated<number>;
  vulnerability_id: string;
  host_id: number | null;
  package: string | null;
  reason: string;
  by: string;
  until: number | null;
  created_at: number;
  ended_at: number | null;
  began_change: number;
  ended_change: number | null;
  group_id: number | null;
  port: number | null;
  transport: 'tcp' | 'udp' | null;
  kind: Generated<'person' | 'vendor'>;
  justification: string | null;
  source: string | null;
  vex_status: 'not_affected' | 'fixed' | null;
  product: string | null;
  /** JSON of ProductMatch */
  product_match: string | null;
}

export interface NewestAcceptanceChangeTable {
  number: number;
}

export interface AcceptanceMemberTable {
  group_id: number;
  host_id: number;
  began_change: number;
  ended_change: number | null;
}

/** The findings that appeared and disappeared on a day. `day`: Unix seconds / 86400; `group_id` 0: all hosts. */
export interface FindingDayTable {
  day: number;
  group_id: number;
  cause: Cause | 'unknown';
  appeared: number;
  disappeared: number;
}

/** The findings of a host that appeared and disappeared at once: JSON arrays of facts. `at`: Unix seconds. */
export interface FindingDifferenceTable {
  id: Generated<number>;
  at: number;
  host_id: number;
  cause: Cause;
  appeared: string;
  disappeared: string;
}

/** The last day on which a host was checked. */
export interface HostCheckTable {
  host_id: number;
  day: number;
}

/** A host or a vulnerability whose findings changed after their sums were computed. */
export interface FindingChangeTable {
  number: Generated<number>;
  host_id: number | null;
  vulnerability_id: string | null;
}
