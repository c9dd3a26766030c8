import { describe, expect, it } from 'vitest';
import { compareHistory, createRuleMatcher, type HistoryTask, type Rule } from '../setup.js';

const rule = (name: string, fixed: number): Rule => ({
  cve: 'CVE-1',
  name,
  fixed,
  severity: 'high',
});
const NOW = [[rule('ssl', 3)]];

type Packages = Record<string, number>;

/** Returns `new knowledge` and the like, after an upgrade from a version that matched by other rules. */
function compare(oldRules: Rule[], before: Packages, after: Packages): string[] {
  const task = (packages: Packages, rules: number): HistoryTask => ({
    hosts: [{ id: 1, packages }],
    generation: 1,
    rules,
  });
  const oldMatchers = new Map([[1, createRuleMatcher([oldRules])]]);
  const diff = compareHistory([task(before, 1), task(after, 2)], NOW, { oldMatchers }).at(-1);
  return (['new', 'fixed', 'changed'] as const).flatMap((kind) =>
    (diff?.[kind] ?? []).map((entry) => {
      expect(entry.haveRulesChanged).toBe(true);
      return `${kind} ${entry.cause}`;
    }),
  );
}

describe('the cause of a change after the rules of matching changed', () => {
  it.each<[string, Rule[], Packages, Packages, string]>([
    ['they find more', [], { ssl: 2 }, { ssl: 2 }, 'new knowledge'],
    ['they find less', [rule('ssl', 9)], { ssl: 3 }, { ssl: 3 }, 'fixed knowledge'],
    [
      'they find another fixed version',
      [rule('ssl', 9)],
      { ssl: 2 },
      { ssl: 2 },
      'changed knowledge',
    ],
    ['another package changed as well', [], { ssl: 2 }, { ssl: 2, bash: 1 }, 'new knowledge'],
    ['they find the same in both versions', [], { ssl: 1 }, { ssl: 2 }, 'new knowledge'],
    ['the package was upgraded', [rule('ssl', 3)], { ssl: 2 }, { ssl: 3 }, 'fixed target'],
    ['the package was installed', [], {}, { ssl: 2 }, 'new target'],
  ])('is right if %s', (_title, oldRules, before, after, expected) => {
    const withOther = (packages: Packages): Packages => ({ base: 1, ...packages });
    expect(compare(oldRules, withOther(before), withOther(after))).toEqual([expected]);
  });
});
