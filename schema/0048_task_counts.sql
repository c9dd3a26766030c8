-- Counts of a version that this program does not use are removed, and with them the version: a change of what is
-- counted removes all counts in a new step. They are computed again when they are read.
DELETE FROM task_counts WHERE version <> 2;
ALTER TABLE task_counts DROP COLUMN version;
