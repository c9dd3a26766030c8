import type { Sqlite } from '../../database/sqlite.js';
import type { FindingSort, SortOrder } from '../findings/findings.repository.js';
import { factRisk } from './listed-vulnerabilities.js';
import { selectFactsInOrder } from './lists.repository.js';
import { placesIn } from './ranks.js';
import type { OpenFindings } from './table/open-findings.js';

/** Orders of all facts that hosts have or had. They are kept until a fact is added or a rating changes. */
interface FactOrders {
  /** Returns the place of each fact among findings that are equal otherwise, by its number. */
  places: (open: OpenFindings) => Uint32Array;
  /** Returns the place of each fact in an order, by its number. */
  placesBy: (open: OpenFindings, sort: FactOrder) => Uint32Array;
}

/** An order by a property that all findings of a fact share. */
interface FactOrder extends SortOrder {
  by: Exclude<FindingSort, 'first_seen' | 'last_seen' | 'host'>;
}

/** Creates the orders of one connection. Inside a read transaction. */
export function createFactOrders(sqlite: Sqlite): FactOrders {
  const orders = new Map<string, Uint32Array>();
  let table: OpenFindings['facts'] | null = null;
  let factVersion = -1;
  let places = new Uint32Array();
  const update = ({ facts, factVersion: newest }: OpenFindings): void => {
    if (table !== facts || places.length !== facts.ids.length) places = placeFacts(sqlite, facts);
    if (table !== facts || factVersion !== newest) orders.clear();
    table = facts;
    factVersion = newest;
  };
  return {
    places(open) {
      update(open);
      return places;
    },
    placesBy(open, sort) {
      update(open);
      const key = JSON.stringify(sort);
      const order =
        orders.get(key) ?? placesIn(orderFacts(open.facts, places, sort), places.length);
      orders.set(key, order);
      return order;
    },
  };
}

/** Returns the place of each fact. Those that were removed since they were read have no findings: they are last. */
function placeFacts(sqlite: Sqlite, { ids, numberOfFact }: OpenFindings['facts']) {
  const places = new Uint32Array(ids.length).fill(ids.length);
  let place = 0;
  const add = (number: number): void => {
    places[number] = place;
    place += 1;
  };
  for (const id of selectFactsInOrder(sqlite)) {
    const number = numberOfFact(id);
    if (number !== undefined) add(number); // otherwise no host had it
  }
  for (const number of ids.keys()) if (places[number] === ids.length) add(number);
  return places;
}

/** Read with the highest one first, unless turned round. */
const DESCENDING: ReadonlySet<FindingSort> = new Set<FindingSort>(['risk', 'cvss_score', 'epss']);

function orderFacts(
  table: OpenFindings['facts'],
  places: Uint32Array,
  { by, isReversed }: FactOrder,
): Uint32Array {
  const order = new Uint32Array(places.length);
  for (let fact = 0; fact < places.length; fact += 1) order[places[fact] ?? 0] = fact;
  const values = valuesOf(table, by);
  const direction = isReversed === DESCENDING.has(by) ? 1 : -1;
  return order.sort((a, b) => direction * ((values[a] ?? 0) - (values[b] ?? 0)));
}

/** Unknown scores and packages are the lowest. */
const UNKNOWN = -1;

/** Returns the values of a property, by the number of the fact. */
function valuesOf(table: OpenFindings['facts'], by: FactOrder['by']): Float64Array {
  const { severity, vulnerability, package: packages } = table.columns();
  const packagePlaces = table.packagePlaces();
  const ratingOf = (fact: number) => table.ratings[vulnerability[fact] ?? 0];
  const valueOf = {
    risk: (fact: number) => factRisk(severity[fact] ?? 0, ratingOf(fact)),
    severity: (fact: number) => severity[fact] ?? 0,
    cvss_score: (fact: number) => ratingOf(fact)?.cvss_score ?? UNKNOWN,
    epss: (fact: number) => ratingOf(fact)?.epss ?? UNKNOWN,
    package: (fact: number) => packagePlaces[packages[fact] ?? -1] ?? UNKNOWN,
  }[by];
  return Float64Array.from(table.ids, (_id, fact) => valueOf(fact));
}
