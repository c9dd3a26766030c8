import type { FlatFilter } from '../../flat/flat-findings.js';
import type { AcceptedHosts, FindingLocation } from '../acceptances.js';

/** The highest number of acceptances that are stored at once: they are written in one transaction, without a pause. */
export const MAX_BULK_ACCEPTANCES = 1000;

/** A finding as a request names it. */
export interface NamedFinding extends FindingLocation {
  vulnerability_id: string;
  host_id: number;
}

/**
 * The open findings that acceptances are made from: named ones, or those that match; `ids`: only of these
 * vulnerabilities.
 */
export type BulkFindings =
  | { by: 'names'; findings: readonly NamedFinding[] }
  | { by: 'filter'; filter: FlatFilter; ids: readonly string[] | null };

/** Selects what is accepted. */
export interface BulkSelection {
  selected: BulkFindings;
  /** the acceptances name these hosts; null: each the host of its finding */
  hosts: AcceptedHosts | null;
  /** not only the packages and ports of the findings */
  isEverywhere: boolean;
}

/** One acceptance of many. Its group is that of the selection. */
export interface BulkTarget extends FindingLocation {
  vulnerability_id: string;
  /** null: the hosts of the selection */
  host_id: number | null;
}

/** The numbers of open findings that a selection covers now, of their hosts, and of the acceptances for them. */
export interface BulkCover {
  findings: number;
  hosts: number;
  acceptances: number;
  /** the first ones, at most MAX_BULK_ACCEPTANCES */
  targets: BulkTarget[];
}
