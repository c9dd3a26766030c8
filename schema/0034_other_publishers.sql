-- Packages that another publisher than the distribution built, which its data does not cover: JSON of OtherPackages;
-- NULL: none is known.
ALTER TABLE host_match_states ADD COLUMN other_packages TEXT;
ALTER TABLE task_results ADD COLUMN other_packages TEXT;
