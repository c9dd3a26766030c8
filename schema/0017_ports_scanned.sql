-- A scan without an open port leaves no row in services: that the ports were scanned is stored with the host.
ALTER TABLE hosts ADD COLUMN ports_scanned INTEGER NOT NULL DEFAULT 0 CHECK (ports_scanned IN (0, 1));  -- 1: a task has scanned ports at its address

-- Results of another address are not about the host, as when an outcome is stored. A host with services was scanned,
-- also if its tasks were deleted.
UPDATE hosts SET ports_scanned = 1 WHERE id IN (
  SELECT s.host_id FROM task_scans s JOIN task_hosts t ON t.task_id = s.task_id AND t.host_id = s.host_id
    JOIN hosts h ON h.id = t.host_id AND h.ip = t.ip WHERE t.outcome = 'done'
  UNION SELECT host_id FROM services);
