-- What a task counts changes with this version: findings that were set aside are not new when they come back. The
-- counts are computed again when they are read. A later change of what is counted removes them in its own step.
DELETE FROM task_counts;
ALTER TABLE task_counts DROP COLUMN version;
