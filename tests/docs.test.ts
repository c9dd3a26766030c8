import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('..', import.meta.url).pathname;

const listFiles = (folder: string, suffix: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(suffix))
    .map((file) => join(folder, file));

const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...listFiles('docs', '.md')];

/** Pages that state where code is. Performance and decisions may name files of their time. */
const GUIDES = PAGES.filter(
  (page) =>
    /^(README|CONTRIBUTING)\.md$/.test(page) ||
    /^docs\/(architecture|glossary|operations|adding-.*)\.md$/.test(page),
);

/** Top-level folders that a path in a guide may begin with. */
const REPOSITORY_PATH = /^(?:src|tests|docs|scripts|schema|agent|data|\.ci)\//;
const SOURCE_FILE = /^[a-z][\w.-]*\.(?:ts|mjs)$/;
const PLACEHOLDER = /[<>*…{}]|^x\./;

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
const withoutCodeBlocks = (text: string): string => text.replace(/^ *```[^]*?^ *```/gm, '');

/** The anchors of a page, as GitHub derives them from its headings. */
function anchorsOf(page: string): Set<string> {
  const headings = withoutCodeBlocks(read(page)).matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function linksOf(page: string): string[] {
  const text = withoutCodeBlocks(read(page)).replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

function isBroken(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const linked = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, linked))) return true;
  if (statSync(join(ROOT, linked)).isDirectory()) return anchor !== undefined;
  return anchor !== undefined && !anchorsOf(linked).has(anchor);
}

const { files: PACKAGED } = JSON.parse(read('package.json')) as { files: string[] };
const isPackaged = (path: string): boolean =>
  PACKAGED.some((entry) => path === entry || path.startsWith(`${entry}/`));

/** Names in code spans and diagrams that look like files of this repository. */
function fileNamesOf(page: string): string[] {
  const text = read(page);
  const spans = [...withoutCodeBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
  const diagrams = [...text.matchAll(/^```mermaid\n([^]*?)^```/gm)]
    .flatMap(([, diagram = '']) => diagram.split(/[\s,<>"]+/))
    .map((word) => basename(word));
  return [...spans, ...diagrams].filter((name) => !PLACEHOLDER.test(name));
}

describe('the docs', () => {
  it.each(PAGES)('%s has no relative link to a missing file or heading', (page) => {
    expect(linksOf(page).filter((target) => isBroken(page, target))).toEqual([]);
  });

  it.each(GUIDES)('%s names no path that is missing', (page) => {
    const paths = fileNamesOf(page).filter((name) => REPOSITORY_PATH.test(name));
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it.each(GUIDES)('%s names no source file that is missing', (page) => {
    const known = new Set(
      [...listFiles('src', '.ts'), ...listFiles('tests', '.ts'), 'vitest.config.ts'].map((file) =>
        basename(file),
      ),
    );
    const named = fileNamesOf(page).filter((name) => SOURCE_FILE.test(name));
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(PAGES)('%s links only to files that the package contains', (page) => {
    const missing = linksOf(page)
      .map((target) => join(dirname(page), target.split('#')[0] ?? ''))
      .filter((path) => path !== dirname(page) && !isPackaged(path));
    expect(missing).toEqual([]);
  });

  it('every page of docs is linked from another page', () => {
    const linked = new Set(
      PAGES.flatMap((page) =>
        linksOf(page).map((target) =>
          relative('.', join(dirname(page), target.split('#')[0] ?? '')),
        ),
      ),
    );
    expect(PAGES.filter((page) => page.startsWith('docs/') && !linked.has(page))).toEqual([]);
  });
});
