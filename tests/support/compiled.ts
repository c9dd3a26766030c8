import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

const SRC = resolve('src');

/**
 * Compiles a source and all it imports for a worker thread, which can't read TypeScript on Node 20. The result is
 * inside node_modules, so that packages are found.
 */
export function compiled(source: string, name: string): { url: URL; remove: () => void } {
  const root = resolve(
    'node_modules/.cache',
    `${name}-${process.pid}-${process.env.VITEST_POOL_ID ?? 0}`,
  );
  const folder = join(root, 'src');
  const done = new Set<string>();
  const compile = (file: string): void => {
    if (done.has(file)) return;
    done.add(file);
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
    });
    const to = join(folder, relative(SRC, file)).replace(/\.ts$/, '.js');
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, outputText);
    for (const [, from = ''] of outputText.matchAll(/(?:from |import\()'(\.[^']+)'/g))
      compile(resolve(dirname(file), from.replace(/\.js$/, '.ts')));
  };
  compile(join(SRC, source));
  for (const name of ['resources', 'package.json']) symlinkSync(resolve(name), join(root, name));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return {
    url: pathToFileURL(join(folder, source.replace(/\.ts$/, '.js'))),
    remove: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}
