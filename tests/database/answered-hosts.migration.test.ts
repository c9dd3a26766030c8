import { expect, it } from 'vitest';
import { openDatabase } from '../../src/database/database.js';
import { addHosts, temporaryFolder } from '../support/database.js';

const UNDO = `
  DROP INDEX hosts_answered;
  DROP TRIGGER hosts_counted; DROP TRIGGER hosts_uncounted; DROP TRIGGER hosts_answered;
  DROP TRIGGER unanswered_named; DROP TRIGGER unanswered_grouped; DROP TRIGGER unanswered_pinned;
  DROP TRIGGER task_unanswered;
  CREATE TRIGGER hosts_counted AFTER INSERT ON hosts BEGIN SELECT 1; END;
  CREATE TRIGGER hosts_uncounted AFTER DELETE ON hosts BEGIN SELECT 1; END;
  CREATE TRIGGER unanswered_named AFTER UPDATE OF ip, name ON hosts BEGIN SELECT 1; END;
  ALTER TABLE host_blocks DROP COLUMN unanswered;
  ALTER TABLE tasks DROP COLUMN hosts_unanswered;
  ALTER TABLE audit DROP COLUMN resource_name;
  DELETE FROM migrations WHERE id = 25`;

it('keeps as hosts the addresses without an answer that a person described, grouped or listed', async () => {
  const file = `${temporaryFolder()}/old.db`;
  const old = openDatabase(file, 0);
  const [answered, described, grouped, listed, ofRange] = addHosts(old, 5);
  const { sqlite } = old;
  sqlite.exec(UNDO);
  sqlite.exec(`
    UPDATE hosts SET unanswered = 1 WHERE id <> ${answered};
    UPDATE hosts SET description = 'rack 1' WHERE id = ${described};
    INSERT INTO groups (id, name, created_at, updated_at) VALUES (1, 'g', 0, 0);
    INSERT INTO group_hosts (group_id, host_id) VALUES (1, ${grouped});
    UPDATE hosts SET unanswered = 1 WHERE id = ${grouped};
    INSERT INTO templates (id, name, type, params, created_at, updated_at)
      VALUES (1, 'a', 'pentest', NULL, 0, 0), (2, 'b', 'pentest', '{"ranges":["10.0.0.0/24"]}', 0, 0);
    INSERT INTO template_hosts (template_id, host_id) VALUES (1, ${listed}), (2, ${ofRange});
    INSERT INTO tasks (id, templates_id, task_type, status, state, "trigger", hosts_total, created_at, updated_at)
      VALUES (1, 2, 'pentest', 'completed', '', 'cli', 2, 0, 0);
    INSERT INTO audit (time, action, resource, resource_id, count, changes, outcome) VALUES
      (1, 'update', 'template', '1', 1, NULL, 'ok'), (1, 'run', 'template', '9', 1, NULL, 'ok'),
      (2, 'delete', 'template', '9', 1, '{"name":["weekly",null]}', 'ok');
    INSERT INTO task_hosts (task_id, host_id, ip, name, outcome, unanswered)
      VALUES (1, ${answered}, '', '', 'done', 0), (1, ${ofRange}, '', '', 'unreachable', 1)`);
  await old.close();
  const migrated = openDatabase(file, 0);
  const read = (sql: string) => migrated.sqlite.prepare(sql).pluck().all();
  expect(read('SELECT id FROM hosts WHERE unanswered = 1')).toEqual([ofRange]);
  expect(read('SELECT hosts - unanswered FROM host_blocks')).toEqual([4]);
  expect(read('SELECT hosts_unanswered FROM tasks')).toEqual([1]);
  expect(read('SELECT resource_name FROM audit ORDER BY id')).toEqual(['a', 'weekly', 'weekly']);
  await migrated.close();
});
