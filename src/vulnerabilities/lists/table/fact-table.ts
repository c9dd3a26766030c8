import { SEVERITIES, type Severity } from '../../../knowledge/records.js';
import type { Rating } from '../../risk/risk.js';

/** The part of a fact that lists select and order by. */
export interface ListedFactRow extends Rating {
  id: number;
  vulnerability_id: string;
  origin: 'package' | 'service' | 'check';
  package: string | null;
  /** `tcp/22`; null: in a package */
  location: string | null;
  severity: Severity;
  is_fixable: 0 | 1;
  is_hidden: 0 | 1;
  runs_old_code: 'kernel' | 'processes' | null;
}

/** Properties of facts by their number: columns, because a fleet has tens of thousands of them. */
interface ListedFactColumns {
  /** the number of their vulnerability */
  vulnerability: Int32Array;
  /** an index of SEVERITIES */
  severity: Uint8Array;
  /** bits of IS_ */
  flags: Uint8Array;
  /** the number of their package; -1: none */
  package: Int32Array;
}

/** Rated unimportant by its publisher. */
export const IS_HIDDEN = 1;
/** A fixed version is known. */
export const IS_FIXABLE = 2;
/** In a service on a port. */
export const IS_SERVICE = 4;
/** In a package. */
export const IS_PACKAGE = 8;
/** The fix is installed, and the old kernel runs. */
export const RUNS_OLD_KERNEL = 16;
/** The fix is installed, and processes may run the code from before. */
export const RUNS_OLD_PROCESSES = 32;

/** The facts that hosts have or had, and their vulnerabilities. Both are numbered from 0 on; a fact never changes. */
export interface ListedFacts {
  /** the id of a fact, by its number */
  ids: readonly number[];
  columns: () => ListedFactColumns;
  /** the port of a service (`tcp/22`), by the number of its fact */
  locations: ReadonlyMap<number, string>;
  packages: readonly string[];
  /** the packages with ASCII letters in lower case */
  lowerPackages: readonly string[];
  /** the places of packages in the order of their names, by the number of the package */
  packagePlaces: () => Int32Array;
  vulnerabilities: readonly string[];
  /** by the number of the vulnerability */
  ratings: readonly Rating[];
  /** the numbers of the facts about a vulnerability, by its number */
  factsOf: readonly (readonly number[])[];
  numberOfFact: (id: number) => number | undefined;
  numberOfVulnerability: (id: string) => number | undefined;
  add: (row: ListedFactRow) => void;
  /** Replaces the rating of a known vulnerability. */
  rate: (id: string, rating: Rating) => void;
}

export function createListedFacts(): ListedFacts {
  let columns = allocate(1024);
  const ids: number[] = [];
  const numbers = new Map<number, number>();
  const locations = new Map<number, string>();
  const packages = createNumbering();
  const vulnerabilities = createNumbering();
  const ratings: Rating[] = [];
  const lowerPackages: string[] = [];
  const factsOf: number[][] = [];
  let places = new Int32Array();
  const internPackage = (name: string): number => {
    const number = packages.intern(name);
    lowerPackages[number] ??= toLowerAscii(name);
    return number;
  };
  return {
    ids,
    locations,
    ratings,
    columns: () => columns,
    packages: packages.texts,
    lowerPackages,
    packagePlaces() {
      if (places.length !== packages.texts.length) places = placesOf(packages.texts);
      return places;
    },
    vulnerabilities: vulnerabilities.texts,
    factsOf,
    numberOfFact: (id) => numbers.get(id),
    numberOfVulnerability: vulnerabilities.find,
    add(row) {
      const number = ids.length;
      if (number >= columns.flags.length) columns = enlarge(columns);
      ids.push(row.id);
      numbers.set(row.id, number);
      const vulnerability = vulnerabilities.intern(row.vulnerability_id);
      ratings[vulnerability] = toRating(row);
      factsOf[vulnerability] ??= [];
      factsOf[vulnerability].push(number);
      columns.vulnerability[number] = vulnerability;
      columns.severity[number] = SEVERITIES.indexOf(row.severity);
      columns.flags[number] = flagsOf(row);
      columns.package[number] = row.package === null ? -1 : internPackage(row.package);
      if (row.origin === 'service' && row.location !== null) locations.set(number, row.location);
    },
    rate(id, rating) {
      const number = vulnerabilities.find(id);
      if (number !== undefined) ratings[number] = rating;
    },
  };
}

const toRating = ({ cvss_score, epss, kev, exploitation }: ListedFactRow): Rating => ({
  cvss_score,
  epss,
  kev,
  exploitation,
});

const flagsOf = ({ origin, is_hidden, is_fixable, runs_old_code: old }: ListedFactRow): number =>
  (old === 'kernel' ? RUNS_OLD_KERNEL : 0) +
  (old === 'processes' ? RUNS_OLD_PROCESSES : 0) +
  is_hidden * IS_HIDDEN +
  is_fixable * IS_FIXABLE +
  (origin === 'service' ? IS_SERVICE : 0) +
  (origin === 'package' ? IS_PACKAGE : 0);

/** Numbers texts from 0 on. */
function createNumbering() {
  const texts: string[] = [];
  const numbers = new Map<string, number>();
  return {
    texts,
    find: (text: string): number | undefined => numbers.get(text),
    intern(text: string): number {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, texts.length);
      texts.push(text);
      return texts.length - 1;
    },
  };
}

const allocate = (size: number): ListedFactColumns => ({
  vulnerability: new Int32Array(size),
  severity: new Uint8Array(size),
  flags: new Uint8Array(size),
  package: new Int32Array(size),
});

function enlarge(columns: ListedFactColumns): ListedFactColumns {
  const larger = allocate(columns.flags.length * 2);
  larger.vulnerability.set(columns.vulnerability);
  larger.severity.set(columns.severity);
  larger.flags.set(columns.flags);
  larger.package.set(columns.package);
  return larger;
}

/** Returns a text with ASCII letters in lower case, as SQLite compares with LIKE. */
export const toLowerAscii = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Returns the place of each text in their order. */
function placesOf(texts: readonly string[]): Int32Array<ArrayBuffer> {
  const places = new Int32Array(texts.length);
  const order = [...texts.keys()].sort((a, b) => ((texts[a] ?? '') < (texts[b] ?? '') ? -1 : 1));
  order.forEach((number, place) => {
    places[number] = place;
  });
  return places;
}
