import type { Sqlite } from '../../database/sqlite.js';
import type { Word, NameKind } from './complete.js';

type StoredKind = Exclude<NameKind, 'feed'>;

const MAX_NAMES = 200;
const startsWith = (column: string): string => `${column} LIKE @prefix ESCAPE '\\'`;

const QUERIES: Readonly<Record<StoredKind, string>> = {
  host: `SELECT name AS value, ip AS description FROM hosts WHERE unanswered = 0 AND name <> ip AND ${startsWith('name')}
    UNION ALL SELECT ip, name FROM hosts WHERE unanswered = 0 AND ${startsWith('ip')}`,
  group: `SELECT name AS value, description FROM groups WHERE ${startsWith('name')}`,
  template: `SELECT name AS value, type AS description FROM templates WHERE ${startsWith('name')}`,
  credential: `SELECT name AS value, type AS description FROM credentials WHERE ${startsWith('name')}`,
  channel: `SELECT name AS value, type AS description FROM notification_channels WHERE ${startsWith('name')}`,
  task: `SELECT 'TASK-' || printf('%05d', id) AS value, status AS description FROM tasks
    WHERE ${startsWith("'TASK-' || printf('%05d', id)")} ORDER BY id DESC`,
};

/** Returns the first names of a kind that start with `prefix`, without regard to case. */
export function readNames(sqlite: Sqlite, kind: StoredKind, prefix: string): Word[] {
  const pattern = `${prefix.replace(/[\\%_]/g, '\\$&')}%`;
  return sqlite.prepare(`${QUERIES[kind]} LIMIT ${MAX_NAMES}`).all({ prefix: pattern }) as Word[];
}
