import { describe, expect, it } from 'vitest';
import { expectNone } from './violations.js';
import { areaOf, SOURCES } from './source.js';
import { SQL_EXEMPT, TABLE_OWNERS, WRITE_EXCEPTIONS } from './sql-rules.js';

const HOME = /\.(repository|statements)\.ts$/;
const withSql = SOURCES.filter((file) => file.sql.length > 0);

const owners = new Map(
  Object.entries(TABLE_OWNERS).flatMap(([area, tables]) => tables.map((table) => [table, area])),
);

describe('SQL of src', () => {
  it('is in repositories and statements only', () => {
    const wrong = withSql
      .filter(({ path }) => !HOME.test(path) && SQL_EXEMPT.every(({ files }) => !files.test(path)))
      .map(({ path, sql }) => ({
        key: areaOf(path),
        detail: `${path}:${String(sql[0]?.line)} and ${String(sql.length - 1)} more`,
      }));
    expectNone('sql-home', wrong);
  });

  it('writes a table only in the feature that owns it', () => {
    const wrong = withSql.flatMap(({ path, sql }) =>
      sql.flatMap(({ writes, line }) =>
        writes
          .filter(
            (table) => owners.get(table) !== areaOf(path) && !isException(areaOf(path), table),
          )
          .map((table) => `${path}:${String(line)} writes ${table}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('each exception for writes is in use', () => {
    const written = new Set(
      withSql.flatMap(({ path, sql }) =>
        sql.flatMap(({ writes }) => writes.map((table) => `${areaOf(path)} ${table}`)),
      ),
    );
    const unused = WRITE_EXCEPTIONS.filter(({ area, table }) => !written.has(`${area} ${table}`));
    expect(unused).toEqual([]);
  });
});

function isException(area: string, table: string): boolean {
  return WRITE_EXCEPTIONS.some((e) => e.area === area && e.table === table);
}
