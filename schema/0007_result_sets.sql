-- Which results a set of numbers belongs to: it is removed with the last of them, and the packages of those that remain are kept.
CREATE INDEX task_results_facts ON task_results (facts_id);
CREATE INDEX task_results_state ON task_results (state_id) WHERE state_id IS NOT NULL;
