import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from './source.js';

/** A violation of a rule. The key is what it is counted by: a folder, a name or a table. */
export interface Violation {
  key: string;
  detail: string;
}

/** Violations that remain from before a rule. The ceiling is their sum and may only go down. */
interface Allowance {
  ceiling: number;
  allowed: Record<string, number>;
}

const FOLDER = join(ROOT, 'tests/architecture/allowed');
const NONE: Allowance = { ceiling: 0, allowed: {} };
const MODE = process.env.ALLOWED; // `update`, `list` or none

/**
 * Asserts that a rule has no violation except those counted in `allowed/<rule>.json`. Without that file, none is
 * allowed. `npm run lint:allowed` writes the current counts, unless their sum has grown; `npm run lint:remaining` lists
 * what is left.
 */
export function expectWithinAllowance(rule: string, violations: readonly Violation[]): void {
  const file = join(FOLDER, `${rule}.json`);
  const allowance = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Allowance) : NONE;
  if (MODE === 'update') {
    update(file, allowance, violations);
    return;
  }
  if (MODE === 'list') {
    process.stdout.write(
      violations.map(({ key, detail }) => `${rule}\t${key}\t${detail}\n`).join(''),
    );
    return;
  }
  const exceeded = new Set(
    [...countByKey(violations)]
      .filter(([key, count]) => count > (allowance.allowed[key] ?? 0))
      .map(([key]) => key),
  );
  const details = violations
    .filter(({ key }) => exceeded.has(key))
    .map(({ key, detail }) => `${key} (${allowance.allowed[key] ?? 0} allowed): ${detail}`);
  expect(details, `${rule}: more than tests/architecture/allowed/${rule}.json allows`).toEqual([]);
}

function countByKey(violations: readonly Violation[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of violations) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function update(file: string, before: Allowance, violations: readonly Violation[]): void {
  const isNew = !existsSync(file);
  if (!isNew) {
    expect(violations.length, `${file}: the sum may only go down`).toBeLessThanOrEqual(
      before.ceiling,
    );
  }
  const allowed = Object.fromEntries(
    [...countByKey(violations)].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ceiling: violations.length, allowed }, null, 2)}\n`);
}
