-- The data dictionary of hostwarden. Times are Unix seconds (UTC), ids are never reused (AUTOINCREMENT),
-- 0/1 are booleans. Read it with: sqlite3 hostwarden.db .schema

-- Facts about this data folder itself: key_check (a known text sealed with the encryption key).
CREATE TABLE settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Who may call the service. Only the SHA-256 of a token is kept.
CREATE TABLE tokens (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  name         TEXT NOT NULL,
  role         TEXT NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
  sha256       BLOB NOT NULL UNIQUE,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER,                   -- null: never
  last_used_at INTEGER                    -- exact to a minute; null: never
) STRICT;

CREATE TABLE hosts (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  ip          TEXT NOT NULL UNIQUE,       -- canonical text: 10.0.0.1, ::1
  ip_key      BLOB NOT NULL,              -- 16 bytes in address order (IPv4 as ::ffff:a.b.c.d): CIDR filters are ranges of it
  name        TEXT NOT NULL,              -- the user's; the ip when none was given
  name_key    TEXT NOT NULL,              -- the name in lower case: filters by part of a name look here
  description TEXT NOT NULL DEFAULT '',
  status      TEXT NOT NULL DEFAULT 'unknown' CHECK (status IN ('unknown', 'online', 'offline')),
  last_seen   INTEGER,                    -- when a task last reached it
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX hosts_ip_key ON hosts (ip_key);

-- How many rows a large table has: every page of a list tells the total, and counting 100,000 rows each time is slow.
CREATE TABLE counters (
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO counters (name, value) VALUES ('hosts', 0);
CREATE TRIGGER hosts_counted AFTER INSERT ON hosts BEGIN UPDATE counters SET value = value + 1 WHERE name = 'hosts'; END;
CREATE TRIGGER hosts_uncounted AFTER DELETE ON hosts BEGIN UPDATE counters SET value = value - 1 WHERE name = 'hosts'; END;

CREATE TABLE groups (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT NOT NULL UNIQUE,
  description TEXT NOT NULL DEFAULT '',
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL
) STRICT;

CREATE TABLE group_hosts (
  group_id INTEGER NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
  host_id  INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, host_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX group_hosts_host ON group_hosts (host_id);

CREATE TABLE credentials (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  name         TEXT NOT NULL UNIQUE,
  type         TEXT NOT NULL CHECK (type IN ('ssh_password', 'winrm_password')),
  username     TEXT NOT NULL,
  secret       BLOB NOT NULL,             -- AES-256-GCM: nonce (12), tag (16), ciphertext; bound to id and type
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;

CREATE TABLE templates (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL,
  type       TEXT NOT NULL,               -- a name in the list of task types
  params     TEXT,                        -- JSON object as it was sent, or null
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE template_hosts (
  template_id INTEGER NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  host_id     INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  PRIMARY KEY (template_id, host_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX template_hosts_host ON template_hosts (host_id);

CREATE TABLE template_groups (
  template_id INTEGER NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  group_id    INTEGER NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
  PRIMARY KEY (template_id, group_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX template_groups_group ON template_groups (group_id);

-- At most one schedule a template. Starts are at start_time + k * recurrence units.
CREATE TABLE schedules (
  template_id    INTEGER PRIMARY KEY REFERENCES templates (id) ON DELETE CASCADE,
  unit           INTEGER NOT NULL CHECK (unit BETWEEN 1 AND 5),   -- 1 minute, 2 hour, 3 day, 4 week, 5 month
  recurrence     INTEGER NOT NULL CHECK (recurrence >= 1),
  start_time     INTEGER NOT NULL,
  end_time       INTEGER,                 -- null: unbounded
  enabled        INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  last_start     INTEGER NOT NULL DEFAULT 0,
  scheduled_time INTEGER NOT NULL DEFAULT 0   -- the next planned start; 0: nothing is planned
) STRICT;
CREATE INDEX schedules_due ON schedules (scheduled_time) WHERE scheduled_time > 0;

-- What became of each due start.
CREATE TABLE schedule_history (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  template_id INTEGER NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  due_at      INTEGER NOT NULL,
  result      TEXT NOT NULL CHECK (result IN ('started', 'skipped', 'coalesced')),
  reason      TEXT,                       -- stable code; null: started in time
  detail      TEXT,                       -- a sentence
  task_id     INTEGER,
  recorded_at INTEGER NOT NULL,
  UNIQUE (template_id, due_at)            -- a due start has one fate, whatever crashes in between
) STRICT;

CREATE TABLE tasks (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,   -- also the number in number_task
  templates_id   INTEGER NOT NULL,        -- stays when the template is deleted
  task_type      TEXT NOT NULL,
  params         TEXT,                    -- the template's params when the task started
  status         TEXT NOT NULL CHECK (status IN ('working', 'completed', 'failed', 'stopped')),
  percent        INTEGER NOT NULL DEFAULT 0,
  state          TEXT NOT NULL,           -- for a person
  "trigger"      TEXT NOT NULL CHECK ("trigger" IN ('manual', 'schedule', 'creation', 'cli')),
  scheduled_for  INTEGER,                 -- the due time of a scheduled start
  archived       INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
  stop_requested INTEGER NOT NULL DEFAULT 0 CHECK (stop_requested IN (0, 1)),
  hosts_total    INTEGER NOT NULL,
  hosts_done     INTEGER NOT NULL DEFAULT 0,
  error          TEXT,
  created_at     INTEGER NOT NULL,
  updated_at     INTEGER NOT NULL,
  started_at     INTEGER,
  finished_at    INTEGER,
  UNIQUE (templates_id, scheduled_for)    -- a due start makes one task, ever
) STRICT;
CREATE INDEX tasks_working ON tasks (id) WHERE status = 'working';
CREATE INDEX tasks_working_template ON tasks (templates_id) WHERE status = 'working';
CREATE INDEX tasks_stopping ON tasks (id) WHERE status = 'working' AND stop_requested = 1;

-- The hosts of a task as they were when it started; they outlive the host.
CREATE TABLE task_hosts (
  task_id     INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  host_id     INTEGER NOT NULL,
  ip          TEXT NOT NULL,
  name        TEXT NOT NULL,
  outcome     TEXT,                       -- null: waiting or being worked on
  reason      TEXT,                       -- stable code where the outcome is not done
  detail      TEXT,                       -- a sentence
  crashes     INTEGER NOT NULL DEFAULT 0, -- how often the service died while this host was worked on
  started_at  INTEGER,
  finished_at INTEGER,
  PRIMARY KEY (task_id, host_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_hosts_waiting ON task_hosts (task_id, host_id) WHERE outcome IS NULL;
CREATE INDEX task_hosts_host ON task_hosts (host_id);

-- What a task's scan found on one host, whole: the base of later comparisons.
CREATE TABLE task_scans (
  task_id   INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  host_id   INTEGER NOT NULL,
  looked_at TEXT NOT NULL,                -- ports that were looked at, as text: 22,80,1000-1999
  services  TEXT NOT NULL,                -- JSON array of services
  PRIMARY KEY (task_id, host_id)
) STRICT;

-- The newest known state of each host's open ports.
CREATE TABLE services (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  host_id    INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  port       INTEGER NOT NULL CHECK (port BETWEEN 1 AND 65535),
  transport  TEXT NOT NULL CHECK (transport IN ('tcp', 'udp')),
  state      TEXT NOT NULL,
  service    TEXT,
  product    TEXT,
  version    TEXT,
  revision   TEXT,
  cpe        TEXT,
  banner     TEXT,
  tls        TEXT,                        -- JSON, or null
  details    TEXT NOT NULL,               -- JSON object
  confidence TEXT NOT NULL,
  first_seen INTEGER NOT NULL,
  last_seen  INTEGER NOT NULL,
  UNIQUE (host_id, transport, port)
) STRICT;
