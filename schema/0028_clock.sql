-- The observations of the clock: nothing is deleted because of a clock that was wrong. Times are Unix seconds.
CREATE TABLE clock (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  seen_at  INTEGER NOT NULL,   -- the clock at the last reading
  highest  INTEGER NOT NULL,   -- the latest time that it showed, less the jumps back
  observed INTEGER NOT NULL    -- seconds that the service has run, by a clock that never jumps
) STRICT;

-- Jumps that were noticed, oldest first.
CREATE TABLE clock_jumps (
  id         INTEGER PRIMARY KEY,
  noticed_at INTEGER NOT NULL,  -- by the clock after the jump
  seconds    INTEGER NOT NULL,  -- positive: the clock jumped ahead, or the service did not run
  lag        INTEGER NOT NULL,  -- seconds that retention does not count yet, at most `seconds`
  observed   INTEGER NOT NULL   -- `clock.observed` at the jump
) STRICT;

-- Until now only the newest lines show when the service was last there.
INSERT INTO clock (id, seen_at, highest, observed)
  SELECT 1, max(time), max(time), 0
  FROM (SELECT max(time) AS time FROM audit UNION ALL SELECT max(time) FROM events)
  HAVING max(time) IS NOT NULL;
