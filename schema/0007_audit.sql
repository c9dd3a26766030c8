-- Who changed what: docs/decisions/023-audit-log.md. A line is written in the transaction of the change that it records.
-- It contains no secret. Lines are kept for AUDIT_RETENTION_DAYS.
CREATE TABLE audit (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  time        INTEGER NOT NULL,
  token_id    INTEGER,                    -- outlives the token; null: API_TOKEN, the command line, or a failed login
  actor       TEXT,                       -- name of the token at that time; null: a failed login
  role        TEXT,
  address     TEXT,                       -- of the client; null: the command line, or many addresses
  action      TEXT NOT NULL,              -- create, update, delete, run, import, stop, login_failed
  resource    TEXT NOT NULL,              -- host, group, template, …
  resource_id TEXT,                       -- null: none, unknown or several
  first_id    INTEGER,                    -- the range of several ids
  last_id     INTEGER,
  count       INTEGER NOT NULL,           -- resources that were changed, or failed logins
  changes     TEXT,                       -- JSON {field: [before, after]}, or null
  outcome     TEXT NOT NULL CHECK (outcome IN ('ok', 'refused', 'failed')),
  status      INTEGER,                    -- HTTP status; null: there was no request
  code        TEXT,                       -- error code, or null
  request_id  TEXT
) STRICT;
CREATE INDEX audit_time ON audit (time);
CREATE INDEX audit_resource ON audit (resource, resource_id);
