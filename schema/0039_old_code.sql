-- Result of an inspection of the processes of a host: JSON of OldCode; NULL: not inspected. A process may run code of a file
-- that an upgrade has replaced.
ALTER TABLE inventories ADD COLUMN old_code TEXT;
-- The versions of packages that processes may still run after an upgrade or a removal: JSON array of OldPackage; NULL:
-- none. They are matched beside the installed packages.
ALTER TABLE inventories ADD COLUMN old_packages TEXT;
-- The names of the live patches that the kernel has loaded: JSON array; NULL: none is known.
ALTER TABLE inventories ADD COLUMN live_patches TEXT;
