import type { Sqlite } from '../database/sqlite.js';
import type { Clock } from '../platform/clock.js';

/** Tells of token ids which are still good: neither revoked nor expired. `null`, the token of API_TOKEN, always is. */
export function createActiveTokens(
  sqlite: Sqlite,
  clock: Clock,
): (ids: Iterable<number | null>) => Set<number | null> {
  const find = sqlite
    .prepare<[string, number], number>(
      'SELECT id FROM tokens WHERE id IN (SELECT value FROM json_each(?)) AND (expires_at IS NULL OR expires_at > ?)',
    )
    .pluck();
  return (ids) =>
    new Set([null, ...find.all(JSON.stringify([...ids].filter((id) => id !== null)), clock.now())]);
}
