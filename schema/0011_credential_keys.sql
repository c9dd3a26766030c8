-- Credentials of the type ssh_key, and passwords for sudo.

-- The table is created again, since the types are in its CHECK. `secret` of an ssh_key: JSON with `private_key`
-- (PKCS#8 PEM, decrypted) and `certificate` (a line, or null), sealed as the passwords are.
ALTER TABLE credentials RENAME TO credentials_before;
CREATE TABLE credentials (
  id                     INTEGER PRIMARY KEY AUTOINCREMENT,
  name                   TEXT NOT NULL UNIQUE,
  type                   TEXT NOT NULL CHECK (type IN ('ssh_password', 'winrm_password', 'ssh_key')),
  username               TEXT NOT NULL,
  secret                 BLOB NOT NULL,   -- AES-256-GCM: nonce (12 bytes), tag (16 bytes), ciphertext; bound to id and type
  sudo_secret            BLOB,            -- sealed in the same way, bound to id and use; null: the password, or none with a key
  fingerprint            TEXT,            -- of the public key, SHA256:…; null with a password
  certificate_expires_at INTEGER,         -- null: no certificate, or one that does not expire
  created_at             INTEGER NOT NULL,
  updated_at             INTEGER NOT NULL,
  last_used_at           INTEGER,
  scope_networks         TEXT             -- JSON array of addresses and CIDR blocks; null: no scope is set
) STRICT;
INSERT INTO credentials (id, name, type, username, secret, created_at, updated_at, last_used_at, scope_networks)
  SELECT id, name, type, username, secret, created_at, updated_at, last_used_at, scope_networks FROM credentials_before;
-- Ids are never used again, also those of deleted credentials.
DELETE FROM sqlite_sequence WHERE name = 'credentials';
INSERT INTO sqlite_sequence (name, seq) SELECT 'credentials', seq FROM sqlite_sequence WHERE name = 'credentials_before';

-- References to a renamed table follow it, so that this one is created again, too.
ALTER TABLE credential_groups RENAME TO credential_groups_before;
CREATE TABLE credential_groups (
  credential_id INTEGER NOT NULL REFERENCES credentials (id) ON DELETE CASCADE,
  group_id      INTEGER NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
  PRIMARY KEY (credential_id, group_id)
) STRICT, WITHOUT ROWID;
INSERT INTO credential_groups SELECT credential_id, group_id FROM credential_groups_before;
DROP TABLE credential_groups_before;
DROP TABLE credentials_before;
CREATE INDEX credential_groups_group ON credential_groups (group_id);
