-- Ids of vulnerabilities are found without regard to case. A row stores the id as the publisher writes it.
CREATE INDEX vulnerabilities_id_nocase ON vulnerabilities (id COLLATE NOCASE);
CREATE INDEX acceptances_vulnerability_nocase ON acceptances (vulnerability_id COLLATE NOCASE);
