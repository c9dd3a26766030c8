import type { Sqlite } from '../../../database/sqlite.js';
import { SEVERITIES } from '../../../knowledge/records.js';
import type { FindingFilter } from '../../findings/findings.repository.js';
import {
  NOWHERE,
  ON_ALL_HOSTS,
  ON_SOME_HOSTS,
  readAcceptedFacts,
  type AcceptedFacts,
} from './accepted-facts.js';
import {
  IS_FIXABLE,
  IS_HIDDEN,
  RUNS_OLD_KERNEL,
  RUNS_OLD_PROCESSES,
  toLowerAscii,
  type ListedFacts,
} from '../table/fact-table.js';
import { selectGroupHosts } from '../lists.repository.js';
import { prepareVulnerabilitiesLike } from '../table/open-findings.statements.js';
import {
  NOT_SELECTED,
  SELECTED,
  SELECTED_ON_SOME,
  type FindingSelection,
} from './selected-findings.js';

/** Selects findings of now. `since`, `until`: when they were first seen, Unix seconds. */
export type OpenFindingFilter = FindingFilter & {
  since?: number | undefined;
  until?: number | undefined;
};

/** Returns the findings that a filter selects. Inside a read transaction. @param now Unix seconds */
export function selectFindings(
  sqlite: Sqlite,
  table: ListedFacts,
  filter: OpenFindingFilter,
  now: number,
): FindingSelection {
  const facts = selectFacts(sqlite, table, filter);
  const rest = { hosts: selectHosts(sqlite, filter), period: periodOf(filter) };
  if (filter.accepted === undefined) return { facts, includes: () => true, ...rest };
  return {
    ...selectAccepted(readAcceptedFacts(sqlite, table, now), facts, filter.accepted),
    ...rest,
  };
}

function periodOf({ since, until }: OpenFindingFilter): FindingSelection['period'] {
  if (since === undefined && until === undefined) return null;
  return { since: since ?? 0, until: until ?? Infinity };
}

/** Returns the ids of the selected hosts; null: all. */
function selectHosts(sqlite: Sqlite, { host_id, group_id }: FindingFilter): number[] | null {
  if (group_id === undefined) return host_id === undefined ? null : [host_id];
  const ids = selectGroupHosts(sqlite, group_id);
  return host_id === undefined ? ids : ids.filter((id) => id === host_id);
}

type Condition = (fact: number) => boolean;

function selectFacts(sqlite: Sqlite, table: ListedFacts, filter: FindingFilter): Uint8Array {
  const conditions = [...factConditions(table, filter), ...ratingConditions(table, filter)];
  if (filter.q !== undefined) conditions.push(contains(sqlite, table, filter.q));
  const selected = new Uint8Array(table.ids.length);
  for (const fact of candidatesOf(table, filter) ?? selected.keys())
    if (conditions.every((condition) => condition(fact))) selected[fact] = SELECTED;
  return selected;
}

/** Returns the facts about the vulnerability of a filter; null: it has none. */
function candidatesOf(
  table: ListedFacts,
  { vulnerability_id: id }: FindingFilter,
): readonly number[] | null {
  if (id === undefined) return null;
  return table.factsOf[table.numberOfVulnerability(id) ?? -1] ?? [];
}

function factConditions(table: ListedFacts, filter: FindingFilter): Condition[] {
  const { severity, flags, package: packages } = table.columns();
  const conditions: Condition[] = [];
  const hasFlag = (fact: number, flag: number): boolean => ((flags[fact] ?? 0) & flag) !== 0;
  if (filter.unimportant !== true) conditions.push((fact) => !hasFlag(fact, IS_HIDDEN));
  if (filter.fixable !== undefined)
    conditions.push((fact) => hasFlag(fact, IS_FIXABLE) === filter.fixable);
  if (filter.runs_old_code !== undefined) {
    const flag = filter.runs_old_code === 'kernel' ? RUNS_OLD_KERNEL : RUNS_OLD_PROCESSES;
    conditions.push((fact) => hasFlag(fact, flag));
  }
  if (filter.severity !== undefined) {
    const lowest = SEVERITIES.indexOf(filter.severity);
    conditions.push((fact) => (severity[fact] ?? 0) <= lowest);
  }
  if (filter.severity_max !== undefined) {
    const highest = SEVERITIES.indexOf(filter.severity_max);
    conditions.push((fact) => (severity[fact] ?? 0) >= highest);
  }
  if (filter.package !== undefined) {
    const number = table.packages.indexOf(filter.package);
    conditions.push((fact) => number >= 0 && packages[fact] === number);
  }
  return conditions;
}

function ratingConditions(table: ListedFacts, { kev, epss_min }: FindingFilter): Condition[] {
  const { vulnerability } = table.columns();
  const ratingOf = (fact: number) => table.ratings[vulnerability[fact] ?? 0];
  const conditions: Condition[] = [];
  if (kev !== undefined) conditions.push((fact) => (ratingOf(fact)?.kev ?? 0) > 0 === kev);
  if (epss_min !== undefined) conditions.push((fact) => (ratingOf(fact)?.epss ?? -1) >= epss_min);
  return conditions;
}

/** Whether the id, the title or the package contains a text. ASCII letters match in both cases. */
function contains(sqlite: Sqlite, table: ListedFacts, text: string): Condition {
  const columns = table.columns();
  const vulnerabilities = new Uint8Array(table.vulnerabilities.length);
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  for (const id of prepareVulnerabilitiesLike(sqlite).all({ pattern })) {
    const number = table.numberOfVulnerability(id);
    if (number !== undefined) vulnerabilities[number] = 1;
  }
  const wanted = toLowerAscii(text);
  const packages = table.lowerPackages.map((name) => name.includes(wanted));
  return (fact) =>
    vulnerabilities[columns.vulnerability[fact] ?? 0] === 1 ||
    (packages[columns.package[fact] ?? -1] ?? false);
}

/**
 * Leaves out facts that are accepted everywhere or nowhere, and marks those that are accepted on some hosts: each of
 * their findings is asked for.
 */
function selectAccepted(
  { reach, isAccepted }: AcceptedFacts,
  facts: Uint8Array,
  isWanted: boolean,
): Pick<FindingSelection, 'facts' | 'includes'> {
  const without = isWanted ? NOWHERE : ON_ALL_HOSTS;
  const restrict = (selected: number, fact: number): number => {
    if (selected === NOT_SELECTED || reach[fact] === without) return NOT_SELECTED;
    return reach[fact] === ON_SOME_HOSTS ? SELECTED_ON_SOME : SELECTED;
  };
  return {
    facts: facts.map(restrict),
    includes: (fact, host) => isAccepted(fact, host) === isWanted,
  };
}
