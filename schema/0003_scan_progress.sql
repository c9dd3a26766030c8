-- The progress of hosts whose work takes longer than a second: a restart continues from there.
-- A row is removed with the outcome of its host.
CREATE TABLE host_progress (
  task_id  INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  host_id  INTEGER NOT NULL,
  fraction REAL NOT NULL,                 -- share of the work that was reported as done, 0 to 1
  state    BLOB NOT NULL,                 -- what the task type continues from; at most 64 KiB
  PRIMARY KEY (task_id, host_id)
) STRICT;
