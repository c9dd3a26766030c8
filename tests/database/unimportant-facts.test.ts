import { expect, it } from 'vitest';
import { migrate, readMigrations } from '../../src/database/migrate.js';
import { openSqlite } from '../../src/database/sqlite.js';

it('reads from the basis of stored facts whether they are unimportant', () => {
  const sqlite = openSqlite(':memory:');
  const steps = readMigrations();
  const before = steps.filter(({ id }) => id < 49);
  migrate(sqlite, before, 0);
  const insert = sqlite.prepare(
    `INSERT INTO facts (id, key, origin, vulnerability_id, severity, confidence, advisory, basis)
     VALUES (@id, @key, 'package', 'CVE-1', 'low', 'confirmed', 'A', @basis)`,
  );
  sqlite.exec("INSERT INTO vulnerabilities (id, title) VALUES ('CVE-1', '')");
  const bases = [
    { state: null },
    { state: null, unimportant: true },
    { evidence: '{"unimportant":true}' },
  ];
  bases.forEach((basis, id) =>
    insert.run({ id, key: Buffer.from([id]), basis: JSON.stringify(basis) }),
  );
  migrate(sqlite, steps, 0);
  const unimportant = sqlite.prepare('SELECT unimportant FROM facts ORDER BY id').pluck().all();
  expect(unimportant).toEqual([0, 1, 0]);
  sqlite.close();
});
