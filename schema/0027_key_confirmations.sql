-- A key is confirmed for one credential: the admin who logged in to a machine with one credential has not decided
-- where the others are sent. Forgetting or replacing the key ends its confirmations.
CREATE TABLE key_confirmations (
  credential_id INTEGER NOT NULL REFERENCES credentials (id) ON DELETE CASCADE,
  address       TEXT NOT NULL,
  port          INTEGER NOT NULL,
  kind          TEXT NOT NULL,
  PRIMARY KEY (credential_id, address, port, kind),
  FOREIGN KEY (address, port, kind) REFERENCES host_keys (address, port, kind) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX key_confirmations_key ON key_confirmations (address, port, kind);

-- Kept: credentials with which an admin's operation or task has logged in to a host with a confirmed key. The address
-- of an operation is known if its host was not changed since. Others are confirmed by the next login of an admin.
INSERT INTO key_confirmations (credential_id, address, port, kind)
  SELECT DISTINCT c.id, k.address, k.port, k.kind
  FROM (
    SELECT o.credential_id, h.ip
      FROM agent_operations o JOIN hosts h ON h.id = o.host_id AND h.updated_at < o.created_at
      WHERE o.login_role = 'admin' AND o.status = 'completed'
    UNION ALL
    SELECT t.params ->> '$.credential_id', th.ip
      FROM tasks t JOIN task_hosts th ON th.task_id = t.id
      WHERE t.task_type = 'inventory' AND t.login_role = 'admin' AND th.outcome = 'done'
  ) used
  JOIN credentials c ON c.id = used.credential_id
  JOIN host_keys k ON k.address = used.ip AND k.confirmed = 1
    AND k.kind = iif(c.type = 'winrm_password', 'winrm', 'ssh');
