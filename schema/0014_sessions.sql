-- Sessions of the console in the browser (docs/decisions/033-sessions.md). A session has two halves: a cookie, and a
-- value that the page sends as a header.
CREATE TABLE sessions (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  cookie_sha256 BLOB NOT NULL UNIQUE,     -- SHA-256 of the cookie
  header_sha256 BLOB NOT NULL,            -- SHA-256 of the header Hostwarden-Session
  token_id      INTEGER REFERENCES tokens (id) ON DELETE CASCADE, -- null: API_TOKEN
  token_sha256  BLOB NOT NULL,            -- of the token that the session has its rights from
  role          TEXT NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')), -- at most; the token's, if that is lower
  created_at    INTEGER NOT NULL,         -- Unix seconds, as the other times
  last_used_at  INTEGER NOT NULL,
  expires_at    INTEGER NOT NULL,         -- however often it is used
  address       TEXT NOT NULL,            -- of the sign-in
  user_agent    TEXT                      -- of the sign-in, cleaned and cut
) STRICT;
CREATE INDEX sessions_token ON sessions (token_id);
