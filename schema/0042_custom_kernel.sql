-- The release of the running kernel where it is of no package, so that no data covers it; NULL: it is of one, or not known.
ALTER TABLE inventories ADD COLUMN custom_kernel TEXT;
