import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const MIN_COMPRESSED_BYTES = 300;

/** Writes the compressed forms beside the files, so that the service never compresses. */
const compress = (): Plugin => ({
  name: 'compress',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle)) {
      const file = join(dir, name);
      const bytes = readFileSync(file);
      if (bytes.length < MIN_COMPRESSED_BYTES || name.endsWith('.html')) continue;
      writeFileSync(`${file}.br`, brotliCompressSync(bytes));
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
});

/** Returns the pattern of modules in these folders of the console. */
function within(...folders: readonly string[]): RegExp {
  return new RegExp(`console/(${folders.join('|')})/`);
}

/** Returns the pattern of what matches one of them. */
function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}

/**
 * The screens of an area are one file, and shared parts another. A file for each screen is a fifth larger when
 * compressed, for each stores the words that they have in common.
 */
const GROUPS = [
  {
    name: 'palette', // loaded by its key
    test: /console\/app\/palette\/(palette(-items)?|actions-in-view)\./,
    priority: 3,
  },
  {
    name: 'findings',
    test: anyOf(
      within('screens/hosts?', 'screens/(findings|vulnerability|acceptances)', 'parts/accept'),
      /pictures\/timeline-picture/,
    ),
    priority: 2,
  },
  {
    name: 'tasks',
    test: anyOf(
      within('screens/(tasks?|templates?|template-form|calendar)', 'parts/diff'),
      /pictures\/(chain|calendar)-picture/,
    ),
    priority: 2,
  },
  {
    name: 'settings',
    test: anyOf(within('screens/(settings|audit)'), /src\/audit\/words\//),
    priority: 2,
  },
  { name: 'agents', test: within('screens/(agents|agent-batch)'), priority: 2 },
  { name: 'overview', test: within('screens/overview'), priority: 2 },
  {
    name: 'parts',
    test: /./,
    priority: 1,
  },
];

/** The build of the console: src/console → dist/console. */
export default defineConfig({
  root: 'src/console',
  base: './', // right under any prefix
  plugins: [compress()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    assetsDir: 'a',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    target: ['chrome123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: GROUPS, includeDependenciesRecursively: false } },
    },
  },
});
