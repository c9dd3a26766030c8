-- Agents, what is done to them, and the events of that. Times are Unix seconds.

-- The agent of a host. No row: there never was one.
CREATE TABLE agents (
  host_id          INTEGER PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
  os_family        TEXT NOT NULL CHECK (os_family IN ('linux', 'windows')),
  token_sha256     BLOB UNIQUE,           -- of the token that is in force; null: none (not verified yet, or removed)
  new_token_sha256 BLOB UNIQUE,           -- of an install or update that is not verified yet; both are let in until then
  version          TEXT,                  -- what the agent said at its last check-in
  service_manager  TEXT,                  -- systemd, openrc, cron, windows
  installed_at     INTEGER,               -- null: not installed (any more)
  last_seen        INTEGER                -- last check-in; null: never
) STRICT;

-- Keys that were seen at the first log-in to a host; another one fails the operation.
CREATE TABLE host_keys (
  host_id            INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  kind               TEXT NOT NULL CHECK (kind IN ('ssh', 'winrm')),
  type               TEXT NOT NULL,       -- ssh-ed25519, …; x509 for winrm
  fingerprint_sha256 TEXT NOT NULL,
  pinned_at          INTEGER NOT NULL,
  PRIMARY KEY (host_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE agent_operations (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  host_id       INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  action        TEXT NOT NULL CHECK (action IN ('install', 'update', 'uninstall')),
  os_family     TEXT NOT NULL CHECK (os_family IN ('linux', 'windows')),
  credential_id INTEGER NOT NULL,         -- stays when the credential is deleted later
  dry_run       INTEGER NOT NULL CHECK (dry_run IN (0, 1)),
  status        TEXT NOT NULL CHECK (status IN ('working', 'completed', 'failed')),
  step          TEXT NOT NULL,            -- queued, connect, authenticate, inspect, way_back, upload, start, verify, clean_up
  percent       INTEGER NOT NULL DEFAULT 0,
  message       TEXT NOT NULL,
  error         TEXT,                     -- JSON {code, message, detail}, or null
  agent_version TEXT,
  created_at    INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL,
  finished_at   INTEGER
) STRICT;
CREATE INDEX agent_operations_host ON agent_operations (host_id, id);
-- one working operation a host, by constraint and not by hope
CREATE UNIQUE INDEX agent_operations_working ON agent_operations (host_id) WHERE status = 'working';

-- Events of operations, kept for EVENT_RETENTION_DAYS; they outlive host and operation.
CREATE TABLE agent_events (
  seq          INTEGER PRIMARY KEY AUTOINCREMENT,
  event        TEXT NOT NULL,             -- agent.<action>.<accepted|progress|completed|failed>
  time         INTEGER NOT NULL,
  operation_id INTEGER NOT NULL,
  host_id      INTEGER NOT NULL,
  action       TEXT NOT NULL,
  step         TEXT NOT NULL,
  percent      INTEGER NOT NULL,
  message      TEXT NOT NULL,
  error        TEXT                       -- JSON {code, message, detail}, or null
) STRICT;
CREATE INDEX agent_events_host ON agent_events (host_id, seq);
CREATE INDEX agent_events_time ON agent_events (time);

-- Who was heard of when: agents that fall silent are found by it.
CREATE INDEX agents_last_seen ON agents (last_seen) WHERE token_sha256 IS NOT NULL;

-- The import of a host that a template's task took last; only a later one is new to its next task.
CREATE TABLE template_imports (
  template_id INTEGER NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  host_id     INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  import_id   INTEGER NOT NULL,           -- number of a report, see inventories.import_id
  PRIMARY KEY (template_id, host_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX template_imports_host ON template_imports (host_id);
