-- hosts.unanswered: 1 from the creation of an address of a range until something answers there, or a person adds it. Lists
-- and counts of hosts leave these rows out (docs/decisions/043-only-hosts-are-listed.md).
CREATE INDEX hosts_answered ON hosts (id) WHERE unanswered = 0;

-- Earlier versions also marked addresses that a person had added. Those with a description or a group, or listed in a
-- template without ranges, are hosts.
UPDATE hosts SET unanswered = 0 WHERE unanswered = 1 AND (
  description <> ''
  OR id IN (SELECT host_id FROM group_hosts)
  OR id IN (SELECT h.host_id FROM template_hosts h JOIN templates t ON t.id = h.template_id
    WHERE t.params IS NULL OR json_extract(t.params, '$.ranges') IS NULL));

-- Lists need the number of hosts, with and without these addresses.
ALTER TABLE host_blocks ADD COLUMN unanswered INTEGER NOT NULL DEFAULT 0;
UPDATE host_blocks SET unanswered = (SELECT count(*) FROM hosts WHERE hosts.unanswered = 1 AND hosts.id >> 12 = block);
DROP TRIGGER hosts_counted;
DROP TRIGGER hosts_uncounted;
CREATE TRIGGER hosts_counted AFTER INSERT ON hosts BEGIN
  INSERT INTO host_blocks (block, hosts, unanswered) VALUES (new.id >> 12, 1, new.unanswered)
    ON CONFLICT (block) DO UPDATE SET hosts = hosts + 1, unanswered = unanswered + excluded.unanswered;
END;
CREATE TRIGGER hosts_uncounted AFTER DELETE ON hosts BEGIN
  UPDATE host_blocks SET hosts = hosts - 1, unanswered = unanswered - old.unanswered WHERE block = old.id >> 12;
END;
CREATE TRIGGER hosts_answered AFTER UPDATE OF unanswered ON hosts WHEN new.unanswered <> old.unanswered BEGIN
  UPDATE host_blocks SET unanswered = unanswered + new.unanswered - old.unanswered WHERE block = new.id >> 12;
END;

-- What a person puts into a group or describes is a host, and so is what answered a login with its key.
DROP TRIGGER unanswered_named;
CREATE TRIGGER unanswered_named AFTER UPDATE OF ip, name, description ON hosts
WHEN old.unanswered = 1 AND (new.ip <> old.ip OR new.name <> new.ip OR new.description <> old.description) BEGIN
  UPDATE hosts SET unanswered = 0 WHERE id = new.id;
END;
CREATE TRIGGER unanswered_grouped AFTER INSERT ON group_hosts BEGIN
  UPDATE hosts SET unanswered = 0 WHERE id = new.host_id AND unanswered = 1;
END;
CREATE TRIGGER unanswered_pinned AFTER INSERT ON host_keys BEGIN
  UPDATE hosts SET unanswered = 0 WHERE ip = new.address AND unanswered = 1;
END;

-- How many addresses of a task are no hosts: a list of tasks counts the others.
ALTER TABLE tasks ADD COLUMN hosts_unanswered INTEGER NOT NULL DEFAULT 0;
UPDATE tasks SET hosts_unanswered = c.n FROM (SELECT task_id, count(*) AS n FROM task_hosts WHERE unanswered = 1 GROUP BY task_id) c
  WHERE c.task_id = tasks.id;
CREATE TRIGGER task_unanswered AFTER UPDATE OF unanswered ON task_hosts WHEN new.unanswered <> old.unanswered BEGIN
  UPDATE tasks SET hosts_unanswered = hosts_unanswered + new.unanswered - old.unanswered WHERE id = new.task_id;
END;

-- The name that a resource had when its line was written: it is known after the resource was deleted or renamed.
ALTER TABLE audit ADD COLUMN resource_name TEXT;  -- null: it has no name, or none was known
UPDATE audit SET resource_name = CASE resource
    WHEN 'template' THEN (SELECT name FROM templates WHERE id = resource_id)
    WHEN 'group' THEN (SELECT name FROM groups WHERE id = resource_id)
    WHEN 'host' THEN (SELECT name FROM hosts WHERE id = resource_id)
    WHEN 'credential' THEN (SELECT name FROM credentials WHERE id = resource_id)
    WHEN 'token' THEN (SELECT name FROM tokens WHERE id = resource_id)
  END WHERE resource_id IS NOT NULL;
-- A line of a creation or deletion has the name among its changes.
UPDATE audit SET resource_name = (SELECT coalesce(d.changes ->> '$.name[1]', d.changes ->> '$.name[0]') FROM audit d
    WHERE d.resource = audit.resource AND d.resource_id = audit.resource_id AND d.changes ->> '$.name' IS NOT NULL
    ORDER BY d.id DESC LIMIT 1)
  WHERE resource_id IS NOT NULL AND resource_name IS NULL;
