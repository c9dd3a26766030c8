-- The version of the package that the running kernel was built from, as the kernel says: `6.1.119-1`. Without it, a
-- kernel that is installed and does not run yet would count as the running one.
ALTER TABLE inventories ADD COLUMN running_version TEXT;
