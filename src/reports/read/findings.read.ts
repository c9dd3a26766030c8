import { SEVERITIES } from '../../knowledge/records.js';
import { decodeIdSet } from '../../vulnerabilities/findings/id-set.js';
import type { ReportStatements } from './reports.statements.js';
import type { FactIndex } from './result-data.js';

const AT_ONCE = 1_000;
const INITIALS = SEVERITIES.map((s) => s.slice(0, 1)).join('');

/**
 * The facts of some sets. Of each only what counting needs is read at once; the whole of it when it is asked for.
 * @param sets numbers of number_sets
 * @param withHidden also those that are unimportant in their publisher's eyes
 */
export function loadFacts(
  rows: ReportStatements,
  sets: Iterable<number>,
  withHidden: boolean,
): FactIndex {
  const wanted = ascending(rows, sets);
  const size = (wanted.at(-1) ?? -1) + 1;
  const [identities, severities] = [new Int32Array(size).fill(-1), new Uint8Array(size)];
  const known = new Map<string, number>();
  for (let i = 0; i < wanted.length; i += AT_ONCE) {
    for (const [id, text] of rows.factKeys(wanted.slice(i, i + AT_ONCE))) {
      if (id >= size || (text[1] === '1' && !withHidden)) continue;
      const key = text.slice(2);
      const number = known.get(key) ?? known.size;
      if (number === known.size) known.set(key, number);
      identities[id] = number;
      severities[id] = INITIALS.indexOf(text[0] ?? '');
    }
  }
  const identityOf = (number: number): number => identities[number] ?? -1;
  const whole = new Map<number, ReturnType<FactIndex['get']>>();
  return {
    identityOf,
    severityOf: (number) => severities[number] ?? 0,
    get(number) {
      let fact = whole.get(number);
      if (fact || identityOf(number) < 0) return fact;
      const row = rows.fact(number);
      if (row) whole.set(number, (fact = { ...row, identity: identityOf(number) }));
      return fact;
    },
    ofVulnerabilities: (ids) => new Set(rows.factsOf(ids)),
  };
}

function ascending(rows: ReportStatements, sets: Iterable<number>): number[] {
  let isWanted = new Uint8Array(65_536);
  for (const set of sets) {
    const numbers = decodeIdSet(rows.numbers(set));
    const size = (numbers.at(-1) ?? 0) + 1;
    if (size > isWanted.length) {
      const larger = new Uint8Array(size * 2);
      larger.set(isWanted);
      isWanted = larger;
    }
    for (const number of numbers) isWanted[number] = 1;
  }
  const wanted: number[] = [];
  isWanted.forEach((is, number) => {
    if (is === 1) wanted.push(number);
  });
  return wanted;
}
