-- The ecosystems of all inventories are read with each summary and each list of feeds.
CREATE INDEX inventories_scopes ON inventories (scopes);
