import type { Sqlite } from '../../../src/database/sqlite.js';

export function seedConsole(
  sqlite: Sqlite,
  sizes: { hosts: number; packages: number; now: number },
): void;
