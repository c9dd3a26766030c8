-- The machine that an inventory is of, as the host reports it; NULL: not known. The logs of another one say nothing.
ALTER TABLE inventories ADD COLUMN machine_id TEXT;
