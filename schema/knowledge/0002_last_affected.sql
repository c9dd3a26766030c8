-- The last affected version of a range whose publisher names no fixed one, as published. upper is directly after its key.
-- null: there is a fixed version, or no upper bound, or the record was stored before this column existed.
ALTER TABLE ranges ADD COLUMN last_affected TEXT;
