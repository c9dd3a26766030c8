-- Who has a fact, since when and when it was last seen, without looking at each finding itself: for the list across the fleet.
DROP INDEX host_findings_fact;
CREATE INDEX host_findings_fact ON host_findings (fact_id, first_seen, last_seen);
