import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqlite } from '../../src/database/sqlite.js';
import { openKnowledge, readKnowledge } from '../../src/knowledge/open-knowledge.js';
import { NOW, temporaryFolder } from '../support/database.js';

function open(file = join(temporaryFolder(), 'knowledge.db'), after = 0) {
  const knowledge = openKnowledge(file, NOW, after);
  onTestFinished(() => {
    if (knowledge.sqlite.open) knowledge.close();
  });
  return knowledge;
}

function write(file: string, sql: string): void {
  const sqlite = openSqlite(file);
  sqlite.exec(sql);
  sqlite.close();
}

describe('openKnowledge', () => {
  it('creates an empty, read-only database that only its owner can read', () => {
    const { file, sqlite, generation, feedVersion, quarantined } = open();
    expect([generation(), feedVersion('kev'), quarantined]).toEqual([0, null, null]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(() => sqlite.exec("INSERT INTO feeds (name) VALUES ('kev')")).toThrow(/readonly/);
  });

  it('has a feed while one of them has data: not before the first, not after all were removed', () => {
    const { file } = open();
    const { hasFeed } = readKnowledge(file);
    const has = ["('kev', 'a', 1)", "('nvd', 'b', 2)", "('kev', NULL, 3)", "('nvd', NULL, 4)"];
    const answers = has.map((row) => {
      write(file, `INSERT INTO generations (feed, version, at) VALUES ${row}`);
      return hasFeed();
    });
    expect([readKnowledge(open().file).hasFeed(), ...answers]).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('returns the version of a feed at each generation, also on a second connection', () => {
    const { file, generation } = open();
    write(
      file,
      "INSERT INTO generations (feed, version, at) VALUES ('kev', 'a', 1), ('nvd', 'b', 2), ('kev', NULL, 3), ('kev', 'c', 4)",
    );
    const other = readKnowledge(file);
    expect(generation()).toBe(4);
    expect([0, 1, 2, 3, 4, undefined].map((g) => other.feedVersion('kev', g))).toEqual([
      null,
      'a',
      'a',
      null,
      'c',
      'c',
    ]);
    other.close();
  });

  it('reads one state of the database in a snapshot', () => {
    const { file, generation, snapshot } = open();
    snapshot(() => {
      expect(generation()).toBe(0);
      write(file, "INSERT INTO generations (feed, version, at) VALUES ('kev', 'a', 1)");
      expect(snapshot(generation)).toBe(0);
    });
    expect(generation()).toBe(1);
  });

  it.each([
    ['not a database', (file: string) => writeFileSync(file, 'no database at all'.repeat(100))],
    [
      'of a newer program',
      (file: string) => {
        open(file).close();
        write(
          file,
          "INSERT INTO migrations (id, name, sha256, applied_at) VALUES (9000, '9000_later.sql', '', 0)",
        );
      },
    ],
    [
      'of another schema',
      (file: string) => {
        open(file).close();
        write(file, "UPDATE migrations SET sha256 = 'other'");
      },
    ],
  ])('moves a file away that is %s, and continues with the next generation', (_what, spoil) => {
    const file = join(temporaryFolder(), 'knowledge.db');
    spoil(file);
    const knowledge = open(file, 17);
    expect(knowledge.quarantined?.file).toBe(`${file}.unusable`);
    expect(existsSync(`${file}.unusable`)).toBe(true);
    expect([knowledge.generation(), knowledge.oldestGeneration()]).toEqual([17, 17]);
    write(file, "INSERT INTO generations (feed, version, at) VALUES ('kev', 'a', 1)");
    expect(knowledge.generation()).toBe(18);
  });

  it('throws for a missing directory, which is not a damaged file', () => {
    expect(() => open(join(temporaryFolder(), 'no', 'such', 'folder.db'))).toThrow();
  });
});
