import type { HostFilter, HostOrder } from '../hosts/selection/host-filter.js';
import type { HostFindingsFilter, SelectedHosts } from '../hosts/selection/host-selection.js';
import type { Severity } from '../knowledge/records.js';
import type { WorkerProtocol } from '../lib/worker/messages.js';
import type { HostSelection } from '../vulnerabilities/coverage/coverage.js';
import type { FleetCoverage, NotCheckedHosts } from '../vulnerabilities/coverage/fleet-coverage.js';
import type { BulkCover, BulkSelection } from '../vulnerabilities/acceptances/bulk/bulk.js';
import type { HostChanges } from '../vulnerabilities/host-changes.js';
import type {
  ListText,
  VulnerabilityFindingsQuery,
  VulnerabilityListQuery,
} from '../vulnerabilities/lists/lists.js';
import type { FlatQuery } from '../vulnerabilities/flat/flat-findings.js';
import type { FactFilter } from '../vulnerabilities/flat/matching-facts.js';
import type { FlatPage } from '../vulnerabilities/flat/flat.presenter.js';
import type { FleetRemediation, FleetSummary } from './fleet.js';
import type { FleetDay } from './history/fleet-day.js';
import type { SumsUpdate } from './sums/host-sums.js';

/**
 * Selects remediations. `severity`: at least one finding has this severity or a higher one; at least one matches the
 * filter of facts.
 */
export interface RemediationFilter extends HostSelection, FactFilter {
  severity?: Severity | undefined;
}

/** A page of a list; `limit` -1: all. */
interface RowRange {
  limit: number;
  offset: number;
}

/** A page of remediations, and the number of all that match. */
export interface RemediationPage {
  items: FleetRemediation[];
  total: number;
}

/** Selects a page of remediations. */
interface RemediationQuestion {
  filter: RemediationFilter;
  rows: RowRange;
}

/** An order of hosts: by what is known about their findings (highest first), or by their columns. */
type HostListOrder = { by: 'risk' | 'open'; isReversed: boolean } | HostOrder;

/** Selects hosts as JSON text. */
export interface HostListQuery {
  format: 'v1List' | 'v2';
  filter: HostFilter;
  findings: HostFindingsFilter;
  /** null: by id */
  sort: HostListOrder | null;
  withRisk: boolean;
  /** adds how many hosts of the group, or of all, were not checked */
  withCoverage: boolean;
  rows: RowRange;
}

/** A JSON array of hosts, and the number of all that match. */
export interface HostListText {
  items: string;
  total: number;
  not_checked: NotCheckedHosts | null;
}

/** The questions to the state of the fleet, and their answers. */
export interface FleetAnswers {
  summary: { query: null; answer: FleetSummary };
  coverage: { query: HostSelection; answer: FleetCoverage };
  remediations: { query: RemediationQuestion; answer: RemediationPage };
  /** the same as JSON */
  remediationList: { query: RemediationQuestion; answer: ListText };
  hosts: { query: HostListQuery; answer: HostListText };
  hostIds: { query: SelectedHosts; answer: number[] };
  vulnerabilities: { query: VulnerabilityListQuery; answer: ListText };
  findingsOfVulnerability: { query: VulnerabilityFindingsQuery; answer: ListText };
  /** reads what changed, ahead of the next question */
  catchUp: { query: null; answer: null };
  /** what acceptances of a selection cover */
  acceptable: { query: BulkSelection; answer: BulkCover };
  flatFindings: { query: FlatQuery; answer: FlatPage };
  /** computes sums that changed, ahead of the next question */
  sums: { query: null; answer: null };
  /** what has to be stored about today */
  day: { query: null; answer: FleetDay };
  task: { query: { taskId: number; templateId: number; rows: RowRange }; answer: ListText };
}

export type FleetQuestion = keyof FleetAnswers;

/**
 * `files`: the database files; `changes`: since the last request; `mustReload`: sums that an earlier response had were
 * not stored; `now`: Unix seconds.
 */
interface FleetRequest<Q extends FleetQuestion> {
  question: Q;
  query: FleetAnswers[Q]['query'];
  changes: HostChanges;
  mustReload: boolean;
  files: { database: string; knowledge: string };
  now: number;
  staleDays: number;
}

export type AnyFleetRequest = { [Q in FleetQuestion]: FleetRequest<Q> }[FleetQuestion];

/** The messages of the fleet worker. */
export interface FleetProtocol extends WorkerProtocol {
  request: AnyFleetRequest;
  response: { answer: FleetAnswers[FleetQuestion]['answer']; update: SumsUpdate | null };
}
