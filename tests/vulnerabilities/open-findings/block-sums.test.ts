import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sqlite } from '../../../src/database/sqlite.js';
import { createBlockSums } from '../../../src/vulnerabilities/open-findings/block-sums.js';
import { createFindingIndex } from '../../../src/vulnerabilities/open-findings/by-fact/finding-index.js';
import { refreshBlocks } from '../../../src/vulnerabilities/open-findings/kept-blocks.js';
import {
  createOpenFindings,
  type OpenFindings,
} from '../../../src/vulnerabilities/open-findings/open-findings.js';
import { createSelectedFacts } from '../../../src/vulnerabilities/open-findings/selected-facts.js';
import {
  findSelectedFacts,
  SELECTED_ON_SOME,
  sumByVulnerability,
  type FindingSelection,
} from '../../../src/vulnerabilities/open-findings/totals.js';
import { createFindingCollector } from '../../../src/vulnerabilities/open-findings/by-fact/vulnerability-findings.js';
import { addHosts, testDatabase } from '../../support/database.js';

const HOSTS = 6;
const FACTS = 9;
const FACTS_OF_VULNERABILITY = 3;

const findings = fc.array(fc.tuple(fc.integer({ min: 1, max: FACTS }), fc.nat(50)), {
  maxLength: FACTS,
});
const step = fc.record({
  host: fc.nat(HOSTS - 1),
  findings: fc.option(findings), // null: the host is deleted
  isAll: fc.boolean(), // everything is read again
  selected: fc.constantFrom(1, 2, 3), // facts whose number can be divided by it
  page: fc.uniqueArray(fc.nat(FACTS / FACTS_OF_VULNERABILITY - 1), { maxLength: 3 }),
});

/** Inserts hosts whose ids are far apart, and facts of vulnerabilities. Returns the ids of the hosts. */
function seed(sqlite: Sqlite, ids: readonly number[]): number[] {
  for (let v = 0; v < FACTS / FACTS_OF_VULNERABILITY; v += 1)
    sqlite.prepare('INSERT INTO vulnerabilities (id, title) VALUES (?, ?)').run(`CVE-${v}`, '');
  const fact = sqlite.prepare(
    `INSERT INTO facts (id, key, origin, vulnerability_id, severity, confidence, advisory, basis)
     VALUES (?, ?, 'check', ?, 'high', 'confirmed', 'A', '{}')`,
  );
  for (let id = 1; id <= FACTS; id += 1)
    fact.run(id, Buffer.from([id]), `CVE-${Math.floor((id - 1) / FACTS_OF_VULNERABILITY)}`);
  const move = sqlite.prepare('UPDATE hosts SET id = ? WHERE id = ?');
  return ids.map((id) => {
    move.run(1000 + 100 * id, id);
    return 1000 + 100 * id;
  });
}

function replace(sqlite: Sqlite, host: number, facts: readonly (readonly [number, number])[]) {
  sqlite.prepare('DELETE FROM host_findings WHERE host_id = ?').run(host);
  const add = sqlite.prepare('INSERT OR IGNORE INTO host_findings VALUES (?, ?, ?, ?)');
  for (const [fact, seen] of facts) add.run(host, fact, seen, seen + 1);
}

/** Selects facts as `selectionOf`, the first ones on hosts with an even number of hundreds. */
const selectOnSome = (open: OpenFindings, divisor: number): FindingSelection => {
  const { facts, ...selection } = selectionOf(open, divisor);
  const isFirst = (fact: number): boolean => (open.facts.ids[fact] ?? 0) <= FACTS_OF_VULNERABILITY;
  return {
    ...selection,
    facts: facts.map((selected, fact) => (isFirst(fact) ? SELECTED_ON_SOME : selected)),
    includes: (_, host) => (host / 100) % 2 === 0,
  };
};

const selectionOf = (open: OpenFindings, divisor: number): FindingSelection => ({
  facts: Uint8Array.from(open.facts.ids, (id) => (id % divisor === 0 ? 1 : 0)),
  hosts: null,
  includes: () => true,
  accepted: null,
});

/** The findings of a vulnerability as texts. */
function findingsOf({ facts, hosts }: OpenFindings, vulnerability: number): string[] {
  const isOf = (fact: number) => facts.columns().vulnerability[fact] === vulnerability;
  return [...hosts].flatMap(([host, numbers]) => {
    const count = numbers.length / 3;
    return [...numbers.subarray(0, count)].flatMap((fact, i) =>
      isOf(fact) ? [`${host} ${fact} ${numbers[count + i]} ${numbers[2 * count + i]}`] : [],
    );
  });
}

const toTexts = (found: ReturnType<ReturnType<typeof createFindingCollector>>): string[] =>
  [...found.hosts].map(
    (host, i) => `${host} ${found.facts[i]} ${found.firstSeen[i]} ${found.lastSeen[i]}`,
  );

it('has the sums, the selected facts and the findings of each vulnerability, of all hosts after any changes', () => {
  const steps = fc.array(step, { minLength: 5, maxLength: 30, size: 'max' });
  fc.assert(
    fc.property(steps, (changes) => {
      const database = testDatabase();
      const { sqlite } = database;
      const hosts = seed(sqlite, addHosts(database, HOSTS));
      const state = createOpenFindings(sqlite);
      const ofAll = createBlockSums();
      const ofPage = createBlockSums();
      const collect = createFindingCollector(createFindingIndex());
      const findFacts = createSelectedFacts();
      for (const { host: index, findings: found, isAll, selected, page } of changes) {
        const host = hosts[index] ?? 0;
        if (found === null) sqlite.prepare('DELETE FROM hosts WHERE id = ?').run(host);
        else if (sqlite.prepare('SELECT 1 FROM hosts WHERE id = ?').get(host))
          replace(sqlite, host, found);
        state.note({ isAll, hosts: [host], vulnerabilities: [] });
        const open = state.read();
        const selection = selectionOf(open, selected);
        const all = [...open.facts.vulnerabilities.keys()];
        const onSome = selectOnSome(open, selected);
        expect(findFacts(open, onSome)).toEqual(findSelectedFacts(open, onSome));
        for (const v of page)
          expect(toTexts(collect(open, v)).sort()).toEqual(findingsOf(open, v).sort());
        const listed = page.filter((v) => v < all.length);
        expect(ofAll.sum(open, selection, null)).toEqual(sumByVulnerability(open, selection, all));
        expect(ofPage.sum(open, selection, listed)).toEqual(
          sumByVulnerability(open, selection, listed),
        );
      }
    }),
    { numRuns: 15 },
  );
}, 60_000);

describe('kept blocks of hosts', () => {
  const blocksOf = (changes: readonly number[]) =>
    new Map(changes.map((n, id) => [id, { changes: n, hosts: new Set([10 * id]) }]));

  it.each([
    ['none is known', [], [1, 1], [0, 10]],
    ['none changed', [1, 1], [1, 1], []],
    ['one changed', [1, 1, 1], [1, 2, 1], [10]],
    ['one was added', [1, 1], [1, 1, 1], [20]],
    ['all changed', [1, 1], [2, 3], [0, 10]],
  ])('are computed again where hosts changed: %s', (_what, before, after, computed) => {
    const kept = new Map(before.map((changes, id) => [id, { changes, value: [10 * id] }]));
    const hosts: number[] = [];
    const compute = (some: Iterable<number>): number[] => {
      hosts.push(...some);
      return [...some];
    };
    expect(refreshBlocks(kept, blocksOf(after), () => compute)).toBe(computed.length > 0);
    expect(hosts).toEqual(computed);
    const current = after.map((changes, id) => [id, { changes, value: [10 * id] }]);
    expect([...kept].sort(([a], [b]) => a - b)).toEqual(current);
  });
});

it('has other sums with other acceptances, also if the same facts are selected', () => {
  const database = testDatabase();
  const { sqlite } = database;
  const [host = 0] = seed(sqlite, addHosts(database, 1));
  replace(sqlite, host, [[1, 5]]);
  const state = createOpenFindings(sqlite);
  state.note({ isAll: true, hosts: [], vulnerabilities: [] });
  const open = state.read();
  const { sum } = createBlockSums();
  const countWith = (isIncluded: boolean): number | undefined => {
    const accepted = {} as NonNullable<FindingSelection['accepted']>;
    const facts = new Uint8Array(open.facts.ids.length).fill(SELECTED_ON_SOME);
    const selection = { facts, hosts: null, includes: () => isIncluded, accepted };
    return sum(open, selection, null).hosts[0];
  };
  expect([true, false, true].map(countWith)).toEqual([1, 0, 1]);
});
