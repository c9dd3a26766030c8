import type { Sqlite } from '../database/sqlite.js';

// Statements that run once per start or command, before the query builder is in use or on a locked data directory.

/** A row of `settings` that this feature owns. */
type SettingName = 'admin_token_made' | 'key_check';

/** Returns a setting; undefined when it is not set. */
export const findSetting = (sqlite: Sqlite, name: SettingName): string | undefined =>
  sqlite.prepare<[string], string>('SELECT value FROM settings WHERE name = ?').pluck().get(name);

export function insertSetting(sqlite: Sqlite, name: SettingName, value: string): void {
  sqlite.prepare('INSERT INTO settings (name, value) VALUES (?, ?)').run(name, value);
}

export function updateSetting(sqlite: Sqlite, name: SettingName, value: string): void {
  sqlite.prepare('UPDATE settings SET value = ? WHERE name = ?').run(value, name);
}

/** Returns the values of all settings, by name. */
export const listSettings = (sqlite: Sqlite): unknown[] =>
  sqlite.prepare('SELECT value FROM settings ORDER BY name').pluck().all();

/** @param now Unix seconds */
export function insertAdminToken(sqlite: Sqlite, sha256: Buffer, now: number): void {
  sqlite
    .prepare("INSERT INTO tokens (name, role, sha256, created_at) VALUES ('admin', 'admin', ?, ?)")
    .run(sha256, now);
}

export interface StoredSecret {
  id: number;
  type: string;
  secret: Buffer;
  sudo_secret: Buffer | null;
}

export const listSealedSecrets = (sqlite: Sqlite): StoredSecret[] =>
  sqlite.prepare<[], StoredSecret>('SELECT id, type, secret, sudo_secret FROM credentials').all();

export const listSealedChannels = (sqlite: Sqlite): Pick<StoredSecret, 'id' | 'secret'>[] =>
  sqlite
    .prepare<[], Pick<StoredSecret, 'id' | 'secret'>>(
      'SELECT id, secret FROM notification_channels',
    )
    .all();

/** Returns the function that replaces the secrets of a notification channel. */
export function prepareChannelUpdate(sqlite: Sqlite): (id: number, secret: Buffer) => void {
  const update = sqlite.prepare('UPDATE notification_channels SET secret = ? WHERE id = ?');
  return (id, secret) => {
    update.run(secret, id);
  };
}

/** Returns the function that replaces the secrets of a credential. */
export function prepareSecretUpdate(sqlite: Sqlite): (secrets: Omit<StoredSecret, 'type'>) => void {
  const update = sqlite.prepare('UPDATE credentials SET secret = ?, sudo_secret = ? WHERE id = ?');
  return ({ id, secret, sudo_secret }) => {
    update.run(secret, sudo_secret, id);
  };
}

/** Rewrites the database without free pages. Needs its size again on the disk. */
export function vacuum(sqlite: Sqlite): void {
  sqlite.exec('VACUUM');
}
