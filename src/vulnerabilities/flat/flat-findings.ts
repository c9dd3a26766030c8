import type { ListedFinding } from '../findings/findings.presenter.js';
import type { Cause } from '../ledger/cause.js';
import type { FindingFilter, SortOrder } from '../findings/findings.repository.js';
import type { Page } from '../../http/common.js';

/** The findings of a list: those of now (`open`, `accepted`), or those that changed (`new`, `fixed`). */
export const FINDING_STATES = ['open', 'accepted', 'new', 'fixed'] as const;
type FindingState = (typeof FINDING_STATES)[number];

/** A filter for findings of all hosts. `since`, `until`: Unix seconds, the second one excluded. */
export interface FlatFilter extends FindingFilter {
  state?: FindingState | undefined;
  since?: number | undefined;
  until?: number | undefined;
  /** why it changed */
  cause?: Cause | undefined;
}

/** Selects a page of findings of all hosts. */
export interface FlatQuery {
  filter: FlatFilter;
  page: Page;
  sort: SortOrder;
}

/** When and why a finding appeared or disappeared. */
export interface ChangeOfFinding {
  changed_at: number;
  cause: Cause;
}

/** A finding of a list of all hosts: of now, or with its change. */
export interface FlatRow extends ListedFinding, Partial<ChangeOfFinding> {}

/** A filter for what changed: the times and the list of the ledger. */
export interface ChangeFilter extends FlatFilter {
  state: 'new' | 'fixed';
}

/** Whether a filter is about changes, not about the findings of now. */
export const isOfChanges = (filter: FlatFilter): filter is ChangeFilter =>
  filter.state === 'new' || filter.state === 'fixed';

/** Returns the filter with a state of now in the words of the lists of one host. */
export function withoutState(filter: FlatFilter): FlatFilter {
  if (isOfChanges(filter)) return filter;
  const { state, ...rest } = filter;
  return state === undefined ? rest : { ...rest, accepted: state === 'accepted' };
}

/** Two ids: of a host, or of a difference of the ledger, and of a fact. */
export type FindingKey = readonly [owner: number, fact: number];

/** A finding, and a number that it is ordered by: an integer from 0 on. */
export type ValuedKey = readonly [owner: number, fact: number, value: number];

/** Findings in their order, as two columns. */
export interface FindingColumns {
  owners: Int32Array;
  facts: Int32Array;
}

interface OrderOfFindings {
  /** the place of each fact among findings with the same value; findings of other facts are left out */
  factPlaces: ReadonlyMap<number, number>;
  placeOf: (value: number) => number;
  isDescending: boolean;
}

const MAX_PLACE = 2 ** 33; // seconds, or ids: with 400,000 facts the products are exact

/** Orders findings by their values, and then by their facts; equal ones stay in the order of `rows`. */
export function orderFindings(
  rows: Iterable<ValuedKey>,
  { factPlaces, placeOf, isDescending }: OrderOfFindings,
): FindingColumns {
  const found: { owners: number[]; facts: number[]; keys: number[] } = {
    owners: [],
    facts: [],
    keys: [],
  };
  for (const [owner, fact, value] of rows) {
    const place = factPlaces.get(fact);
    if (place === undefined) continue;
    const first = isDescending ? MAX_PLACE - placeOf(value) : placeOf(value);
    found.owners.push(owner);
    found.facts.push(fact);
    found.keys.push(first * factPlaces.size + place);
  }
  const keys = Float64Array.from(found.keys);
  const order = Uint32Array.from(keys, (_key, i) => i);
  order.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
  return {
    owners: Int32Array.from(order, (i) => found.owners[i] ?? 0),
    facts: Int32Array.from(order, (i) => found.facts[i] ?? 0),
  };
}
