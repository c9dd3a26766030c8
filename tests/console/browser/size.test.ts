import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const FOLDER = 'dist/console';
const KIB = 1024;

const files = readdirSync(`${FOLDER}/a`).map((name) => ({
  name,
  bytes: readFileSync(`${FOLDER}/a/${name}`),
}));
const gzipped = (ending: string, isCounted: (name: string) => boolean = () => true): number =>
  files
    .filter(({ name }) => name.endsWith(ending) && isCounted(name))
    .reduce((sum, { bytes }) => sum + gzipSync(bytes, { level: 9 }).length, 0);

describe('size of the built console', () => {
  const shell = readFileSync(`${FOLDER}/index.html`, 'utf8');

  it('the first load of a screen has at most 60 KiB of scripts, compressed', () => {
    const main = gzipped('.js', (name) => shell.includes(name));
    const areas = files.filter(({ name }) => name.endsWith('.js') && !shell.includes(name));
    for (const { name } of areas) expect(main + gzipped(name), name).toBeLessThanOrEqual(60 * KIB);
  });

  it('a screen needs two scripts at most, the palette one more: a request for each costs time', () => {
    const names = files.map(({ name }) => name).filter((name) => name.endsWith('.js'));
    expect(names.map((name) => name.replace(/-[\w-]{8}\.js$/, '')).sort()).toEqual([
      'agents',
      'findings',
      'index',
      'overview',
      'palette',
      'settings',
      'tasks',
    ]);
  });

  it('all scripts have at most 100 KiB, the styles in them 15 KiB, and the page 1 KiB', () => {
    const main = files.find(({ name }) => name.endsWith('.js') && shell.includes(name));
    const styles = /`:root\{[^`]*`/.exec(main?.bytes.toString() ?? '')?.[0] ?? '';
    expect(styles).toContain('forced-colors');
    expect(gzipSync(styles, { level: 9 }).length).toBeLessThanOrEqual(15 * KIB);
    expect(files.filter(({ name }) => name.endsWith('.css'))).toEqual([]);
    expect(gzipped('.js')).toBeLessThanOrEqual(100 * KIB);
    expect(shell.length).toBeLessThanOrEqual(KIB);
  });

  it('there are no fonts, and no pictures: the icon is in the page', () => {
    expect(files.filter(({ name }) => /\.(woff2?|ttf|otf|svg|png)$/.test(name))).toEqual([]);
    expect(shell).toContain('rel="icon"');
  });
});
