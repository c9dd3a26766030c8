-- Channels, rules and the outbox of notifications (docs/decisions/028-notifications.md). A row of the outbox is written
-- in the transaction of the change that it reports; what it says is read later, outside of it.
CREATE TABLE notification_channels (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL UNIQUE,
  type       TEXT NOT NULL CHECK (type IN ('webhook', 'email')),
  format     TEXT CHECK (format IN ('json', 'slack', 'mattermost', 'teams', 'matrix', 'ntfy')),  -- null: email
  recipients TEXT NOT NULL,               -- JSON array of addresses; of email only
  mail_from  TEXT,                        -- null: MAIL_FROM
  secret     BLOB NOT NULL,               -- sealed JSON {url, secret, smtp_url, smtp_password}: most URLs are secrets
  enabled    INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((type = 'email') = (format IS NULL))
) STRICT;

CREATE TABLE notification_rules (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  channel_id      INTEGER NOT NULL REFERENCES notification_channels (id) ON DELETE CASCADE,
  events          TEXT NOT NULL,          -- JSON array
  severity        TEXT,                   -- lowest severity of findings; null: any
  risk_min        REAL,                   -- lowest risk of findings, 0 to 100; null: any
  template_ids    TEXT,                   -- JSON arrays of ids; null: all
  group_ids       TEXT,
  host_ids        TEXT,
  digest          TEXT CHECK (digest IN ('daily', 'weekly')),
  next_digest_at  INTEGER,                -- null: no digest
  offline_minutes INTEGER NOT NULL,       -- of agent.offline
  expiring_days   INTEGER NOT NULL,       -- of certificate.expiring and acceptance.expiring
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL
) STRICT;
CREATE INDEX notification_rules_channel ON notification_rules (channel_id);

-- The id is the idempotency key: it begins with the time, so that an older backup does not use it again.
CREATE TABLE notification_deliveries (
  id              INTEGER PRIMARY KEY,
  channel_id      INTEGER NOT NULL REFERENCES notification_channels (id) ON DELETE CASCADE,
  rule_id         INTEGER,                -- outlives the rule
  event           TEXT NOT NULL,
  task_id         INTEGER,                -- outlives the task
  stage           TEXT NOT NULL CHECK (stage IN ('examine', 'held', 'ready')),  -- held: waits for the digest of its rule
  facts           TEXT,                   -- JSON, what happened; null: the task says it
  message         TEXT,                   -- JSON, what is sent; null: not examined yet, or no longer needed
  state           TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'failed')),
  attempts        INTEGER NOT NULL,
  next_attempt_at INTEGER,                -- null: none will be made
  last_error      TEXT,
  created_at      INTEGER NOT NULL,
  sent_at         INTEGER
) STRICT;
CREATE INDEX notification_deliveries_ready ON notification_deliveries (channel_id, next_attempt_at)
  WHERE state = 'pending' AND stage = 'ready';
CREATE INDEX notification_deliveries_unread ON notification_deliveries (next_attempt_at)
  WHERE state = 'pending' AND stage = 'examine';
CREATE INDEX notification_deliveries_rule ON notification_deliveries (rule_id) WHERE stage <> 'ready';
CREATE INDEX notification_deliveries_channel ON notification_deliveries (channel_id, id);
CREATE INDEX notification_deliveries_created ON notification_deliveries (created_at);

-- Conditions that a rule has announced: each is announced once, until it has ended.
CREATE TABLE notification_marks (
  rule_id      INTEGER NOT NULL REFERENCES notification_rules (id) ON DELETE CASCADE,
  event        TEXT NOT NULL,
  subject      TEXT NOT NULL,
  announced_at INTEGER NOT NULL,
  PRIMARY KEY (rule_id, event, subject)
) STRICT, WITHOUT ROWID;
