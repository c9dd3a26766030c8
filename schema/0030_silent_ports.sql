-- Ports of a scan that gave no answer: they are neither open nor closed. Same form as scanned_ports, which includes them.
ALTER TABLE task_scans ADD COLUMN silent_ports TEXT NOT NULL DEFAULT '';
