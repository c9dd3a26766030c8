import { SEVERITIES } from '../../knowledge/records.js';
import { decodeIdSet } from '../../vulnerabilities/findings/id-set.js';
import type { ReportFact } from '../diff.js';
import type { ReportStatements } from './reports.statements.js';
import type { FactIndex } from './result-data.js';
import type { StoredFact } from './stored-rows.js';

const FACT_KEY_BATCH_SIZE = 1_000;
const MAX_BLOCK = 128; // facts
const INITIALS = SEVERITIES.map((s) => s.slice(0, 1)).join('');

/**
 * Loads the facts of some sets. The fields needed for counting are read at once, a whole fact when it
 * is first requested.
 * @param setIds ids of number_sets
 * @param withHidden includes facts rated unimportant by their publisher
 */
export function loadFacts(
  statements: ReportStatements,
  setIds: Iterable<number>,
  withHidden: boolean,
): FactIndex {
  const { identities, severities } = loadFactKeys(
    statements,
    collectFactIds(statements, setIds),
    withHidden,
  );
  const identityOf = (id: number): number => identities[id] ?? -1;
  const facts = new Map<number, ReportFact>();
  const nextBlock = createReadAhead();
  const readBlock = (id: number): void => {
    for (const row of statements.factsBetween(id, nextBlock(id))) {
      const identity = identityOf(row.id);
      if (identity >= 0 && !facts.has(row.id)) facts.set(row.id, toReportFact(row, identity));
    }
  };
  return {
    identityOf,
    severityIndexOf: (id) => severities[id] ?? 0,
    get(id) {
      const known = facts.get(id);
      if (known || identityOf(id) < 0) return known;
      readBlock(id);
      return facts.get(id);
    },
    ofVulnerabilities: (vulnerabilityIds) => new Set(statements.factIdsOf(vulnerabilityIds)),
  };
}

/** Assigns in place: a copy of each fact would take longer than its read. */
const toReportFact = (row: StoredFact, identity: number): ReportFact =>
  Object.assign(row, { identity });

/**
 * Creates the function that returns the last id to read with a missing one. Blocks grow while the missing ids follow
 * each other, as those of a whole report do; a single fact is read alone.
 * @internal
 */
export function createReadAhead(): (id: number) => number {
  let last = -1;
  let size = 1;
  return (id) => {
    const isNear = id > last && id - last <= MAX_BLOCK;
    size = isNear ? Math.min(size * 2, MAX_BLOCK) : 1;
    last = id + size - 1;
    return last;
  };
}

/** Returns identity (-1: hidden or unknown) and severity (index in SEVERITIES) by fact id. */
function loadFactKeys(
  statements: ReportStatements,
  factIds: readonly number[],
  withHidden: boolean,
): { identities: Int32Array; severities: Uint8Array } {
  const size = (factIds.at(-1) ?? -1) + 1;
  const identities = new Int32Array(size).fill(-1);
  const severities = new Uint8Array(size);
  const identityByKey = new Map<string, number>();
  for (let i = 0; i < factIds.length; i += FACT_KEY_BATCH_SIZE) {
    for (const [id, text] of statements.factKeys(factIds.slice(i, i + FACT_KEY_BATCH_SIZE))) {
      if (id >= size || (text[1] === '1' && !withHidden)) continue;
      const key = text.slice(2);
      const identity = identityByKey.get(key) ?? identityByKey.size;
      if (identity === identityByKey.size) identityByKey.set(key, identity);
      identities[id] = identity;
      severities[id] = INITIALS.indexOf(text[0] ?? '');
    }
  }
  return { identities, severities };
}

/** Returns the fact ids of all sets, ascending, each once. */
function collectFactIds(statements: ReportStatements, setIds: Iterable<number>): number[] {
  let isMember = new Uint8Array(65_536);
  for (const setId of setIds) {
    const ids = decodeIdSet(statements.idSet(setId));
    const size = (ids.at(-1) ?? 0) + 1;
    if (size > isMember.length) {
      const larger = new Uint8Array(size * 2);
      larger.set(isMember);
      isMember = larger;
    }
    for (const id of ids) isMember[id] = 1;
  }
  const found: number[] = [];
  isMember.forEach((flag, id) => {
    if (flag === 1) found.push(id);
  });
  return found;
}
