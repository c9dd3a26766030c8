// cspell:ignore mbold CTYPE
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { asciiStream, isUtf8Locale, toAscii } from '../../../src/commands/output/ascii.js';
import { canRedraw, type OutputStream } from '../../../src/commands/output/io.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a terminal without UTF-8', () => {
  it.each([
    ['web-…', 'web-~'],
    ['a → b × 3', 'a > b x 3'],
    ['█░', '#.'],
    ['Büro', 'Buro'],
    ['日本', '??'],
    ['\u001b[1mbold\u001b[22m\n', '\u001b[1mbold\u001b[22m\n'],
  ])('shows %j as %j', (text, shown) => {
    expect(toAscii(text)).toBe(shown);
  });

  it('gets text in ASCII and bytes unchanged', () => {
    const out = new PassThrough();
    const stream = asciiStream(out);
    stream.write('a…');
    stream.write(Buffer.from('…'));
    expect(String(out.read())).toBe('a~…');
  });

  it.each([
    [{ LANG: 'de_DE.UTF-8' }, true],
    [{ LANG: 'C.utf8' }, true],
    [{ LANG: 'de_DE.UTF-8', LC_ALL: 'C' }, false],
    [{ LANG: 'de_DE.ISO-8859-1', LC_CTYPE: 'en_US.UTF-8' }, true],
    [{ LANG: 'POSIX' }, false],
    [{}, false],
  ])('is known from the locale %j (UTF-8: %s)', (env, isUtf8) => {
    expect(isUtf8Locale(env, 'linux')).toBe(isUtf8);
  });
});

describe('a terminal that cannot move the cursor', () => {
  it.each([
    [true, 'xterm', true],
    [true, 'dumb', false],
    [false, 'xterm', false],
  ])('(terminal: %s, TERM=%s) shows progress: %s', (isTTY, term, expected) => {
    vi.stubEnv('TERM', term);
    expect(canRedraw(Object.assign(new PassThrough(), { isTTY }) as OutputStream)).toBe(expected);
  });
});
