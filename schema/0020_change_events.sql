-- Changes of hosts, groups, templates and acceptances are events: <resource>.<created|updated|deleted>, one for each request.
ALTER TABLE events ADD COLUMN count INTEGER;        -- of a change: how many were changed
ALTER TABLE events ADD COLUMN resource_id INTEGER;  -- of a change of one: its id
