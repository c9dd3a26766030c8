import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createAffectedPackageIds } from '../../../../src/feeds/load/records/affected-package-ids.js';
import { openKnowledgeForWriting } from '../../../../src/feeds/load/knowledge-writer.js';
import { openKnowledge } from '../../../../src/knowledge/open-knowledge.js';
import { NOW, temporaryFolder } from '../../../support/database.js';

/** A new knowledge.db, and its affected packages as text. */
function setUp() {
  const file = join(temporaryFolder(), 'knowledge.db');
  openKnowledge(file, NOW).close();
  const sqlite = openKnowledgeForWriting(file);
  onTestFinished(() => {
    sqlite.close();
  });
  const rows = () =>
    sqlite
      .prepare<[], string>(
        "SELECT id || ' ' || kind || ' ' || scope || ' ' || name FROM affected_packages ORDER BY id",
      )
      .pluck()
      .all();
  return { sqlite, rows };
}

it('assigns one id to each package of each ecosystem', () => {
  const { sqlite, rows } = setUp();
  const ids = createAffectedPackageIds(sqlite);
  const packages = [
    ['Debian:12', 'source', 'curl'],
    ['Debian:12', 'binary', 'curl'],
    ['Debian:11', 'source', 'curl'],
    ['Debian:12', 'source', 'curl'],
    ['Debian:12', 'source', 'nginx'],
  ] as const;
  expect(packages.map(([ecosystem, kind, name]) => ids.idsIn(ecosystem, kind)(name))).toEqual([
    1, 2, 3, 1, 4,
  ]);
  ids.flush();
  expect(rows()).toEqual([
    '1 source Debian:12 curl',
    '2 binary Debian:12 curl',
    '3 source Debian:11 curl',
    '4 source Debian:12 nginx',
  ]);
});

it.each([1, 7, 1000])(
  'finds stored and buffered packages with a cache of about %i ids',
  (maxCached) => {
    const { sqlite, rows } = setUp();
    const names = Array.from({ length: 60 }, (_, i) => `package-${i}`);
    const assignAll = (): number[] => {
      const ids = createAffectedPackageIds(sqlite, maxCached);
      const assigned = [...names, ...names].map((name, i) =>
        ids.idsIn(`Debian:${i % 3}`, 'source')(name),
      );
      ids.flush();
      return assigned;
    };
    const first = assignAll();
    expect(first.slice(60)).toEqual(first.slice(0, 60));
    expect(assignAll()).toEqual(first);
    expect(rows()).toHaveLength(60);
  },
);
