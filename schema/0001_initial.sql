-- hostwarden.db: the data dictionary.
-- Times are Unix seconds (UTC), sizes are bytes, 0/1 are booleans. AUTOINCREMENT: an id is never reused.
-- Read it with: sqlite3 hostwarden.db .schema
-- The publishers' data is in knowledge.db (knowledge/0001_knowledge.sql). The terms are defined in docs/glossary.md.

----------------------------------------------------------------------------------------------------
-- Settings and tokens
----------------------------------------------------------------------------------------------------

-- Properties of this data directory: key_check (a known text, sealed with the encryption key).
CREATE TABLE settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Access tokens. Only the SHA-256 of a token is stored.
CREATE TABLE tokens (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  name         TEXT NOT NULL,
  role         TEXT NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
  sha256       BLOB NOT NULL UNIQUE,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER,                   -- null: never
  last_used_at INTEGER                    -- accurate to one minute; null: never used
) STRICT;

----------------------------------------------------------------------------------------------------
-- Hosts, groups, credentials
----------------------------------------------------------------------------------------------------

CREATE TABLE hosts (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  ip          TEXT NOT NULL UNIQUE,       -- canonical text: 10.0.0.1, ::1
  ip_key      BLOB NOT NULL,              -- 16 bytes in address order (IPv4 as ::ffff:a.b.c.d); a CIDR filter is a range of it
  name        TEXT NOT NULL,              -- set by the user; otherwise the ip
  name_key    TEXT NOT NULL,              -- the name in lower case, for filters by substring
  description TEXT NOT NULL DEFAULT '',
  status      TEXT NOT NULL DEFAULT 'unknown' CHECK (status IN ('unknown', 'online', 'offline')),
  last_seen   INTEGER,                    -- when a task last reached the host
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX hosts_ip_key ON hosts (ip_key);

-- The number of hosts in each block of 4,096 ids. The sum is the total of the list; a page far into the list skips
-- whole blocks. Counting 100,000 rows for each page would be slow.
CREATE TABLE host_blocks (
  block INTEGER PRIMARY KEY,              -- id >> 12
  hosts INTEGER NOT NULL
) STRICT;
CREATE TRIGGER hosts_counted AFTER INSERT ON hosts BEGIN
  INSERT INTO host_blocks (block, hosts) VALUES (new.id >> 12, 1) ON CONFLICT (block) DO UPDATE SET hosts = hosts + 1;
END;
CREATE TRIGGER hosts_uncounted AFTER DELETE ON hosts BEGIN
  UPDATE host_blocks SET hosts = hosts - 1 WHERE block = old.id >> 12;
END;

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
  secret       BLOB NOT NULL,             -- AES-256-GCM: nonce (12 bytes), tag (16 bytes), ciphertext; bound to id and type
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;

-- Host keys and certificates, pinned at the first login (trust on first use). A different key fails the operation.
CREATE TABLE host_keys (
  host_id            INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  kind               TEXT NOT NULL CHECK (kind IN ('ssh', 'winrm')),
  type               TEXT NOT NULL,       -- ssh-ed25519, …; x509 for winrm
  fingerprint_sha256 TEXT NOT NULL,
  pinned_at          INTEGER NOT NULL,
  PRIMARY KEY (host_id, kind)
) STRICT, WITHOUT ROWID;

----------------------------------------------------------------------------------------------------
-- Templates, schedules, tasks
----------------------------------------------------------------------------------------------------

CREATE TABLE templates (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL,
  type       TEXT NOT NULL,               -- the name of a task type
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

-- The imported report of a host that the template's last task used. The next task uses only a later one.
CREATE TABLE template_imports (
  template_id INTEGER NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  host_id     INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  import_id   INTEGER NOT NULL,           -- inventory_reports.id, see inventories.import_id
  PRIMARY KEY (template_id, host_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX template_imports_host ON template_imports (host_id);

-- At most one schedule per template. Starts are at start_time + k * recurrence units.
CREATE TABLE schedules (
  template_id    INTEGER PRIMARY KEY REFERENCES templates (id) ON DELETE CASCADE,
  unit           INTEGER NOT NULL CHECK (unit BETWEEN 1 AND 5),   -- 1 minute, 2 hour, 3 day, 4 week, 5 month
  recurrence     INTEGER NOT NULL CHECK (recurrence >= 1),
  start_time     INTEGER NOT NULL,
  end_time       INTEGER,                 -- null: no end
  enabled        INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  last_start     INTEGER NOT NULL DEFAULT 0,
  scheduled_time INTEGER NOT NULL DEFAULT 0   -- the next planned start; 0: none is planned
) STRICT;
CREATE INDEX schedules_due ON schedules (scheduled_time) WHERE scheduled_time > 0;

-- The result of each due start.
CREATE TABLE schedule_history (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  template_id INTEGER NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  due_at      INTEGER NOT NULL,
  result      TEXT NOT NULL CHECK (result IN ('started', 'skipped', 'coalesced')),
  reason      TEXT,                       -- stable code; null: started in time
  detail      TEXT,                       -- a sentence
  task_id     INTEGER,
  recorded_at INTEGER NOT NULL,
  UNIQUE (template_id, due_at)            -- a due start has one result, also after a crash
) STRICT;

CREATE TABLE tasks (
  id                 INTEGER PRIMARY KEY AUTOINCREMENT,   -- also the number in number_task
  templates_id       INTEGER NOT NULL,    -- kept when the template is deleted
  task_type          TEXT NOT NULL,
  params             TEXT,                -- the template's params when the task started
  status             TEXT NOT NULL CHECK (status IN ('working', 'completed', 'failed', 'stopped')),
  percent            INTEGER NOT NULL DEFAULT 0,
  state              TEXT NOT NULL,       -- a sentence
  "trigger"          TEXT NOT NULL CHECK ("trigger" IN ('manual', 'schedule', 'creation', 'cli')),
  scheduled_for      INTEGER,             -- the due time of a scheduled start
  archived           INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
  stop_requested     INTEGER NOT NULL DEFAULT 0 CHECK (stop_requested IN (0, 1)),
  hosts_total        INTEGER NOT NULL,
  hosts_done         INTEGER NOT NULL DEFAULT 0,
  error              TEXT,
  created_at         INTEGER NOT NULL,
  updated_at         INTEGER NOT NULL,
  started_at         INTEGER,
  finished_at        INTEGER,
  acceptance_changes INTEGER,             -- acceptance changes up to the finish: a report uses the acceptances of that moment
  UNIQUE (templates_id, scheduled_for)    -- a due start creates at most one task
) STRICT;
CREATE INDEX tasks_working ON tasks (id) WHERE status = 'working';
CREATE INDEX tasks_working_template ON tasks (templates_id) WHERE status = 'working';
CREATE INDEX tasks_stopping ON tasks (id) WHERE status = 'working' AND stop_requested = 1;

-- The hosts of a task as they were at its start. A row outlives its host.
CREATE TABLE task_hosts (
  task_id     INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  host_id     INTEGER NOT NULL,
  ip          TEXT NOT NULL,
  name        TEXT NOT NULL,
  outcome     TEXT,                       -- null: queued or in progress
  reason      TEXT,                       -- stable code if the outcome is not done
  detail      TEXT,                       -- a sentence
  crashes     INTEGER NOT NULL DEFAULT 0, -- service crashes while this host was in progress
  started_at  INTEGER,
  finished_at INTEGER,
  PRIMARY KEY (task_id, host_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_hosts_waiting ON task_hosts (task_id, host_id) WHERE outcome IS NULL;
CREATE INDEX task_hosts_host ON task_hosts (host_id);

----------------------------------------------------------------------------------------------------
-- Scans and services
----------------------------------------------------------------------------------------------------

-- The complete scan result of one host in one task: the baseline of later comparisons.
CREATE TABLE task_scans (
  task_id       INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  host_id       INTEGER NOT NULL,
  scanned_ports TEXT NOT NULL,            -- as text: 22,80,1000-1999
  services      TEXT NOT NULL,            -- JSON array of services
  checks        TEXT NOT NULL DEFAULT '[]', -- JSON array of {id, port, transport, result: weak|fine|unknown, evidence}
  PRIMARY KEY (task_id, host_id)
) STRICT;

-- The latest known state of each host's open ports.
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
  -- JSON {service, product, version, revision, tls: certificate or null}: the most specific identification of this port, if
  -- the current one is less specific; otherwise null. Findings keep using it: a hidden version fixes nothing.
  identified_as TEXT,
  UNIQUE (host_id, transport, port)
) STRICT;

----------------------------------------------------------------------------------------------------
-- Inventories
----------------------------------------------------------------------------------------------------

-- Stored reports. The id only grows and orders them; seconds do not. The last two reports of each host are kept.
CREATE TABLE inventory_reports (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  host_id   INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  source    TEXT NOT NULL CHECK (source IN ('agent', 'session', 'import')),
  stored_at INTEGER NOT NULL,
  sections  BLOB NOT NULL                 -- encoded, see src/inventory/codec/; package list lines are ids of inventory_lines
) STRICT;
CREATE INDEX inventory_reports_host ON inventory_reports (host_id);

-- Lines (or blocks) of package lists, each stored once for the fleet. Unreferenced lines are garbage collected.
CREATE TABLE inventory_lines (
  id   INTEGER PRIMARY KEY,
  key  BLOB NOT NULL UNIQUE,              -- first 16 bytes of the SHA-256 of the line
  line ANY NOT NULL                       -- TEXT; BLOB: the same text, raw deflate
) STRICT;

-- The latest inventory of each host, parsed.
CREATE TABLE inventories (
  host_id         INTEGER PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
  report_id       INTEGER NOT NULL,       -- the source report
  import_id       INTEGER,                -- the latest imported report; null: none
  collected_at    INTEGER NOT NULL,
  name            TEXT,                   -- the host name it reports
  os              TEXT,
  kernel_version  TEXT,
  os_version      TEXT,
  full_os_name    TEXT,
  ram             INTEGER,
  cpu_cores       INTEGER,
  cpu_name        TEXT,
  uptime          INTEGER,                -- seconds
  architecture    TEXT,
  running_kernel  TEXT,
  reboot_required INTEGER CHECK (reboot_required IN (0, 1)),
  packages_count  INTEGER NOT NULL,
  warnings        TEXT NOT NULL,          -- JSON array of {section, message}
  -- JSON array: the ecosystems that match its packages, as feeds name them:
  -- ["Debian:12"], ["Ubuntu:22.04:LTS","Ubuntu:Pro:22.04:LTS"]; []: none is known
  scopes          TEXT NOT NULL DEFAULT '[]',
  packages_read   INTEGER NOT NULL DEFAULT 1 CHECK (packages_read IN (0, 1))  -- 0: the latest report had no readable package list; packages are from an earlier one
) STRICT;

-- Packages, each stored once for the fleet. Unreferenced packages are garbage collected.
CREATE TABLE packages (
  id             INTEGER PRIMARY KEY,
  key            BLOB NOT NULL UNIQUE,    -- first 16 bytes of the SHA-256 of format … size
  format         TEXT NOT NULL,           -- dpkg, rpm, apk, pacman, windows
  name           TEXT NOT NULL,
  version        TEXT NOT NULL,           -- full version including release and non-zero epoch
  architecture   TEXT,
  source         TEXT,
  source_version TEXT,
  vendor         TEXT,
  module         TEXT,                    -- module stream of a RHEL-family package
  size           INTEGER,
  pinned         INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1))  -- 1: a task result refers to it; never garbage collected
) STRICT;

-- The packages of hosts. There is no index by package, and so no foreign key: only the garbage collection asks by
-- package, and it scans the hosts. Such an index would cost one page write per changed package.
CREATE TABLE host_packages (
  host_id      INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  package_id   INTEGER NOT NULL,          -- packages.id
  installed_at INTEGER,
  PRIMARY KEY (host_id, package_id)
) STRICT, WITHOUT ROWID;

-- Differences between two consecutive inventories of a host.
CREATE TABLE package_changes (
  host_id      INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  report_id    INTEGER NOT NULL,          -- the later report
  number       INTEGER NOT NULL,          -- position within the report, by name
  detected_at  INTEGER NOT NULL,
  change       TEXT NOT NULL CHECK (change IN ('installed', 'removed', 'upgraded', 'downgraded')),
  from_package INTEGER,                   -- packages.id; null: newly installed
  to_package   INTEGER,                   -- packages.id; null: removed
  PRIMARY KEY (host_id, report_id, number)
) STRICT, WITHOUT ROWID;

----------------------------------------------------------------------------------------------------
-- Agents
----------------------------------------------------------------------------------------------------

-- The agent of a host. No row: never installed.
CREATE TABLE agents (
  host_id          INTEGER PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
  os_family        TEXT NOT NULL CHECK (os_family IN ('linux', 'windows')),
  token_sha256     BLOB UNIQUE,           -- of the active token; null: none (not verified yet, or removed)
  new_token_sha256 BLOB UNIQUE,           -- of an install or update not verified yet; both tokens are accepted until then
  version          TEXT,                  -- reported at its last check-in
  service_manager  TEXT,                  -- systemd, openrc, cron, windows
  installed_at     INTEGER,               -- null: not installed
  last_seen        INTEGER                -- last check-in; null: never
) STRICT;
-- Finds agents without a recent check-in.
CREATE INDEX agents_last_seen ON agents (last_seen) WHERE token_sha256 IS NOT NULL;

CREATE TABLE agent_operations (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  host_id       INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  action        TEXT NOT NULL CHECK (action IN ('install', 'update', 'uninstall')),
  os_family     TEXT NOT NULL CHECK (os_family IN ('linux', 'windows')),
  credential_id INTEGER NOT NULL,         -- kept when the credential is deleted
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
-- Enforces one working operation per host.
CREATE UNIQUE INDEX agent_operations_working ON agent_operations (host_id) WHERE status = 'working';

-- Events of operations, kept for EVENT_RETENTION_DAYS. They outlive host and operation.
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

----------------------------------------------------------------------------------------------------
-- Findings and task results
----------------------------------------------------------------------------------------------------

-- Vulnerabilities that a finding refers or referred to, with the properties that may change without changing the finding.
CREATE TABLE vulnerabilities (
  id           TEXT PRIMARY KEY,          -- CVE-…; without one the advisory's own id, or the id of a check
  title        TEXT NOT NULL,
  aliases      TEXT NOT NULL DEFAULT '[]',-- JSON array
  cvss_score   REAL,
  cvss_vector  TEXT,
  epss         TEXT,                      -- JSON {score, percentile, date}, or null
  kev          TEXT                       -- JSON {date_added, due_date, ransomware}, or null
) STRICT, WITHOUT ROWID;

-- Facts: the content of findings, deduplicated for the fleet. A fact does not name a host.
CREATE TABLE facts (
  id                INTEGER PRIMARY KEY,
  key               BLOB NOT NULL UNIQUE, -- first 16 bytes of the SHA-256 of all columns below
  origin            TEXT NOT NULL CHECK (origin IN ('package', 'service', 'check')),
  vulnerability_id  TEXT NOT NULL REFERENCES vulnerabilities (id),
  package           TEXT,
  architecture      TEXT,
  port              INTEGER,
  transport         TEXT,
  installed_version TEXT,
  fixed_version     TEXT,                 -- null: no known fix
  severity          TEXT NOT NULL CHECK (severity IN ('critical', 'high', 'medium', 'low', 'none', 'unknown')),
  confidence        TEXT NOT NULL CHECK (confidence IN ('confirmed', 'version-based', 'possible')),
  advisory          TEXT NOT NULL,        -- the publisher's id of the deciding record, or the id of a check
  advisory_url      TEXT,
  feed              TEXT,                 -- null: a check
  basis             TEXT NOT NULL         -- JSON object: input of the explanation and the remedy
) STRICT;
CREATE INDEX facts_vulnerability ON facts (vulnerability_id);

-- The open findings of each host.
CREATE TABLE host_findings (
  host_id    INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  fact_id    INTEGER NOT NULL REFERENCES facts (id),
  first_seen INTEGER NOT NULL,            -- of this vulnerability in this package or on this port, also when its fact changed
  last_seen  INTEGER NOT NULL,            -- when a check last saw it; for packages and services see host_match_states and services
  PRIMARY KEY (host_id, fact_id)
) STRICT, WITHOUT ROWID;
-- Covers the list of vulnerabilities across the fleet.
CREATE INDEX host_findings_fact ON host_findings (fact_id, first_seen, last_seen);

-- The input of the latest package matching of each host.
CREATE TABLE host_match_states (
  host_id    INTEGER PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
  generation INTEGER NOT NULL,            -- of the vulnerability database
  state      BLOB NOT NULL,               -- first 16 bytes of the SHA-256 of packages, ecosystems and running kernel
  read_at    INTEGER NOT NULL             -- when its packages were last read
) STRICT;
CREATE INDEX host_match_states_generation ON host_match_states (generation);

-- Sets of ids (of packages, of facts), each stored once.
CREATE TABLE number_sets (
  id      INTEGER PRIMARY KEY,
  key     BLOB NOT NULL UNIQUE,           -- first 16 bytes of the SHA-256 of numbers
  numbers BLOB NOT NULL                   -- sorted ids as LEB128 differences (src/vulnerabilities/findings/id-set.ts)
) STRICT;

-- The complete result of one host in one task. It outlives the host.
CREATE TABLE task_results (
  task_id     INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  host_id     INTEGER NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('packages', 'ports')),
  observed_at INTEGER NOT NULL,           -- when the host was in this state
  generation  INTEGER NOT NULL,           -- of the vulnerability database it was matched with
  scopes      TEXT NOT NULL,              -- as in inventories
  state_id    INTEGER REFERENCES number_sets (id),           -- its packages; null for ports (see task_scans)
  facts_id    INTEGER NOT NULL REFERENCES number_sets (id),
  number      INTEGER NOT NULL DEFAULT 0, -- order of observation; tasks of one template may overlap
  PRIMARY KEY (task_id, host_id)
) STRICT, WITHOUT ROWID;
-- Find the results that use a set: the last of them removes it, and the packages of the others are kept.
CREATE INDEX task_results_facts ON task_results (facts_id);
CREATE INDEX task_results_state ON task_results (state_id) WHERE state_id IS NOT NULL;

-- One row: the number of the latest result.
CREATE TABLE newest_result (number INTEGER NOT NULL) STRICT;
INSERT INTO newest_result (number) VALUES (0);

-- Accepted vulnerabilities. began_change and ended_change count all changes of acceptances.
CREATE TABLE acceptances (
  id               INTEGER PRIMARY KEY AUTOINCREMENT,
  vulnerability_id TEXT NOT NULL,
  host_id          INTEGER,               -- null: all hosts
  package          TEXT,                  -- null: all packages and ports
  reason           TEXT NOT NULL,
  "by"             TEXT NOT NULL,         -- name of the token
  "until"          INTEGER,               -- null: until revoked
  created_at       INTEGER NOT NULL,
  ended_at         INTEGER,               -- when it was revoked; null: active unless past until
  began_change     INTEGER NOT NULL,
  ended_change     INTEGER
) STRICT;
CREATE INDEX acceptances_vulnerability ON acceptances (vulnerability_id);
CREATE TRIGGER task_finished AFTER UPDATE OF status ON tasks WHEN OLD.status = 'working' AND NEW.status <> 'working' BEGIN
  UPDATE tasks SET acceptance_changes = (SELECT coalesce(max(max(began_change, coalesce(ended_change, 0))), 0) FROM acceptances) WHERE id = NEW.id;
END;
