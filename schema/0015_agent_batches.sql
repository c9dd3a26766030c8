-- Batches: agent operations that one request queued for many hosts (docs/decisions/034-batches-of-agent-operations.md).
CREATE TABLE agent_batches (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  action        TEXT NOT NULL CHECK (action IN ('install', 'update', 'uninstall')),
  credential_id INTEGER NOT NULL,         -- kept when the credential is deleted
  dry_run       INTEGER NOT NULL CHECK (dry_run IN (0, 1)),
  hosts         INTEGER NOT NULL,         -- requested; each has an operation or a refusal
  created_at    INTEGER NOT NULL
) STRICT;

-- The hosts of a batch without an operation, and why. A row outlives its host.
CREATE TABLE agent_batch_refusals (
  batch_id INTEGER NOT NULL REFERENCES agent_batches (id) ON DELETE CASCADE,
  host_id  INTEGER NOT NULL,
  code     TEXT NOT NULL,                 -- an error code: not_found, operation_working, credential_not_allowed
  message  TEXT NOT NULL,                 -- a sentence
  PRIMARY KEY (batch_id, host_id)
) STRICT, WITHOUT ROWID;

ALTER TABLE agent_operations ADD COLUMN batch_id INTEGER REFERENCES agent_batches (id);  -- null: queued alone
CREATE INDEX agent_operations_batch ON agent_operations (batch_id, id) WHERE batch_id IS NOT NULL;

-- The last tasks of a template.
CREATE INDEX tasks_template ON tasks (templates_id, id);
