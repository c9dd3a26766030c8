-- Addresses at which no host is known: a task tried them as a part of a range, and nothing there has ever answered
-- (docs/decisions/026-addresses-without-a-host.md).
ALTER TABLE task_hosts ADD COLUMN unanswered INTEGER NOT NULL DEFAULT 0 CHECK (unanswered IN (0, 1));  -- as of this task
ALTER TABLE hosts ADD COLUMN unanswered INTEGER NOT NULL DEFAULT 0 CHECK (unanswered IN (0, 1));       -- as of now
CREATE INDEX hosts_unanswered ON hosts (id) WHERE unanswered = 1;

-- What has a name, an inventory or an agent is a host, whether it answers or not.
CREATE TRIGGER unanswered_named AFTER UPDATE OF ip, name ON hosts
WHEN old.unanswered = 1 AND (new.ip <> old.ip OR new.name <> new.ip) BEGIN
  UPDATE hosts SET unanswered = 0 WHERE id = new.id;
END;
CREATE TRIGGER unanswered_imported AFTER INSERT ON inventories BEGIN
  UPDATE hosts SET unanswered = 0 WHERE id = new.host_id AND unanswered = 1;
END;
CREATE TRIGGER unanswered_managed AFTER INSERT ON agents BEGIN
  UPDATE hosts SET unanswered = 0 WHERE id = new.host_id AND unanswered = 1;
END;

-- What a report of an older task says about its results.
ALTER TABLE task_results ADD COLUMN rules INTEGER NOT NULL DEFAULT 0;  -- as in host_match_states; 0: from before it was stored
ALTER TABLE task_results ADD COLUMN system TEXT;                       -- the name of a system that no feed covers; null: not needed, or unknown
