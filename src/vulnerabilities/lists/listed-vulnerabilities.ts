import { SEVERITIES } from '../../knowledge/records.js';
import type { FindingSort, SortOrder } from '../findings/findings.repository.js';
import { exactRisk, type Rating } from '../risk/risk.js';
import type { ListedFacts } from './table/fact-table.js';
import type { OpenFindings } from './table/open-findings.js';
import { columnKey, type NumberOrder } from './ranks.js';
import type { VulnerabilityTotals } from './totals.js';

/** The vulnerabilities with selected findings. Columns are by the number of the vulnerability. */
export interface ListedVulnerabilities {
  /** how many selected findings each fact has, by its number */
  facts: Uint32Array;
  /** the highest severity of its selected facts, as an index of SEVERITIES */
  severity: Uint8Array;
  /** 0 to 100, of its selected fact with the highest risk; not rounded */
  risk: Float64Array;
  /** the numbers of those with selected findings */
  numbers: Int32Array;
}

/**
 * Returns the vulnerabilities with selected findings.
 * @param facts how many of them each fact has, by its number
 */
export function listVulnerabilities(
  { facts: table }: OpenFindings,
  facts: Uint32Array,
): ListedVulnerabilities {
  const count = table.vulnerabilities.length;
  const severity = new Uint8Array(count).fill(SEVERITIES.length);
  const risk = new Float64Array(count);
  const columns = table.columns();
  for (let fact = 0; fact < facts.length; fact += 1) {
    if (facts[fact] === 0) continue;
    const v = columns.vulnerability[fact] ?? 0;
    const ofFact = columns.severity[fact] ?? 0;
    severity[v] = Math.min(severity[v] ?? 0, ofFact);
    risk[v] = Math.max(risk[v] ?? 0, factRisk(ofFact, table.ratings[v]));
  }
  const numbers = new Int32Array(count);
  let listed = 0;
  for (let v = 0; v < count; v += 1) {
    if (severity[v] === SEVERITIES.length) continue;
    numbers[listed] = v;
    listed += 1;
  }
  return { facts, severity, risk, numbers: numbers.slice(0, listed) };
}

const UNRATED: Rating = { cvss_score: null, epss: null, kev: 0, exploitation: null };

/** Returns the risk of a fact, without rounding. @param severity an index of SEVERITIES */
export const factRisk = (severity: number, rating: Rating = UNRATED): number =>
  exactRisk(SEVERITIES[severity] ?? 'unknown', rating);

/**
 * Returns the order of listed vulnerabilities; equal ones are by severity, score and id.
 * @param readTotals returns the totals of all vulnerabilities, by their number
 */
export function orderVulnerabilities(
  open: OpenFindings,
  listed: ListedVulnerabilities,
  { by, isReversed }: SortOrder,
  readTotals: () => VulnerabilityTotals,
): NumberOrder {
  const { ratings, vulnerabilities: ids } = open.facts;
  const value = columnOf(open, listed, by, readTotals);
  return {
    keys: [
      columnKey(value, { isReversed: isReversed !== DESCENDING.has(by) }),
      columnKey(Float64Array.from(listed.severity)),
      columnKey(Float64Array.from(ratings, ({ cvss_score }) => -(cvss_score ?? UNKNOWN))),
    ],
    compare: (a, b) => ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1),
  };
}

/** Read with the highest or latest one first, unless turned round. */
const DESCENDING: ReadonlySet<FindingSort> = new Set<FindingSort>([
  'risk',
  'cvss_score',
  'epss',
  'first_seen',
  'last_seen',
  'host',
]);

/** Unknown scores and packages are the lowest. */
const UNKNOWN = -1;

/** Returns the values of a property, by the number of the vulnerability. */
function columnOf(
  open: OpenFindings,
  listed: ListedVulnerabilities,
  by: FindingSort,
  readTotals: () => VulnerabilityTotals,
): Float64Array | Uint32Array {
  const { ratings } = open.facts;
  switch (by) {
    case 'risk':
      return listed.risk;
    case 'severity':
      return Float64Array.from(listed.severity);
    case 'cvss_score':
      return Float64Array.from(ratings, ({ cvss_score }) => cvss_score ?? UNKNOWN);
    case 'epss':
      return Float64Array.from(ratings, ({ epss }) => epss ?? UNKNOWN);
    case 'package':
      return firstPackages(open.facts, listed);
    case 'first_seen':
      return readTotals().firstSeen;
    case 'last_seen':
      return readTotals().lastSeen;
    case 'host':
      return readTotals().hosts;
  }
}

/** Returns the place of the first package of each vulnerability among all names. */
function firstPackages(table: ListedFacts, { facts, risk }: ListedVulnerabilities): Float64Array {
  const places = table.packagePlaces();
  const columns = table.columns();
  const first = new Float64Array(risk.length).fill(UNKNOWN);
  for (let fact = 0; fact < facts.length; fact += 1) {
    const place =
      (facts[fact] ?? 0) > 0 ? (places[columns.package[fact] ?? -1] ?? UNKNOWN) : UNKNOWN;
    const v = columns.vulnerability[fact] ?? 0;
    const known = first[v] ?? UNKNOWN;
    if (place !== UNKNOWN && (known === UNKNOWN || place < known)) first[v] = place;
  }
  return first;
}
