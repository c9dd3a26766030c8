import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
const UNUSED_FOLDERS = /node_modules\/(?:pino|thread-stream|commander|@colors\/colors)\//;
/** They name it when they are loaded, for a program and a file that the service does not use. */
const LOADED_FOLDERS = /node_modules\/ssh2\/lib\/(?:agent|protocol\/crypto\/poly1305)\.js$/;

/** Refuses a package that reads files of its folder: a bundle has no such folder. */
const noFolders = (): Plugin => ({
  name: 'no-folders',
  transform(code, id) {
    if (!id.includes('node_modules') || !/\b__dirname\b/.test(code)) return null;
    if (LOADED_FOLDERS.test(id)) return { code: code.replace(/\b__dirname\b/g, "'.'"), map: null };
    if (!UNUSED_FOLDERS.test(id)) this.error(`${id} reads its folder: add its package to EXTERNAL`);
    return null;
  },
});

/**
 * Fastify's compilers of JSON schemas, a fifth of all packages, which the service replaces; and native code of ssh2,
 * which does without it.
 */
const LEFT_OUT =
  /^@fastify\/(?:ajv|fast-json-stringify)-compiler$|^cpu-features$|\/sshcrypto\.node$/;

/** Replaces the modules that are left out by one that throws when it is loaded. */
const leaveOut = (): Plugin => ({
  name: 'leave-out',
  enforce: 'pre',
  resolveId: (id) => (LEFT_OUT.test(id) ? '\0left-out' : null),
  load: (id) =>
    id === '\0left-out' ? "module.exports = null; throw new Error('It is not bundled');" : null,
});

const DOCS_FOLDER = join(OUTPUT, 'http/openapi/static');
const SWAGGER_UI = 'node_modules/@fastify/swagger-ui/static';
const DOCS_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png'];

const SWAGGER_UI_NOTICE =
  'Swagger UI (https://github.com/swagger-api/swagger-ui). Copyright SmartBear Software Inc.\n' +
  'Its license follows.\n\n';
/** The text of the Apache License, Version 2.0, from another package: the one with Swagger UI does not contain it. */
const APACHE_LICENSE = 'node_modules/typescript/LICENSE.txt';

/** Adds the files of the page at /docs, and the OpenAPI document of the service that was built. */
const apiReference = (): Plugin => ({
  name: 'api-reference',
  async closeBundle() {
    for (const name of DOCS_FILES) cpSync(join(SWAGGER_UI, name), join(DOCS_FOLDER, name));
    const license = readFileSync(APACHE_LICENSE, 'utf8');
    writeFileSync(join(DOCS_FOLDER, 'LICENSE'), SWAGGER_UI_NOTICE + license);
    writeFileSync(join(OUTPUT, 'openapi.json'), await readDocument());
  },
});

/** Returns the OpenAPI document of a service on a temporary folder. */
async function readDocument(): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'hostwarden-build-'));
  const args = [resolve(OUTPUT, 'main.js'), 'serve', '--data-dir', cwd, '--port', '0'];
  const env = { PATH: process.env.PATH, LOG_LEVEL: 'warn' }; // no settings of this shell
  const service = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const end = new Promise((done) => service.once('exit', done));
  try {
    let output = '';
    for await (const text of service.stdout) {
      output += String(text);
      const url = /listens on (\S+)/.exec(output)?.[1];
      if (url !== undefined) return await (await fetch(`${url}/openapi.json`)).text();
    }
    throw new Error('The service that was built does not start');
  } finally {
    service.kill();
    await end;
    rmSync(cwd, { recursive: true });
  }
}

/** Native packages stay packages. */
const EXTERNAL = [/^better-sqlite3/, 'koffi'];

/** The build of the service and the command: src → dist, a few files in place of a thousand modules. */
export default defineConfig({
  plugins: [moduleUrls(), noFolders(), leaveOut(), apiReference()],
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
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        // Each thread keeps the text of its code: with one other character, a file takes two bytes for each.
        charset: 'ascii',
        comments: false, // the licenses are in licenses.md
      },
    },
  },
});
