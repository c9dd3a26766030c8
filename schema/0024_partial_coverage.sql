-- What the latest report has of the package list. whole: all of it; partly: entries are unreadable, or the list was cut;
-- unreadable: nothing of it; missing: the report has none. In the last two, packages are from an earlier report.
ALTER TABLE inventories ADD COLUMN package_list TEXT NOT NULL DEFAULT 'whole' CHECK (package_list IN ('whole', 'partly', 'unreadable', 'missing'));
UPDATE inventories SET package_list = 'unreadable' WHERE packages_read = 0 OR packages_count = 0;
UPDATE inventories SET package_list = 'partly' WHERE package_list = 'whole' AND EXISTS (
  SELECT 1 FROM json_each(warnings) WHERE value ->> 'message' LIKE '% entries are unreadable' OR value ->> 'message' LIKE 'only the first % packages were read');

-- The same of the report that a task used. Not used for ports.
ALTER TABLE task_results ADD COLUMN package_list TEXT NOT NULL DEFAULT 'whole' CHECK (package_list IN ('whole', 'partly', 'unreadable', 'missing'));

-- How the weakness checks of the port ended in its last scan. done: each that applies has a result; inconclusive: one has
-- none; none: none applies; off: they were switched off; null: not known, from an earlier version.
ALTER TABLE services ADD COLUMN checks TEXT CHECK (checks IN ('done', 'inconclusive', 'none', 'off'));
