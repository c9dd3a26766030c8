-- 0: the newest report had no list of packages that could be read; those of the host are of an earlier one.
ALTER TABLE inventories ADD COLUMN packages_read INTEGER NOT NULL DEFAULT 1 CHECK (packages_read IN (0, 1));
