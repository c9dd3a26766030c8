-- What a task counts changes with this version: findings of a build that comes back are not new. The
-- counts are computed again when they are read. A later change of what is counted removes them in its own step.
DELETE FROM task_counts;
ALTER TABLE task_counts DROP COLUMN version;
