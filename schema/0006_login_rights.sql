-- Who may make the service send a password, and to which machine: docs/decisions/022-credential-scope.md.

-- Host keys and certificates by the address and port that presented them. They outlive the host: a host that is
-- deleted and created again is still recognized. A different key fails the login.
ALTER TABLE host_keys RENAME TO host_keys_by_host;
CREATE TABLE host_keys (
  address            TEXT NOT NULL,       -- as hosts.ip
  port               INTEGER NOT NULL,    -- 0: any, pinned before the port was stored
  kind               TEXT NOT NULL CHECK (kind IN ('ssh', 'winrm')),
  type               TEXT NOT NULL,       -- ssh-ed25519, …; x509 for winrm
  fingerprint_sha256 TEXT NOT NULL,
  pinned_at          INTEGER NOT NULL,
  confirmed          INTEGER NOT NULL CHECK (confirmed IN (0, 1)),  -- 1: given by an admin, or presented to one
  PRIMARY KEY (address, port, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO host_keys (address, port, kind, type, fingerprint_sha256, pinned_at, confirmed)
  SELECT h.ip, 0, k.kind, k.type, k.fingerprint_sha256, k.pinned_at, 0
  FROM host_keys_by_host k JOIN hosts h ON h.id = k.host_id;
DROP TABLE host_keys_by_host;

-- The scope of a credential: the blocks and groups where operators may use it.
ALTER TABLE credentials ADD COLUMN scope_networks TEXT;   -- JSON array of addresses and CIDR blocks; null: no scope is set
CREATE TABLE credential_groups (
  credential_id INTEGER NOT NULL REFERENCES credentials (id) ON DELETE CASCADE,
  group_id      INTEGER NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
  PRIMARY KEY (credential_id, group_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX credential_groups_group ON credential_groups (group_id);

-- The rights of logins. admin: a key that is not known is trusted (see TRUST_ON_FIRST_USE) and confirmed.
-- Of a template: the role of who last determined its targets and params, also by a change of its groups and hosts.
ALTER TABLE templates ADD COLUMN login_role TEXT NOT NULL DEFAULT 'operator' CHECK (login_role IN ('operator', 'admin'));
-- Of a task: the lesser one of its template and of who started it.
ALTER TABLE tasks ADD COLUMN login_role TEXT NOT NULL DEFAULT 'operator' CHECK (login_role IN ('operator', 'admin'));
-- Of an agent operation: of who started it.
ALTER TABLE agent_operations ADD COLUMN login_role TEXT NOT NULL DEFAULT 'operator' CHECK (login_role IN ('operator', 'admin'));
