-- The version of the matching rules that the findings of a host are from (src/vulnerabilities/rules-version.ts).
-- 0: from before it was stored, so that the first start matches every host again.
ALTER TABLE host_match_states ADD COLUMN rules INTEGER NOT NULL DEFAULT 0;
