-- knowledge.db: the publishers' vulnerability data, as it is and as it was. It can be made anew from the feeds at any time.
-- Written by one worker only, one transaction an update, so that readers see the old or the new version whole.
-- A record that changed is closed (until) and written anew (since), so that the judgement of an earlier day can be repeated.

-- Each change of the knowledge has a number; a feed's version holds from its newest number on.
CREATE TABLE generations (
  number  INTEGER PRIMARY KEY AUTOINCREMENT,
  feed    TEXT NOT NULL,
  version TEXT,                           -- null: emptied
  at      INTEGER NOT NULL
) STRICT;
CREATE INDEX generations_feed ON generations (feed, number);
-- oldest_generation: rows that went before it are no longer kept.
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO counters (name, value) VALUES ('oldest_generation', 0);
CREATE TABLE feeds (
  name          TEXT PRIMARY KEY,
  version       TEXT,                     -- the publisher's, or the time of the newest record; null: empty
  updated_at    INTEGER,                  -- when this version came in force
  checked_at    INTEGER,                  -- when the publisher was last asked
  records       INTEGER NOT NULL DEFAULT 0,
  ranges        INTEGER NOT NULL DEFAULT 0,
  rejected      INTEGER NOT NULL DEFAULT 0,
  error         TEXT                      -- of the last attempt; null: it went well
) STRICT, WITHOUT ROWID;
-- The files that a feed was read from: one for all of it (part ''), or one for each part that came alone.
CREATE TABLE feed_files (
  feed          TEXT NOT NULL,
  part          TEXT NOT NULL,
  sha256        TEXT NOT NULL,
  loaded_at     INTEGER NOT NULL,
  rejected      INTEGER NOT NULL,         -- records that were not understood, also those that are not listed
  address       TEXT,                     -- where it was fetched, and what the publisher calls this state of it; null: it was sent
  etag          TEXT,
  last_modified TEXT,
  PRIMARY KEY (feed, part)
) STRICT, WITHOUT ROWID;
-- Records that were not understood, the first thousand of each file.
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
  part            TEXT NOT NULL,          -- v3.20-main; '' where a feed is one file
  name            TEXT NOT NULL,          -- the publisher's id: DSA-5000-1, ALSA-2024:1, CVE-2024-1
  digest          BLOB NOT NULL,          -- 16 bytes of the SHA-256 of the record as it was understood
  since           INTEGER NOT NULL,       -- the generation it came with
  "until"         INTEGER NOT NULL,       -- the generation it went with; 9007199254740991: it is in force
  rank            INTEGER NOT NULL,       -- who decides about a CVE: 0 before 1 before 2; 3: an advisory, which adds
  vulnerabilities TEXT NOT NULL,          -- JSON array: the CVEs it is about, else its own id
  aliases         TEXT NOT NULL,          -- JSON array
  title           TEXT NOT NULL,
  severity        TEXT,                   -- the publisher's own judgement, in our words; null: none
  cvss_vector     TEXT,
  cvss_score      REAL,
  url             TEXT
) STRICT;
CREATE INDEX advisories_name ON advisories (feed, name);
CREATE INDEX advisories_in_force ON advisories (feed, part) WHERE "until" = 9007199254740991;
CREATE INDEX advisories_gone ON advisories ("until") WHERE "until" <> 9007199254740991;
CREATE TABLE advisory_vulnerabilities (
  vulnerability_id TEXT NOT NULL,
  advisory_id      INTEGER NOT NULL REFERENCES advisories (id),
  PRIMARY KEY (vulnerability_id, advisory_id)
) STRICT, WITHOUT ROWID;
-- Where a range may hit: a package of a release (by its source's name or its own), or a product in the terms of CPE.
CREATE TABLE places (
  id    INTEGER PRIMARY KEY,
  scope TEXT NOT NULL,                    -- Debian:12, Alpine:v3.21, AlmaLinux:9, cpe:a
  kind  TEXT NOT NULL,                    -- source, binary, cpe
  name  TEXT NOT NULL,                    -- openssl; openbsd:openssh
  UNIQUE (scope, kind, name)
) STRICT;
-- Versions from lower (included) to upper (not included), as keys whose byte order is the ecosystem's version order.
CREATE TABLE ranges (
  id            INTEGER PRIMARY KEY,
  advisory_id   INTEGER NOT NULL REFERENCES advisories (id),
  place_id      INTEGER NOT NULL REFERENCES places (id),
  since         INTEGER NOT NULL,         -- as the advisory's, for the index
  "until"       INTEGER NOT NULL,
  rank          INTEGER NOT NULL,
  vulnerability TEXT,                     -- of a record that decides about one CVE; null: an advisory
  lower         BLOB NOT NULL,            -- x'': from the beginning
  upper         BLOB NOT NULL,            -- x'FF': no end; equal to lower: nothing (not affected)
  fixed         TEXT,                     -- the fixed version as published; null: none
  state         TEXT NOT NULL,            -- fixed, open, undetermined, no_fix, postponed, end_of_life, subscription, not_affected
  hidden        INTEGER NOT NULL CHECK (hidden IN (0, 1)),  -- 1: unimportant in the publisher's eyes: told only when asked for
  severity      TEXT,                     -- the publisher's judgement for this release; null: the advisory's
  module        TEXT,                     -- the module stream (nodejs:18) it is for; '*': a module build of an unnamed stream; null: no module
  conditions    TEXT                      -- JSON, null: none. {platform: [...], binaries: {name: version}}
) STRICT;
CREATE INDEX ranges_affected ON ranges (place_id, upper);
CREATE INDEX ranges_decided ON ranges (place_id, vulnerability) WHERE vulnerability IS NOT NULL;
CREATE INDEX ranges_advisory ON ranges (advisory_id);
-- Which vulnerabilities are exploited (CISA), and how likely that is (EPSS). Without history: they change no finding.
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
