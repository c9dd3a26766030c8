import type { Sqlite } from '../../database/sqlite.js';

/** Sets the last day of a host; it writes nothing if this is the day already. */
export const prepareMarkChecked = (sqlite: Sqlite) =>
  sqlite.prepare<[host: number, day: number]>(
    `INSERT INTO host_checks (host_id, day) SELECT id, column2 FROM (VALUES (?, ?)) JOIN hosts ON id = column1
    WHERE true ON CONFLICT (host_id) DO UPDATE SET day = excluded.day WHERE day <> excluded.day`,
  );
