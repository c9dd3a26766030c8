import { expect } from 'vitest';

/** A violation of a rule: the area it is in, and a description that names the file. */
export interface Violation {
  key: string;
  detail: string;
}

/** Asserts that a rule has no violation. A failure lists all of them. */
export function expectNone(rule: string, violations: readonly Violation[]): void {
  const details = violations.map(({ key, detail }) => `${key}: ${detail}`);
  expect(details, rule).toEqual([]);
}
