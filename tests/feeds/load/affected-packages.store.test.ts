import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createAffectedPackageIds } from '../../../src/feeds/load/affected-packages.store.js';
import { openKnowledgeForWriting } from '../../../src/feeds/load/knowledge-writer.js';
import { openKnowledge } from '../../../src/knowledge/open-knowledge.js';
import { NOW, temporaryFolder } from '../../support/database.js';

function writer() {
  const file = join(temporaryFolder(), 'knowledge.db');
  openKnowledge(file, NOW).close();
  const sqlite = openKnowledgeForWriting(file);
  onTestFinished(() => {
    sqlite.close();
  });
  const rows = () =>
    sqlite
      .prepare<[], string>(
        "SELECT id || ' ' || kind || ' ' || scope || ' ' || name FROM places ORDER BY id",
      )
      .pluck()
      .all();
  return { sqlite, rows };
}

it('gives each package of each scope one number', () => {
  const { sqlite, rows } = writer();
  const places = createAffectedPackageIds(sqlite);
  const numbers = [
    ['Debian:12', 'source', 'curl'],
    ['Debian:12', 'binary', 'curl'],
    ['Debian:11', 'source', 'curl'],
    ['Debian:12', 'source', 'curl'],
    ['Debian:12', 'source', 'nginx'],
  ] as const;
  expect(numbers.map(([scope, kind, name]) => places.of(scope, kind)(name))).toEqual([
    1, 2, 3, 1, 4,
  ]);
  places.flush();
  expect(rows()).toEqual([
    '1 source Debian:12 curl',
    '2 binary Debian:12 curl',
    '3 source Debian:11 curl',
    '4 source Debian:12 nginx',
  ]);
});

it.each([1, 7, 1000])(
  'finds those of earlier, in the table or waiting for it, when it remembers about %i',
  (most) => {
    const { sqlite, rows } = writer();
    const names = Array.from({ length: 60 }, (_, i) => `package-${i}`);
    const all = (): number[] => {
      const places = createAffectedPackageIds(sqlite, most);
      const numbers = [...names, ...names].map((name, i) =>
        places.of(`Debian:${i % 3}`, 'source')(name),
      );
      places.flush();
      return numbers;
    };
    const first = all();
    expect(first.slice(60)).toEqual(first.slice(0, 60));
    expect(all()).toEqual(first);
    expect(rows()).toHaveLength(60);
  },
);
