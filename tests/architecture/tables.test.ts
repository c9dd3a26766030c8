import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { migrate, readMigrations } from '../../src/database/migrate.js';
import { openSqlite, type Sqlite } from '../../src/database/sqlite.js';
import { expectNone, type Violation } from './violations.js';
import { ROOT } from './source.js';
import { TABLE_OWNERS } from './sql-rules.js';

const TABLES = { file: 'src/database/tables.ts', name: 'Tables' };
const KNOWLEDGE_TABLES = { file: 'src/knowledge/knowledge.tables.ts', name: 'KnowledgeTables' };
const KNOWLEDGE_SCHEMA = new URL('../../schema/knowledge/', import.meta.url);

function columnsOf(sqlite: Sqlite): Map<string, string[]> {
  const tables = sqlite
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all();
  const columns = sqlite
    .prepare<[string], string>('SELECT name FROM pragma_table_xinfo(?)')
    .pluck();
  return new Map(tables.map((table) => [table, columns.all(table)]));
}

function migrated(folder?: URL): Sqlite {
  const sqlite = openSqlite(':memory:');
  migrate(sqlite, readMigrations(folder), 0);
  return sqlite;
}

/** The tables of an interface with their columns, as the compiler sees them. */
function declaredTables({ file, name }: typeof TABLES): Map<string, string[]> {
  const path = join(ROOT, file);
  const program = ts.createProgram([path], {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const declared = source?.statements
    .filter(ts.isInterfaceDeclaration)
    .find((declaration) => declaration.name.text === name);
  if (source === undefined || declared === undefined)
    throw new Error(`${file}: no interface ${name}`);
  const tables = checker.getTypeAtLocation(declared.name).getProperties();
  return new Map(
    tables.map((table) => [
      table.name,
      checker
        .getTypeOfSymbolAtLocation(table, source)
        .getProperties()
        .map((column) => column.name),
    ]),
  );
}

describe('tables of hostwarden.db', () => {
  const stored = columnsOf(migrated());
  const declared = declaredTables(TABLES);

  it('the interface Tables has no other tables and columns than the schema', () => {
    const wrong = [...declared].map(([table, columns]) => [
      table,
      columns.filter((column) => !stored.get(table)?.includes(column)),
    ]);
    expect(wrong.filter(([, columns]) => (columns?.length ?? 0) > 0)).toEqual([]);
  });

  it('the interface Tables has all tables and columns of the schema', () => {
    const missing = [...stored].flatMap(([table, columns]): Violation[] =>
      declared.has(table)
        ? columns
            .filter((column) => !declared.get(table)?.includes(column))
            .map((column) => ({ key: table, detail: `column ${column} is not in Tables` }))
        : [{ key: table, detail: 'is not in Tables' }],
    );
    expectNone('tables', missing);
  });

  it('each table has an owner', () => {
    const known = [...stored.keys(), ...columnsOf(migrated(KNOWLEDGE_SCHEMA)).keys()];
    const owned = Object.values(TABLE_OWNERS).flat();
    expect([...new Set(known)].filter((table) => !owned.includes(table))).toEqual([]);
  });
});

describe('tables of knowledge.db', () => {
  const sorted = (tables: ReadonlyMap<string, string[]>) =>
    [...tables].map(([table, columns]) => [table, columns.toSorted()]).sort();

  it('the interface KnowledgeTables has the tables and columns of the schema', () => {
    const stored = columnsOf(migrated(KNOWLEDGE_SCHEMA));
    expect(sorted(declaredTables(KNOWLEDGE_TABLES))).toEqual(sorted(stored));
  });
});
