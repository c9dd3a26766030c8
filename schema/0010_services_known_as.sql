-- JSON {service, product, version, revision, tls: certificate or null}: what a port told when it told most, where it tells less now; null: it tells what it told.
-- What was found there stands on it: hiding a version mends nothing.
ALTER TABLE services ADD COLUMN known_as TEXT;
