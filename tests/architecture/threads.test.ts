import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, SOURCES } from './source.js';

const DOCUMENT = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

/** The entries of threads: the files that `new URL('….js', import.meta.url)` of a source names. */
const entries = SOURCES.flatMap(({ path, text }) =>
  [...text.matchAll(/new URL\(\s*'([^']+)\.js',\s*import\.meta\.url/g)].map(([, name = '']) =>
    join(path, '..', `${name}.ts`),
  ),
);

const documented = [...DOCUMENT.matchAll(/^\| [^|]+ +\| `(src\/[^`]+[/.]worker\.ts)`/gm)].map(
  ([, path = '']) => path,
);

describe('the table of threads in docs/architecture.md', () => {
  it('has each file that a thread is started with, and no other', () => {
    expect([...new Set(documented)].sort()).toEqual([...new Set(entries)].sort());
  });

  it('has each worker of the sources', () => {
    const workers = SOURCES.map(({ path }) => path).filter((path) => /[/.]worker\.ts$/.test(path));
    expect([...new Set(documented)].sort()).toEqual(workers.sort());
  });

  it('is bounded: each thread has limits of its old and its young generation', () => {
    const starting = SOURCES.filter(
      ({ path, text }) =>
        !path.startsWith('src/lib/') && /\bcreateWorkerClient(<\w+>)?\(|new Worker\(/.test(text),
    );
    const unbounded = starting.filter(
      ({ text }) =>
        !text.includes('maxOldGenerationSizeMb') || !text.includes('maxYoungGenerationSizeMb'),
    );
    expect(unbounded.map(({ path }) => path)).toEqual([]);
    expect(starting.length).toBeGreaterThan(7);
  });
});
