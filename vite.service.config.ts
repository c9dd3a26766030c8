import { readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const SOURCE = resolve('src');
const OUTPUT = 'dist';

/** The command and each thread: threads are started by the URL of their file. */
const entries = () =>
  Object.fromEntries(
    readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
      .filter((file) => file === 'main.ts' || /(^|[/\\])(worker|[^/\\]+\.worker)\.ts$/.test(file))
      .map((file) => [toSlashes(file).replace(/\.ts$/, ''), join(SOURCE, file)]),
  );

const toSlashes = (path: string) => path.split(sep).join('/');

const MODULE_URL = /__MODULE_URL__\("([^"]+)"\)/g;

/** Keeps `import.meta.url` the URL that a module has without a bundle: threads and resources are relative to it. */
const moduleUrls = (): Plugin => ({
  name: 'module-urls',
  transform(code, id) {
    if (!id.startsWith(SOURCE + sep) || !code.includes('import.meta.url')) return null;
    const file = toSlashes(relative(SOURCE, id)).replace(/\.ts$/, '.js');
    return { code: code.replaceAll('import.meta.url', `__MODULE_URL__("${file}")`), map: null };
  },
  renderChunk: (code, { fileName }) =>
    code.replace(MODULE_URL, (_, file: string) => {
      const path = toSlashes(relative(dirname(fileName), file));
      return `new URL(${JSON.stringify(`./${path}`)}, import.meta.url).href`;
    }),
});

/** They name their folder in comments, or in code that the service does not run. */
const UNUSED_FOLDERS =
  /node_modules\/(?:pino|thread-stream|commander|@colors\/colors|@fastify\/swagger)\//;

/** Refuses a package that reads files of its folder: a bundle has no such folder. */
const noFolders = (): Plugin => ({
  name: 'no-folders',
  transform(code, id) {
    if (id.includes('node_modules') && /\b__dirname\b/.test(code) && !UNUSED_FOLDERS.test(id))
      this.error(`${id} reads its folder: add its package to EXTERNAL and to the dependencies`);
  },
});

/** Native packages, and those that read their own files, stay packages. */
const EXTERNAL = ['@fastify/swagger-ui', 'ssh2', /^better-sqlite3/, 'koffi'];

/** The build of the service and the command: src → dist, a few files in place of a thousand modules. */
export default defineConfig({
  plugins: [moduleUrls(), noFolders()],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: OUTPUT,
    emptyOutDir: true,
    target: 'node20',
    minify: false, // stack traces stay readable
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: entries(),
      external: EXTERNAL,
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
