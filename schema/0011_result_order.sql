-- Results in the order in which they were seen, which need not be that of their tasks where two of one template work at a time. 0: before this was noted.
ALTER TABLE task_results ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
-- One row: the number of the newest result.
CREATE TABLE newest_result (number INTEGER NOT NULL) STRICT;
INSERT INTO newest_result (number) VALUES (0);
