// Prints the size and structure of a checkout, this one by default: node scripts/metrics.mjs [folder]
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { exportingFiles, findCycles, importersOf, unusedExports } from './source-graph.mjs';
import { listFiles, readSourceTree } from './source-tree.mjs';

const SMALL = 25;
const HOME_OF_SQL = /\.(repository|statements)\.ts$/;

const root = resolve(process.argv[2] ?? '.');
const tree = readSourceTree(root);
const src = tree.filter((file) => file.path.startsWith('src/'));
const tests = tree.filter((file) => file.path.startsWith('tests/'));

const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);
const isWide = (limit) => (line) => line.length > limit;

function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function widths(files, limit) {
  return sum(files.map((file) => file.text.split('\n').filter(isWide(limit)).length));
}

function sizes(name, files) {
  const lines = files.map((file) => file.lineCount);
  return [
    [`${name}: files`, files.length],
    [`${name}: lines`, sum(lines)],
    [`${name}: lines a file, median`, quantile(lines, 0.5)],
    [`${name}: lines a file, p90`, quantile(lines, 0.9)],
    [`${name}: lines a file, maximum`, Math.max(0, ...lines)],
    [`${name}: lines over 120 characters`, widths(files, 120)],
    [`${name}: lines over 140 characters`, widths(files, 140)],
  ];
}

function structure() {
  const importers = importersOf(src);
  const small = src.filter((file) => file.lineCount <= SMALL);
  const withSql = src.filter((file) => file.sql.length > 0);
  const isValue = (_file, { isTypeOnly }) => !isTypeOnly;
  const testOnly = unusedExports(src, src).length - unusedExports(src, tree).length;
  const folders = groupByFolder();
  return [
    ['src: exported names', sum(src.map((file) => file.exports.length))],
    ['src: exported names in several files', severalHomes(src)],
    ['src: exports that no other file imports', unusedExports(src, tree).length],
    ['src: exports that only tests import', testOnly],
    ['src: groups of files in import cycles, type imports included', findCycles(src).length],
    ['src: groups of files in import cycles of values', findCycles(src, isValue).length],
    ['src: files with SQL', withSql.length],
    [
      'src: files with SQL outside repository and statements',
      withSql.filter((f) => !HOME_OF_SQL.test(f.path)).length,
    ],
    [`src: files of ${SMALL} lines or fewer`, small.length],
    ['  of these with one importer', small.filter((f) => importers.get(f.path).size === 1).length],
    [
      'src: folders with more than 15 files',
      [...folders.values()].filter((f) => f.length > 15).length,
    ],
  ];
}

function groupByFolder() {
  const folders = new Map();
  for (const file of src) {
    const folder = file.path.split('/').slice(0, -1).join('/');
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return folders;
}

function severalHomes(files) {
  return [...exportingFiles(files).values()].filter((paths) => paths.length > 1).length;
}

function documents() {
  const docs = existsSync(join(root, 'docs')) ? listFiles(root, 'docs') : [];
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const lines = docs.flatMap((path) => readFileSync(join(root, path), 'utf8').split('\n'));
  return [
    ['docs: files', docs.length],
    ['docs: lines over 120 characters', lines.filter(isWide(120)).length],
    ['README: words', readme.split(/\s+/).filter(Boolean).length],
  ];
}

/** Files that a program wrote: they count in no size of `src`. */
function generated() {
  const files = ['src/console/api/openapi.json', 'src/console/api/schema.d.ts'];
  const texts = files.map((path) => join(root, path)).filter((path) => existsSync(path));
  const lines = texts.map((path) => readFileSync(path, 'utf8').split('\n').length - 1);
  return [['generated: lines', sum(lines)]];
}

/** Tables and triggers of new databases, and the threads that the service can start. */
function database() {
  const require = createRequire(import.meta.url);
  const isOld = Number(process.versions.node.split('.')[0]) < 22;
  const Database = require(isOld ? 'better-sqlite3-node20' : 'better-sqlite3');
  const countIn = (folder, type) => {
    const sqlite = new Database(':memory:');
    for (const name of readdirSync(join(root, folder)).sort())
      if (name.endsWith('.sql')) sqlite.exec(readFileSync(join(root, folder, name), 'utf8'));
    const count = "SELECT count(*) FROM sqlite_schema WHERE type = ? AND name NOT LIKE 'sqlite_%'";
    return sqlite.prepare(count).pluck().get(type);
  };
  return [
    ['hostwarden.db: tables', countIn('schema', 'table')],
    ['hostwarden.db: triggers', countIn('schema', 'trigger')],
    ['knowledge.db: tables', countIn('schema/knowledge', 'table')],
    ['src: programs of threads', src.filter(({ path }) => /(^|[/.])worker\.ts$/.test(path)).length],
  ];
}

const rows = [
  ...sizes('src', src),
  ...structure(),
  ...sizes('tests', tests),
  ...generated(),
  ...database(),
  ...documents(),
];
const width = Math.max(...rows.map(([label]) => label.length));
for (const [label, value] of rows)
  console.log(`${label.padEnd(width)}  ${String(value).padStart(7)}`);
