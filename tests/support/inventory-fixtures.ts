import { readFileSync } from 'node:fs';

/** A capture of a real system (tests/fixtures/inventory/README.md). */
export function capture(name: string): string {
  return readFileSync(new URL(`../fixtures/inventory/${name}`, import.meta.url), 'utf8');
}
