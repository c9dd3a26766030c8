-- A session that was started with the code of another one ends with it, and not later.
ALTER TABLE sessions ADD COLUMN parent_id INTEGER REFERENCES sessions (id) ON DELETE CASCADE;
CREATE INDEX sessions_parent ON sessions (parent_id);
-- Each sign-in reads the sessions of its token, and those that have ended.
CREATE INDEX sessions_token_use ON sessions (token_sha256, last_used_at);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE INDEX sessions_use ON sessions (last_used_at);
