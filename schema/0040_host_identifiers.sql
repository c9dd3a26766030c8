-- What a machine is recognized by, beside its address: JSON array of HostIdentifier, as this task saw it. NULL: nothing.
ALTER TABLE task_results ADD COLUMN identifiers TEXT;
-- The same for the hosts as they are now, over all tasks. Times: Unix seconds.
CREATE TABLE host_identifiers (
  host_id    INTEGER NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  kind       TEXT    NOT NULL,  -- ssh_host_key | certificate | mac
  value      TEXT    NOT NULL,  -- a fingerprint or an address
  port       INTEGER,           -- where it was seen last; NULL: the whole host
  subject    TEXT,              -- of a certificate
  first_seen INTEGER NOT NULL,
  last_seen  INTEGER NOT NULL,
  task_id    INTEGER NOT NULL,  -- that saw it last
  ended_at   INTEGER,           -- when another device answered at the address; NULL: of the device that is there
  PRIMARY KEY (host_id, kind, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX host_identifiers_by_value ON host_identifiers (kind, value);
