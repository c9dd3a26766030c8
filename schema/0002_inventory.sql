-- What hosts tell of themselves. Times are Unix seconds, sizes bytes.

-- Every report that was stored, by a number that only grows: "since then" goes by it, never by seconds.
-- The last two of each host are kept here, with everything they said.
CREATE TABLE inventory_reports (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  host_id   INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  source    TEXT NOT NULL CHECK (source IN ('agent', 'session', 'import')),
  stored_at INTEGER NOT NULL,
  sections  BLOB NOT NULL                 -- packed, see src/inventory/raw/; lines of package lists are numbers of inventory_lines
) STRICT;
CREATE INDEX inventory_reports_host ON inventory_reports (host_id);

-- Lines (or blocks) of package lists, each once for the whole fleet. Those that no report holds any more are swept now and then.
CREATE TABLE inventory_lines (
  id   INTEGER PRIMARY KEY,
  key  BLOB NOT NULL UNIQUE,              -- the first 16 bytes of the SHA-256 of the line
  line ANY NOT NULL                       -- TEXT; BLOB: the same, raw deflate
) STRICT;

-- The newest inventory of each host, as it was understood.
CREATE TABLE inventories (
  host_id         INTEGER PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
  report_id       INTEGER NOT NULL,       -- the report it was read from
  import_id       INTEGER,                -- the newest report that was imported, null: none was
  collected_at    INTEGER NOT NULL,
  name            TEXT,                   -- the host's own name
  os              TEXT,
  kernel_version  TEXT,
  os_version      TEXT,
  full_os_name    TEXT,
  ram             INTEGER,
  cpu_cores       INTEGER,
  cpu_name        TEXT,
  uptime          INTEGER,                -- seconds
  architecture    TEXT,
  running_kernel  TEXT,
  reboot_required INTEGER CHECK (reboot_required IN (0, 1)),
  packages_count  INTEGER NOT NULL,
  warnings        TEXT NOT NULL           -- JSON array of {section, message}
) STRICT;

-- Packages, each once for the whole fleet. Those that no host has and no change names are swept now and then.
CREATE TABLE packages (
  id             INTEGER PRIMARY KEY,
  key            BLOB NOT NULL UNIQUE,    -- the first 16 bytes of the SHA-256 of all columns below
  format         TEXT NOT NULL,           -- dpkg, rpm, apk, pacman, windows
  name           TEXT NOT NULL,
  version        TEXT NOT NULL,           -- whole: epoch unless zero, release
  architecture   TEXT,
  source         TEXT,
  source_version TEXT,
  vendor         TEXT,
  module         TEXT,                    -- the module stream a package of the RHEL family was built for
  size           INTEGER
) STRICT;

CREATE TABLE host_packages (
  host_id      INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  package_id   INTEGER NOT NULL REFERENCES packages (id),
  installed_at INTEGER,
  PRIMARY KEY (host_id, package_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX host_packages_package ON host_packages (package_id);

-- What differed between one inventory of a host and the next.
CREATE TABLE package_changes (
  host_id      INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  report_id    INTEGER NOT NULL,          -- the report that told
  number       INTEGER NOT NULL,          -- in the order of names within it
  detected_at  INTEGER NOT NULL,
  change       TEXT NOT NULL CHECK (change IN ('installed', 'removed', 'upgraded', 'downgraded')),
  from_package INTEGER,                   -- packages.id, null: it was not there
  to_package   INTEGER,                   -- packages.id, null: it is gone
  PRIMARY KEY (host_id, report_id, number)
) STRICT, WITHOUT ROWID;
