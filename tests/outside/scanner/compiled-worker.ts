import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const SOURCES = resolve('src/outside/scanner');

/** Compiles the scanner's folder for a worker thread, which can't read TypeScript on Node 20. Inside node_modules, so that imports are found. */
export function compileWorker(): { url: URL; remove: () => void } {
  const folder = resolve(
    'node_modules/.cache',
    `scanner-worker-${process.pid}-${process.env.VITEST_POOL_ID ?? 0}`,
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const name of readdirSync(SOURCES)) {
    const { outputText } = ts.transpileModule(readFileSync(join(SOURCES, name), 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
    });
    writeFileSync(join(folder, name.replace(/\.ts$/, '.js')), outputText);
  }
  return {
    url: pathToFileURL(join(folder, 'worker.js')),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
