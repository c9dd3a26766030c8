import { expect, it } from 'vitest';
import { createReadAhead, loadFacts } from '../../../src/reports/read/findings.read.js';
import type { ReportStatements } from '../../../src/reports/read/reports.statements.js';
import type { StoredFact } from '../../../src/reports/read/stored-rows.js';
import { encodeIdSet } from '../../../src/vulnerabilities/findings/id-set.js';

it.each([
  ['a single fact alone', [500], [500]],
  ['distant facts alone', [500, 1_000, 2_000], [500, 1_000, 2_000]],
  ['facts in descending order alone', [500, 499, 498], [500, 499, 498]],
  ['facts that follow each other in growing blocks', [500, 501, 503, 507], [500, 502, 506, 514]],
])('reads %s', (_what, missing, expected) => {
  const nextBlock = createReadAhead();
  expect(missing.map(nextBlock)).toEqual(expected);
});

it('limits the blocks of a whole report', () => {
  const nextBlock = createReadAhead();
  let reads = 0;
  for (let id = 0; id < 10_000; id = nextBlock(id) + 1) reads += 1;
  expect(reads).toBeLessThan(100);
  expect(nextBlock(10_200) - 10_200).toBeLessThan(200);
});

const stored = (id: number): StoredFact => ({
  id,
  origin: 'package',
  vulnerability_id: `CVE-2024-${id}`,
  package: 'a',
  architecture: null,
  port: null,
  transport: null,
  installed_version: '1',
  fixed_version: '2',
  severity: 'high',
  confidence: 'confirmed',
  advisory: 'x',
  advisory_url: null,
  feed: 'debian-tracker',
  basis: '{}',
});

/** Statements over facts 1 to 300. `hidden`: rated unimportant; `reads`: the ranges that were read. */
function createStatements(hidden: ReadonlySet<number>): {
  statements: ReportStatements;
  reads: [number, number][];
} {
  const reads: [number, number][] = [];
  const statements: Partial<ReportStatements> = {
    idSet: () => Buffer.from(encodeIdSet(Array.from({ length: 100 }, (_, i) => 1 + i * 3))),
    factKeys: (ids) => ids.map((id) => [id, `h${hidden.has(id) ? 1 : 0}CVE-2024-${id}`]),
    *factsBetween(first, last) {
      reads.push([first, last]);
      for (let id = first; id <= Math.min(last, 300); id += 1) yield stored(id);
    },
  };
  return { statements: statements as ReportStatements, reads };
}

it('returns the same object for a fact, and none for a hidden one or one of no set', () => {
  const { statements, reads } = createStatements(new Set([7]));
  const facts = loadFacts(statements, [1], false);
  expect(facts.get(7)).toBeUndefined();
  expect(facts.get(2)).toBeUndefined();
  expect(facts.get(301)).toBeUndefined();
  expect(reads).toEqual([]);
  const ids = Array.from({ length: 100 }, (_, i) => 1 + i * 3).filter((id) => id !== 7);
  const found = ids.map((id) => facts.get(id));
  expect(found.map((fact) => fact?.id)).toEqual(ids);
  expect(new Set(found.map((fact) => fact?.identity)).size).toBe(ids.length);
  expect(reads.length).toBeLessThan(15);
  const before = reads.length;
  expect(ids.map((id) => facts.get(id))).toEqual(found);
  expect(ids.every((id, i) => facts.get(id) === found[i])).toBe(true);
  expect(facts.get(2)).toBeUndefined();
  expect(facts.get(7)).toBeUndefined();
  expect(reads).toHaveLength(before);
});

it('keeps the object of a fact that a later block contains', () => {
  const facts = loadFacts(createStatements(new Set()).statements, [1], false);
  const alone = facts.get(34);
  for (let id = 1; id < 100; id += 3) facts.get(id);
  expect(alone?.id).toBe(34);
  expect(facts.get(34)).toBe(alone);
});
