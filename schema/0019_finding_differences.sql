-- Which findings appeared and disappeared, behind the counts of finding_days: a row for each change of the findings of a
-- host, written in the same transaction. The lists are JSON arrays of ids of facts, without findings rated unimportant.
-- Rows are kept for 90 days (docs/decisions/038-flat-findings.md), also those of deleted hosts. The garbage collection
-- keeps facts that a row refers to.
CREATE TABLE finding_differences (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  at          INTEGER NOT NULL,           -- Unix seconds
  host_id     INTEGER NOT NULL,
  cause       TEXT NOT NULL CHECK (cause IN ('target', 'knowledge', 'both')),
  appeared    TEXT NOT NULL,
  disappeared TEXT NOT NULL
) STRICT;
CREATE INDEX finding_differences_at ON finding_differences (at);
