-- The events of tasks, agents and feeds in one sequence, as /ws/events sends them
-- (docs/decisions/031-one-sequence-of-events.md). Progress of tasks and feeds is not stored.
CREATE TABLE events (
  seq         INTEGER PRIMARY KEY AUTOINCREMENT,
  event       TEXT NOT NULL,              -- agent.… as in agent_events; task.<started|host_done|completed|failed|stopped>;
                                          -- feed.update.<started|finished|failed>
  time        INTEGER NOT NULL,           -- Unix seconds
  agent_seq   INTEGER,                    -- of agents: agent_events.seq, which has the other columns
  task_id     INTEGER,                    -- of tasks; events outlive their task
  template_id INTEGER,
  percent     INTEGER,
  state       TEXT,
  host_id     INTEGER,                    -- of task.host_done, with ip and outcome
  ip          TEXT,
  outcome     TEXT,
  feed        TEXT,                       -- of feeds: the name of the feed
  error       TEXT                        -- why a task or an update failed, as a sentence
) STRICT;

INSERT INTO events (event, time, agent_seq) SELECT event, time, seq FROM agent_events ORDER BY seq;
