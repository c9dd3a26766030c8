-- What is vulnerable, and what a task found. Times are Unix seconds. The publishers' data itself lives in knowledge.db (schema/knowledge).

-- Releases whose data judge the packages of a host, as the feeds name them: ["Debian:12"], ["Ubuntu:22.04:LTS","Ubuntu:Pro:22.04:LTS"]; []: none is known.
ALTER TABLE inventories ADD COLUMN scopes TEXT NOT NULL DEFAULT '[]';
-- 1: the result of a task names this package, so it is never swept
ALTER TABLE packages ADD COLUMN kept INTEGER NOT NULL DEFAULT 0 CHECK (kept IN (0, 1));
-- What the checks of a scan came to: JSON array of {id, port, transport, result: weak|fine|unknown, evidence}
ALTER TABLE task_scans ADD COLUMN checks TEXT NOT NULL DEFAULT '[]';
-- How many changes of acceptances there had been when the task finished: those count as they were then.
ALTER TABLE tasks ADD COLUMN acceptance_changes INTEGER;

-- Vulnerabilities that some finding names (or named), with what may change without changing a finding.
CREATE TABLE vulnerabilities (
  id           TEXT PRIMARY KEY,          -- CVE-…; where none is known the advisory's own id, or that of a check
  title        TEXT NOT NULL,
  aliases      TEXT NOT NULL DEFAULT '[]',-- JSON array
  cvss_score   REAL,
  cvss_vector  TEXT,
  epss         TEXT,                      -- JSON {score, percentile, date}, or null
  kev          TEXT                       -- JSON {date_added, due_date, ransomware}, or null
) STRICT, WITHOUT ROWID;

-- What is said of a package or a port, each once for the whole fleet.
CREATE TABLE facts (
  id                INTEGER PRIMARY KEY,
  key               BLOB NOT NULL UNIQUE, -- the first 16 bytes of the SHA-256 of all columns below
  origin            TEXT NOT NULL CHECK (origin IN ('package', 'service', 'check')),
  vulnerability_id  TEXT NOT NULL REFERENCES vulnerabilities (id),
  package           TEXT,
  architecture      TEXT,
  port              INTEGER,
  transport         TEXT,
  installed_version TEXT,
  fixed_version     TEXT,                 -- null: no fix is known
  severity          TEXT NOT NULL CHECK (severity IN ('critical', 'high', 'medium', 'low', 'none', 'unknown')),
  confidence        TEXT NOT NULL CHECK (confidence IN ('confirmed', 'version-based', 'possible')),
  advisory          TEXT NOT NULL,        -- the publisher's id of the record that says so, or that of a check
  advisory_url      TEXT,
  feed              TEXT,                 -- null: a check
  basis             TEXT NOT NULL         -- JSON object: what explanation and remedy are written from
) STRICT;
CREATE INDEX facts_vulnerability ON facts (vulnerability_id);

-- What stands against each host now.
CREATE TABLE host_findings (
  host_id    INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  fact_id    INTEGER NOT NULL REFERENCES facts (id),
  first_seen INTEGER NOT NULL,            -- of this vulnerability at this package or port, whatever else changed since
  last_seen  INTEGER NOT NULL,            -- when a check last saw it; when packages and services were looked at host_judgements and services tell
  PRIMARY KEY (host_id, fact_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX host_findings_fact ON host_findings (fact_id);
-- By which knowledge, and from what, the findings in the packages of a host are.
CREATE TABLE host_judgements (
  host_id    INTEGER PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
  generation INTEGER NOT NULL,
  state      BLOB NOT NULL,               -- the first 16 bytes of the SHA-256 of its packages, releases and running kernel
  looked_at  INTEGER NOT NULL             -- when its packages were last read
) STRICT;
CREATE INDEX host_judgements_generation ON host_judgements (generation);

-- Sets of numbers (of packages, of facts), each once.
CREATE TABLE number_sets (
  id      INTEGER PRIMARY KEY,
  key     BLOB NOT NULL UNIQUE,           -- the first 16 bytes of the SHA-256 of numbers
  numbers BLOB NOT NULL                   -- sorted, as differences (src/vulnerabilities/number-set.ts)
) STRICT;
-- What a task found on one host, whole. It outlives the host.
CREATE TABLE task_results (
  task_id     INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  host_id     INTEGER NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('packages', 'ports')),
  observed_at INTEGER NOT NULL,           -- when the host was in this state
  generation  INTEGER NOT NULL,           -- of the knowledge it was judged by
  scopes      TEXT NOT NULL,              -- as in inventories
  state_id    INTEGER REFERENCES number_sets (id),           -- its packages; null for ports (see task_scans)
  facts_id    INTEGER NOT NULL REFERENCES number_sets (id),
  PRIMARY KEY (task_id, host_id)
) STRICT, WITHOUT ROWID;

-- Vulnerabilities that somebody lives with, for a reason. Numbers count changes of acceptances, whichever.
CREATE TABLE acceptances (
  id               INTEGER PRIMARY KEY AUTOINCREMENT,
  vulnerability_id TEXT NOT NULL,
  host_id          INTEGER,               -- null: on every host
  package          TEXT,                  -- null: wherever it is
  reason           TEXT NOT NULL,
  "by"             TEXT NOT NULL,         -- the name of the token
  "until"          INTEGER,               -- null: until it is taken back
  created_at       INTEGER NOT NULL,
  ended_at         INTEGER,               -- taken back; null: in force unless past until
  began_change     INTEGER NOT NULL,
  ended_change     INTEGER
) STRICT;
CREATE INDEX acceptances_vulnerability ON acceptances (vulnerability_id);
CREATE TRIGGER task_finished AFTER UPDATE OF status ON tasks WHEN OLD.status = 'working' AND NEW.status <> 'working' BEGIN
  UPDATE tasks SET acceptance_changes = (SELECT coalesce(max(max(began_change, coalesce(ended_change, 0))), 0) FROM acceptances) WHERE id = NEW.id;
END;
