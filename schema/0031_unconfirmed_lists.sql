-- A package list that lost many packages at once, as a hash of the ids of its packages: its removals count when the next
-- report has the same list. null: the list of the latest report counts.
ALTER TABLE inventories ADD COLUMN unconfirmed_list TEXT;
