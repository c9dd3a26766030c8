// Prints the files of src under 25 lines with one importer, candidates to merge: node scripts/small-files.mjs [folder]
import { resolve } from 'node:path';
import { importersOf } from './source-graph.mjs';
import { readSourceTree } from './source-tree.mjs';

const MAX_LINES = 24;
/** Entries of plug-in lists, worker entries, tables and schemas have a file of their own at any size. */
const EXEMPT =
  /^src\/(pentest\/(checks\/weaknesses|detect\/protocols)|feeds\/formats)\/|\.(table|schemas|worker|messages)\.ts$|\/worker\.ts$/;

const files = readSourceTree(resolve(process.argv[2] ?? '.'), ['src']);
const importers = importersOf(files);
const candidates = files.filter(
  ({ path, lineCount }) =>
    lineCount <= MAX_LINES && !EXEMPT.test(path) && importers.get(path).size === 1,
);
for (const { path, lineCount } of candidates) {
  const [importer] = importers.get(path);
  console.log(`${String(lineCount).padStart(3)}  ${path}  <- ${importer}`);
}
console.log(`${candidates.length} files`);
