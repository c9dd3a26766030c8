-- Findings that appeared and disappeared on each UTC day, on all hosts. Written in the transaction in which the findings of
-- a host change. A fact that replaces another one about the same vulnerability in the same package or on the same port
-- counts as neither, nor do findings rated unimportant, nor the first findings of a host.
CREATE TABLE finding_days (
  day         INTEGER PRIMARY KEY,        -- Unix seconds / 86400
  appeared    INTEGER NOT NULL,
  disappeared INTEGER NOT NULL
) STRICT;

-- The summary of the fleet counts the failed tasks and the missed starts of the last day.
CREATE INDEX tasks_failed ON tasks (finished_at) WHERE status = 'failed';
CREATE INDEX schedule_history_missed ON schedule_history (recorded_at) WHERE result <> 'started';
