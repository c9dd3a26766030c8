-- When a feed is fetched again whose files were not all loaded, in Unix seconds. null: the last update was complete.
ALTER TABLE feeds ADD COLUMN retry_at INTEGER;

-- The generation with which a file was first loaded. null: the file was loaded before this column existed.
ALTER TABLE feed_files ADD COLUMN since INTEGER;
