-- The releases that the archive of a feed does not have any more. Their last records are current, in the part
-- 'kept:' || scope, with the version that the feed had before.
CREATE TABLE kept_releases (
  feed    TEXT NOT NULL,
  scope   TEXT NOT NULL,     -- ecosystem: Ubuntu:24.10
  version TEXT,
  since   INTEGER NOT NULL,  -- generations, as of advisories
  "until" INTEGER NOT NULL,
  PRIMARY KEY (feed, scope, since)
) STRICT, WITHOUT ROWID;

-- When a file with much fewer records than before was first refused, in Unix seconds. NULL: it was not.
ALTER TABLE feed_files ADD COLUMN incomplete_since INTEGER;
