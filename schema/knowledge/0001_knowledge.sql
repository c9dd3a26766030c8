-- knowledge.db: the publishers' vulnerability data with its history. It can be rebuilt from the feed files at any time.
-- One worker writes it, one transaction per update, so that a reader sees the old or the new version as a whole.
-- A changed record is closed (until) and inserted again (since), so that matching by an earlier generation is repeatable.

-- Each change of the data is a generation. A feed's version is active from its newest generation on.
CREATE TABLE generations (
  number  INTEGER PRIMARY KEY AUTOINCREMENT,
  feed    TEXT NOT NULL,
  version TEXT,                           -- null: cleared
  at      INTEGER NOT NULL
) STRICT;
CREATE INDEX generations_feed ON generations (feed, number);

-- oldest_generation: rows closed before it are deleted.
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO counters (name, value) VALUES ('oldest_generation', 0);

CREATE TABLE feeds (
  name          TEXT PRIMARY KEY,
  version       TEXT,                     -- the publisher's version label, or the time of the newest record; null: empty
  updated_at    INTEGER,                  -- when this version became active
  checked_at    INTEGER,                  -- when the publisher was last asked
  records       INTEGER NOT NULL DEFAULT 0,
  ranges        INTEGER NOT NULL DEFAULT 0,
  rejected      INTEGER NOT NULL DEFAULT 0,
  error         TEXT                      -- of the last attempt; null: it succeeded
) STRICT, WITHOUT ROWID;

-- The source files of a feed: one for all of it (part ''), or one for each part that was loaded separately.
CREATE TABLE feed_files (
  feed          TEXT NOT NULL,
  part          TEXT NOT NULL,
  sha256        TEXT NOT NULL,
  loaded_at     INTEGER NOT NULL,
  rejected      INTEGER NOT NULL,         -- records that could not be parsed, including those not listed in rejected
  address       TEXT,                     -- URL it was fetched from; null: it was uploaded
  etag          TEXT,
  last_modified TEXT,
  PRIMARY KEY (feed, part)
) STRICT, WITHOUT ROWID;

-- Records that could not be parsed, the first thousand of each file.
CREATE TABLE rejected (
  id     INTEGER PRIMARY KEY,
  feed   TEXT NOT NULL,
  part   TEXT NOT NULL,
  record TEXT NOT NULL,
  reason TEXT NOT NULL,
  sample TEXT NOT NULL
) STRICT;
CREATE INDEX rejected_feed ON rejected (feed, part);

CREATE TABLE advisories (
  id              INTEGER PRIMARY KEY,
  feed            TEXT NOT NULL,
  part            TEXT NOT NULL,          -- v3.20-main; '' if the feed is one file
  name            TEXT NOT NULL,          -- the publisher's id: DSA-5000-1, ALSA-2024:1, CVE-2024-1
  digest          BLOB NOT NULL,          -- 16 bytes of the SHA-256 of the parsed record
  since           INTEGER NOT NULL,       -- first generation
  "until"         INTEGER NOT NULL,       -- generation in which it was closed; 9007199254740991: current
  rank            INTEGER NOT NULL,       -- source precedence for one CVE: 0 before 1 before 2; 3: an advisory, which adds
  vulnerabilities TEXT NOT NULL,          -- JSON array: its CVEs, otherwise its own id
  aliases         TEXT NOT NULL,          -- JSON array
  title           TEXT NOT NULL,
  severity        TEXT,                   -- the publisher's rating, normalized; null: none
  cvss_vector     TEXT,
  cvss_score      REAL,
  url             TEXT
) STRICT;
CREATE INDEX advisories_name ON advisories (feed, name);
CREATE INDEX advisories_current ON advisories (feed, part) WHERE "until" = 9007199254740991;
CREATE INDEX advisories_closed ON advisories ("until") WHERE "until" <> 9007199254740991;

CREATE TABLE advisory_vulnerabilities (
  vulnerability_id TEXT NOT NULL,
  advisory_id      INTEGER NOT NULL REFERENCES advisories (id),
  PRIMARY KEY (vulnerability_id, advisory_id)
) STRICT, WITHOUT ROWID;

-- Affected packages (OSV affected[].package): a package of an ecosystem, by source or binary name, or a CPE product.
CREATE TABLE affected_packages (
  id    INTEGER PRIMARY KEY,
  scope TEXT NOT NULL,                    -- ecosystem: Debian:12, Alpine:v3.21, AlmaLinux:9, cpe:a
  kind  TEXT NOT NULL,                    -- source, binary, cpe
  name  TEXT NOT NULL,                    -- openssl; openbsd:openssh
  UNIQUE (scope, kind, name)
) STRICT;

-- Version ranges from lower (inclusive) to upper (exclusive), as keys whose byte order is the ecosystem's version order.
CREATE TABLE ranges (
  id                  INTEGER PRIMARY KEY,
  advisory_id         INTEGER NOT NULL REFERENCES advisories (id),
  affected_package_id INTEGER NOT NULL REFERENCES affected_packages (id),
  since               INTEGER NOT NULL,   -- as the advisory's, for the index
  "until"             INTEGER NOT NULL,
  rank                INTEGER NOT NULL,
  vulnerability       TEXT,               -- of a record about one CVE; null: an advisory
  lower               BLOB NOT NULL,      -- x'': no lower bound
  upper               BLOB NOT NULL,      -- x'FF': no upper bound; equal to lower: empty (not affected)
  fixed               TEXT,               -- the fixed version as published; null: none
  state               TEXT NOT NULL,      -- fixed, open, undetermined, no_fix, postponed, end_of_life, subscription, not_affected
  hidden              INTEGER NOT NULL CHECK (hidden IN (0, 1)), -- 1: rated unimportant by its publisher; reported on request only
  severity            TEXT,               -- the publisher's rating for this release; null: the advisory's
  module              TEXT,               -- module stream (nodejs:18); '*': a module build of an unnamed stream; null: no module
  conditions          TEXT                -- JSON {platform: [...], binaries: {name: version}}; null: none
) STRICT;
CREATE INDEX ranges_affected ON ranges (affected_package_id, upper);
CREATE INDEX ranges_decided ON ranges (affected_package_id, vulnerability) WHERE vulnerability IS NOT NULL;
CREATE INDEX ranges_advisory ON ranges (advisory_id);

-- Known exploited vulnerabilities (CISA KEV) and exploit prediction scores (EPSS). No history: they change no finding.
CREATE TABLE kev (
  cve        TEXT PRIMARY KEY,
  date_added TEXT NOT NULL,
  due_date   TEXT,
  ransomware INTEGER NOT NULL CHECK (ransomware IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE TABLE epss (
  cve        TEXT PRIMARY KEY,
  score      REAL NOT NULL,
  percentile REAL
) STRICT, WITHOUT ROWID;
