-- When a report of another machine with the identity of the agent was refused last, in Unix seconds. NULL: none since
-- the installation or the last update.
ALTER TABLE agents ADD COLUMN conflict_at INTEGER;
