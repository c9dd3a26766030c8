import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../scripts/source-tree.mjs';
import { longLines, MAX_LINE } from './line-length.js';
import { ROOT, topLevelAreaOf } from './source.js';
import { expectNone } from './violations.js';

const FOLDERS = ['src', 'tests', 'scripts', 'agent', 'docs', '.ci'];
const GENERATED = ['src/console/api/schema.d.ts'];
const TEXT = /\.(?:[cm]?[jt]s|sh|ps1|py|c|md)$|^\.ci\/run$/;

function textFiles(): string[] {
  const atRoot = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
  return [...FOLDERS.flatMap((folder) => listFiles(ROOT, folder)), ...atRoot].filter(
    (path) => TEXT.test(path) && !GENERATED.includes(path),
  );
}

describe('long lines', () => {
  const x = (n: number): string => 'x '.repeat(n).trimEnd();

  it.each([
    ['a line at the limit', 'src/a.ts', 'x'.repeat(MAX_LINE), []],
    ['a line above the limit', 'src/a.ts', `a\n${x(61)}`, [null]],
    ['a long URL', 'src/a.ts', `  url: 'https://example.org/${'x'.repeat(120)}',`, ['URL']],
    ['a URL in a line that is long without it', 'src/a.ts', `https://example.org ${x(61)}`, [null]],
    ['a statement of SQL', 'src/a.ts', `'SELECT ${x(60)} FROM hosts'`, ['SQL']],
    ['prose with a word of SQL', 'src/a.ts', `'SELECT ${x(60)}'`, [null]],
    ['a clause in a file of SQL', 'src/a.statements.ts', `AND ${x(60)}`, ['SQL']],
    ['prose in a file of SQL', 'src/a.statements.ts', x(61), [null]],
    ['a pattern alone', 'src/a.ts', `  /^(?:${x(60)})$/i;`, ['regular expression']],
    ['a long comment', 'src/a.ts', `// ${x(60)}`, [null]],
    ['encoded bytes', 'tests/a.ts', `'${'abc1'.repeat(40)}',`, ['encoded bytes']],
    ['prose of Markdown', 'docs/a.md', x(61), [null]],
    ['a table of Markdown', 'docs/a.md', `| ${x(61)} |`, []],
    ['a code block of Markdown', 'docs/a.md', `\`\`\`\n${x(61)}\n\`\`\``, []],
    ['prose after a code block', 'docs/a.md', `\`\`\`\n\`\`\`\n${x(61)}`, [null]],
  ])('classifies %s', (_, path, text, expected) => {
    expect(longLines(path, text).map(({ exemption }) => exemption)).toEqual(expected);
  });
});

describe('lines of all files', () => {
  it(`are no longer than ${String(MAX_LINE)} characters, except URLs, SQL, patterns and encoded bytes`, () => {
    const wrong = textFiles()
      .flatMap((path) => longLines(path, readFileSync(join(ROOT, path), 'utf8')))
      .filter(({ exemption }) => exemption === null)
      .map(({ path, line }) => ({ key: topLevelAreaOf(path), detail: `${path}:${line}` }));
    expectNone('line-length', wrong);
  });
});
