import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const FOLDER = 'dist/console';
const KB = 1000;

const shell = readFileSync(`${FOLDER}/index.html`, 'utf8');
const scripts = readdirSync(`${FOLDER}/a`)
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ name, text: readFileSync(`${FOLDER}/a/${name}`, 'utf8') }));
const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length;

/** The styles are a text in the first script, so that they need no request. They have another limit. */
const main = scripts.find(({ name }) => shell.includes(name))?.text ?? '';
const styles = /`:root\{[^`]*`/.exec(main)?.[0] ?? '';
const mainSize = gzipped(main.replace(styles, ''));
const areas = scripts.filter(({ name }) => !shell.includes(name));

describe('size of the built console', () => {
  it('the first load of a screen has at most 60 KB of scripts, compressed', () => {
    expect(mainSize).toBeGreaterThan(20 * KB);
    for (const { name, text } of areas)
      expect(mainSize + gzipped(text), name).toBeLessThanOrEqual(60 * KB);
  });

  it('a screen needs two scripts at most, the palette one more: a request for each costs time', () => {
    expect(scripts.map(({ name }) => name.replace(/-[\w-]{8}\.js$/, '')).sort()).toEqual([
      'agents',
      'findings',
      'index',
      'overview',
      'palette',
      'settings',
      'tasks',
    ]);
  });

  it('all scripts have at most 100 KB, the styles 15 KB, and the page 1 KiB', () => {
    expect(styles).toContain('forced-colors');
    expect(gzipped(styles)).toBeLessThanOrEqual(15 * KB);
    const size = areas.reduce((sum, { text }) => sum + gzipped(text), mainSize);
    expect(size).toBeLessThanOrEqual(100 * KB);
    expect(shell.length).toBeLessThanOrEqual(1024);
  });

  it('there are no style sheets, fonts or pictures: the icon is in the page', () => {
    const others = readdirSync(`${FOLDER}/a`).filter((name) => !/\.js(\.br|\.gz)?$/.test(name));
    expect(others).toEqual([]);
    expect(shell).toContain('rel="icon"');
  });
});
