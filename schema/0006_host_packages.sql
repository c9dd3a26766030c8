-- The packages of hosts without an index by package, and so without a foreign key to them: nothing asks by package but the sweep, which looks through the hosts,
-- and a page of that index for every package that came or went was most of what is written for a report.
CREATE TABLE host_packages_by_host (
  host_id      INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  package_id   INTEGER NOT NULL,           -- packages.id
  installed_at INTEGER,
  PRIMARY KEY (host_id, package_id)
) STRICT, WITHOUT ROWID;
INSERT INTO host_packages_by_host SELECT host_id, package_id, installed_at FROM host_packages;
DROP TABLE host_packages;
ALTER TABLE host_packages_by_host RENAME TO host_packages;
