-- Acceptances as a register: each names what it covers. Statements of vendors (VEX) are acceptances of kind vendor.

ALTER TABLE acceptances ADD COLUMN group_id INTEGER;      -- with host_id null: the hosts of this group; both null: all hosts
ALTER TABLE acceptances ADD COLUMN port INTEGER;          -- with transport: only this port; package and port null: everywhere
ALTER TABLE acceptances ADD COLUMN transport TEXT CHECK (transport IN ('tcp', 'udp'));
ALTER TABLE acceptances ADD COLUMN kind TEXT NOT NULL DEFAULT 'person' CHECK (kind IN ('person', 'vendor'));
ALTER TABLE acceptances ADD COLUMN justification TEXT;    -- an OpenVEX justification: the status is not_affected
-- Of kind vendor only:
ALTER TABLE acceptances ADD COLUMN source TEXT;           -- id of the VEX document
ALTER TABLE acceptances ADD COLUMN vex_status TEXT CHECK (vex_status IN ('not_affected', 'fixed'));
ALTER TABLE acceptances ADD COLUMN product TEXT;          -- package URL or CPE name, as in the document
-- JSON {of, names, versions, architectures, scopes}: src/vulnerabilities/acceptances/covers.ts. It replaces the rule
-- of package and port; package is then the only name, or null.
ALTER TABLE acceptances ADD COLUMN product_match TEXT;

DROP INDEX acceptances_vulnerability;
CREATE INDEX acceptances_vulnerability ON acceptances (vulnerability_id, ended_at);
CREATE INDEX acceptances_group ON acceptances (group_id) WHERE group_id IS NOT NULL;
CREATE INDEX acceptances_source ON acceptances (source) WHERE source IS NOT NULL;

-- One row: the number of the latest change of an acceptance, or of the members of a group that has or had one.
CREATE TABLE newest_acceptance_change (number INTEGER NOT NULL) STRICT;
INSERT INTO newest_acceptance_change (number)
  SELECT coalesce(max(max(began_change, coalesce(ended_change, 0))), 0) FROM acceptances;

-- Since and until which change a host was in a group, for groups that have or had an acceptance. The report of an older
-- task uses the members of its time (docs/decisions/020-members-of-a-group-acceptance.md).
CREATE TABLE acceptance_members (
  group_id     INTEGER NOT NULL,
  host_id      INTEGER NOT NULL,
  began_change INTEGER NOT NULL,          -- 0: was in the group before its first acceptance
  ended_change INTEGER,                   -- null: is in the group
  PRIMARY KEY (group_id, host_id, began_change)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER group_accepted AFTER INSERT ON acceptances
WHEN new.group_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM acceptances WHERE group_id = new.group_id AND id <> new.id) BEGIN
  INSERT INTO acceptance_members (group_id, host_id, began_change) SELECT group_id, host_id, 0 FROM group_hosts WHERE group_id = new.group_id;
END;
CREATE TRIGGER group_host_added AFTER INSERT ON group_hosts
WHEN EXISTS (SELECT 1 FROM acceptances WHERE group_id = new.group_id) BEGIN
  UPDATE newest_acceptance_change SET number = number + 1;
  INSERT INTO acceptance_members (group_id, host_id, began_change) SELECT new.group_id, new.host_id, number FROM newest_acceptance_change;
END;
CREATE TRIGGER group_host_removed AFTER DELETE ON group_hosts
WHEN EXISTS (SELECT 1 FROM acceptances WHERE group_id = old.group_id) BEGIN
  UPDATE newest_acceptance_change SET number = number + 1;
  UPDATE acceptance_members SET ended_change = (SELECT number FROM newest_acceptance_change)
    WHERE group_id = old.group_id AND host_id = old.host_id AND ended_change IS NULL;
END;

DROP TRIGGER task_finished;
CREATE TRIGGER task_finished AFTER UPDATE OF status ON tasks WHEN OLD.status = 'working' AND NEW.status <> 'working' BEGIN
  UPDATE tasks SET acceptance_changes = (SELECT number FROM newest_acceptance_change) WHERE id = NEW.id;
END;
