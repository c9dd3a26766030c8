-- Ids of vulnerabilities are found without regard to case. A row stores the id as the publisher writes it.
CREATE INDEX vulnerabilities_id_nocase ON vulnerabilities (id COLLATE NOCASE);
CREATE INDEX acceptances_vulnerability_nocase ON acceptances (vulnerability_id COLLATE NOCASE);

-- Names of templates are unique without regard to case, which requests check: doubles of before stay. The templates of
-- the command "scan" are named by its arguments, and take no name from others.
ALTER TABLE templates ADD COLUMN shares_name INTEGER NOT NULL DEFAULT 0 CHECK (shares_name IN (0, 1));
UPDATE templates SET shares_name = 1 WHERE type = 'pentest' AND name LIKE 'scan %';
