-- Sums of the open findings of each host, for the summary of the fleet, for lists of hosts by risk, and for what to do
-- first. They are computed by the fleet worker and stored by the main thread, so that a new worker need not read all
-- findings. Hosts without a finding have no row. Findings rated unimportant count nowhere.
-- The sums of a host are wrong while finding_changes names it, or a vulnerability of it, and from valid_until on: the
-- worker computes these again before it answers (docs/decisions/027-stored-sums-of-hosts.md).
CREATE TABLE host_sums (
  host_id         INTEGER PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
  accepted        INTEGER NOT NULL,       -- covered by an acceptance; all following columns are about the others
  known_exploited INTEGER NOT NULL,
  critical        INTEGER NOT NULL,
  high            INTEGER NOT NULL,
  medium          INTEGER NOT NULL,
  low             INTEGER NOT NULL,
  none            INTEGER NOT NULL,
  unknown         INTEGER NOT NULL,
  actions         INTEGER NOT NULL,       -- the number of remediations
  risk            REAL NOT NULL,          -- of all together, 0 to 100
  sum             REAL NOT NULL,          -- of the risks
  first_risk      REAL NOT NULL,          -- risk of the action with the highest risk
  first_sum       REAL NOT NULL,          -- the sum of the risks of its findings
  valid_until     INTEGER                 -- when an acceptance expires that may cover its findings; null: never
) STRICT;

-- Hosts and vulnerabilities whose findings, properties or acceptances changed after their sums were computed. A row is
-- written in the transaction of the change: by the program for findings, otherwise by the triggers below. It is removed
-- in the transaction that stores the last sums that were computed with it. A further change has a new number.
CREATE TABLE finding_changes (
  number           INTEGER PRIMARY KEY AUTOINCREMENT,
  host_id          INTEGER UNIQUE,        -- null: a vulnerability
  vulnerability_id TEXT UNIQUE            -- null: a host
) STRICT;
INSERT INTO finding_changes (host_id) SELECT DISTINCT host_id FROM host_findings;

-- Not INSERT OR REPLACE: in a trigger, the conflict clause of the outer statement replaces it.
CREATE TRIGGER vulnerability_rated AFTER UPDATE OF cvss_score, epss, kev ON vulnerabilities
WHEN new.cvss_score IS NOT old.cvss_score OR new.epss IS NOT old.epss OR new.kev IS NOT old.kev BEGIN
  DELETE FROM finding_changes WHERE vulnerability_id = new.id;
  INSERT INTO finding_changes (vulnerability_id) VALUES (new.id);
END;

CREATE TRIGGER acceptance_created AFTER INSERT ON acceptances BEGIN
  DELETE FROM finding_changes WHERE vulnerability_id = new.vulnerability_id;
  INSERT INTO finding_changes (vulnerability_id) VALUES (new.vulnerability_id);
END;
CREATE TRIGGER acceptance_changed AFTER UPDATE ON acceptances BEGIN
  DELETE FROM finding_changes WHERE vulnerability_id = new.vulnerability_id;
  INSERT INTO finding_changes (vulnerability_id) VALUES (new.vulnerability_id);
END;
CREATE TRIGGER acceptance_deleted AFTER DELETE ON acceptances BEGIN
  DELETE FROM finding_changes WHERE vulnerability_id = old.vulnerability_id;
  INSERT INTO finding_changes (vulnerability_id) VALUES (old.vulnerability_id);
END;

CREATE TRIGGER accepted_group_joined AFTER INSERT ON group_hosts
WHEN EXISTS (SELECT 1 FROM acceptances WHERE group_id = new.group_id) BEGIN
  DELETE FROM finding_changes WHERE host_id = new.host_id;
  INSERT INTO finding_changes (host_id) VALUES (new.host_id);
END;
CREATE TRIGGER accepted_group_left AFTER DELETE ON group_hosts
WHEN EXISTS (SELECT 1 FROM acceptances WHERE group_id = old.group_id) BEGIN
  DELETE FROM finding_changes WHERE host_id = old.host_id;
  INSERT INTO finding_changes (host_id) VALUES (old.host_id);
END;
