import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProse } from '../scripts/prose.mjs';
import { listFiles, readSourceTree } from '../scripts/source-tree.mjs';
import { expectNone, type Violation } from './architecture/violations.js';
import { RETIRED_IDIOMS, RETIRED_WORDS } from './architecture/retired-prose.js';
import { ROOT, topLevelAreaOf } from './architecture/source.js';

interface RetiredNames {
  folders: string[];
  /** `area/name`: in no folder of that area, neither as `name.ts` nor as `name.test.ts` */
  files: string[];
  /** in no file at all */
  identifiers: string[];
  /** ordinary words: good for a local variable, too vague for an export */
  exports: string[];
}

/** These files hold the retired names themselves. */
const OWN_FILES = /^tests\/(architecture\/|glossary\.test\.ts)/;

const retired = JSON.parse(
  readFileSync(join(ROOT, 'tests/architecture/retired-names.json'), 'utf8'),
) as RetiredNames;
const sources = readSourceTree(ROOT).filter(({ path }) => !OWN_FILES.test(path));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  '.env.example',
  ...listFiles(ROOT, 'docs'),
  ...listFiles(ROOT, 'schema'),
];

describe('retired names', () => {
  it('no folder has one', () => {
    const wrong = sources
      .map(({ path }) => path)
      .filter((path) => retired.folders.some((folder) => path.startsWith(`src/${folder}/`)));
    expect(wrong).toEqual([]);
  });

  it('no file has one', () => {
    const names = new Set(retired.files);
    const wrong = sources
      .filter(({ path }) => names.has(areaAndName(path)))
      .map(({ path }) => ({ key: topLevelAreaOf(path), detail: path }));
    expectNone('retired-files', wrong);
  });

  it('no identifier is one', () => {
    const wrong = sources.flatMap(({ path, identifiers }) =>
      retired.identifiers
        .filter((name) => identifiers.has(name))
        .map((name) => ({ key: topLevelAreaOf(path), detail: `${path}: ${name}` })),
    );
    expectNone('retired-identifiers', wrong);
  });

  it('no export is one', () => {
    const names = new Set(retired.exports);
    const wrong = sources.flatMap(({ path, exports }) =>
      exports
        .filter(({ name }) => names.has(name))
        .map(({ name, line }) => ({
          key: topLevelAreaOf(path),
          detail: `${path}:${String(line)} ${name}`,
        })),
    );
    expectNone('retired-exports', wrong);
  });
});

describe('retired prose', () => {
  const prose = [...sources.flatMap(proseOf), ...documents.flatMap(documentProse)];

  it('no comment, sentence or document has a retired word', () => {
    expectNone('retired-words', find(prose, RETIRED_WORDS));
  });

  it('no comment, sentence or document has a retired idiom', () => {
    expectNone('retired-idioms', find(prose, RETIRED_IDIOMS));
  });
});

interface Passage {
  path: string;
  line: number;
  text: string;
}

function areaAndName(path: string): string {
  const [, area, ...rest] = path.split('/');
  const name = rest.at(-1)?.replace(/(\.test|\.lab\.test)?\.(ts|mjs)$/, '');
  return `${area ?? ''}/${name ?? ''}`;
}

function proseOf(file: { path: string; text: string }): Passage[] {
  return readProse(file).map(({ line, text }) => ({ path: file.path, line, text }));
}

/** The lines of a document, without its code blocks and code spans. */
function documentProse(path: string): Passage[] {
  const text = readFileSync(join(ROOT, path), 'utf8')
    .replace(/^```[^]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, '');
  const lines = text.split('\n').map((line, i) => ({ path, line: i + 1, text: line }));
  return path.endsWith('.sql') ? lines.filter((line) => line.text.includes('--')) : lines;
}

function find(prose: readonly Passage[], patterns: readonly RegExp[]): Violation[] {
  return prose.flatMap(({ path, line, text }) =>
    patterns
      .flatMap((pattern) => [...text.matchAll(pattern)])
      .map(([found]) => ({
        key: topLevelAreaOf(path),
        detail: `${path}:${String(line)} "${found.trim()}"`,
      })),
  );
}
