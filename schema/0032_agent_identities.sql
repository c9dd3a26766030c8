-- The machine of an agent, by its first report since the installation or the last update. null: not known.
ALTER TABLE agents ADD COLUMN machine_id TEXT;  -- a hash of /etc/machine-id
ALTER TABLE agents ADD COLUMN host_name TEXT;   -- of its latest report
