-- Ports of a scan that gave no answer: they are neither open nor closed. Same form as scanned_ports, which includes them.
-- lost_ports: those of them on which a service was known.
ALTER TABLE task_scans ADD COLUMN silent_ports TEXT NOT NULL DEFAULT '';
ALTER TABLE task_scans ADD COLUMN lost_ports TEXT NOT NULL DEFAULT '';

-- 1: the port gave no answer in its last scan. The service is that of an earlier one.
ALTER TABLE services ADD COLUMN silent INTEGER NOT NULL DEFAULT 0 CHECK (silent IN (0, 1));
