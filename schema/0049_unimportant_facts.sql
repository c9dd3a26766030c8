-- Whether its publisher rates a finding unimportant: lists and counts leave it out. Computed when it is read, from the
-- text that JSON.stringify writes: inside a JSON string its quotes would be escaped.
ALTER TABLE facts ADD COLUMN unimportant INTEGER NOT NULL GENERATED ALWAYS AS (instr(basis, '"unimportant":true') > 0) VIRTUAL;
