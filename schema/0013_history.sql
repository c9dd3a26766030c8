-- The history of findings by UTC day (docs/decisions/030-daily-history.md): what changed is counted in the transaction
-- of the change, the state at the end of a day is written by the service while it runs. Days are Unix seconds / 86400.
-- group_id 0 stands for all hosts, another one for the hosts that were in the group then.

-- Findings that appeared and disappeared, by cause. A fact that replaces another one about the same vulnerability in the
-- same package or on the same port counts as neither, nor do findings rated unimportant, nor the first findings of a host.
ALTER TABLE finding_days RENAME TO finding_days_before;
CREATE TABLE finding_days (
  day         INTEGER NOT NULL,
  group_id    INTEGER NOT NULL,
  cause       TEXT NOT NULL CHECK (cause IN ('target', 'knowledge', 'both', 'unknown')),  -- unknown: from before it was stored
  appeared    INTEGER NOT NULL,
  disappeared INTEGER NOT NULL,
  PRIMARY KEY (day, group_id, cause)
) STRICT, WITHOUT ROWID;
INSERT INTO finding_days SELECT day, 0, 'unknown', appeared, disappeared FROM finding_days_before;
DROP TABLE finding_days_before;
CREATE INDEX finding_days_group ON finding_days (group_id);

-- The last day on which a host was checked: its packages were read, or its ports were scanned.
CREATE TABLE host_checks (
  host_id INTEGER PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
  day     INTEGER NOT NULL
) STRICT;

-- Hosts and open findings, as they were when the day was last written.
CREATE TABLE fleet_days (
  day             INTEGER NOT NULL,
  group_id        INTEGER NOT NULL,
  hosts           INTEGER NOT NULL,       -- without addresses that never answered
  hosts_checked   INTEGER NOT NULL,       -- on this day
  accepted        INTEGER NOT NULL,       -- covered by an acceptance; all following columns are about the others
  known_exploited INTEGER NOT NULL,
  critical        INTEGER NOT NULL,
  high            INTEGER NOT NULL,
  medium          INTEGER NOT NULL,
  low             INTEGER NOT NULL,
  none            INTEGER NOT NULL,
  unknown         INTEGER NOT NULL,
  PRIMARY KEY (day, group_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX fleet_days_group ON fleet_days (group_id);

CREATE TRIGGER group_history_deleted AFTER DELETE ON groups BEGIN
  DELETE FROM finding_days WHERE group_id = old.id;
  DELETE FROM fleet_days WHERE group_id = old.id;
END;

-- The counts of the diff of each finished task. They are computed when the chain of its template is read, and stored for
-- the next time. They depend on all tasks before it: the triggers remove them when one of these ends or is deleted.
CREATE TABLE task_counts (
  template_id INTEGER NOT NULL,
  task_id     INTEGER NOT NULL,
  version     INTEGER NOT NULL,           -- src/reports/chain/task-counts.ts: others are computed again
  counts      TEXT NOT NULL,              -- JSON
  PRIMARY KEY (template_id, task_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER counted_task_deleted AFTER DELETE ON tasks BEGIN
  DELETE FROM task_counts WHERE template_id = old.templates_id AND task_id >= old.id;
END;
CREATE TRIGGER counted_task_overtaken AFTER UPDATE OF status ON tasks WHEN old.status = 'working' AND new.status <> 'working' BEGIN
  DELETE FROM task_counts WHERE template_id = new.templates_id AND task_id >= new.id;
END;
