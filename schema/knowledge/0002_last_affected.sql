-- The last affected version of a range whose publisher names no fixed one, as published. upper is directly after its key.
-- null: there is a fixed version, or no upper bound, or the record was stored before this column existed.
ALTER TABLE ranges ADD COLUMN last_affected TEXT;

-- A record whose digest differs from that of its file is stored again when its feed is loaded next, with the new column.
UPDATE advisories SET digest = randomblob(16) WHERE "until" = 9007199254740991 AND id IN
  (SELECT advisory_id FROM ranges WHERE fixed IS NULL AND state <> 'not_affected' AND upper <> x'FF');
