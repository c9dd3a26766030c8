-- How many hosts there are among each 4,096 ids: the sum is the total that every page of the list tells, and a page far into the
-- list is found by skipping whole blocks. Replaces the one counter.
CREATE TABLE host_blocks (
  block INTEGER PRIMARY KEY,              -- id >> 12
  hosts INTEGER NOT NULL
) STRICT;
INSERT INTO host_blocks (block, hosts) SELECT id >> 12, count(*) FROM hosts GROUP BY 1;
DROP TRIGGER hosts_counted;
DROP TRIGGER hosts_uncounted;
CREATE TRIGGER hosts_counted AFTER INSERT ON hosts BEGIN
  INSERT INTO host_blocks (block, hosts) VALUES (new.id >> 12, 1) ON CONFLICT (block) DO UPDATE SET hosts = hosts + 1;
END;
CREATE TRIGGER hosts_uncounted AFTER DELETE ON hosts BEGIN
  UPDATE host_blocks SET hosts = hosts - 1 WHERE block = old.id >> 12;
END;
DROP TABLE counters;
