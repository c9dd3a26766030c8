-- The last minute that the log of each package manager had when a list was believed: JSON, format to local time. A log
-- that lacks it is another one, or was rolled back. NULL: not known.
ALTER TABLE inventories ADD COLUMN package_log TEXT;
