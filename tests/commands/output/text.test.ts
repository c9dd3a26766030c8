import { describe, expect, it } from 'vitest';
import {
  createPainter,
  formatTimeAgo,
  formatDuration,
  wrapText,
} from '../../../src/commands/output/text.js';
import { pluralize, shorten } from '../../../src/lib/text.js';

describe('text of commands', () => {
  it.each([
    [0, '0.0 s'],
    [849, '0.8 s'],
    [12_340, '12.3 s'],
    [99_940, '99.9 s'],
    [99_960, '1 min 40 s'],
    [245_000, '4 min 5 s'],
    [3_599_600, '1 h 0 min'],
    [7_384_000, '2 h 3 min'],
  ])('formats %d ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it.each([
    [-5, 'just now'],
    [0, 'just now'],
    [1, '1 second ago'],
    [59, '59 seconds ago'],
    [60, '1 minute ago'],
    [3_599, '59 minutes ago'],
    [7_200, '2 hours ago'],
    [86_399, '23 hours ago'],
    [864_000, '10 days ago'],
  ])('formats an age of %d s as %s', (seconds, text) => {
    expect(formatTimeAgo(seconds)).toBe(text);
  });

  it.each([
    ['one two three', undefined, 'one two three'],
    ['one two three', 13, 'one two three'],
    ['one two three', 8, 'one two\n  three'],
    ['unbreakable word', 4, 'unbreakable\n  word'],
    ['', 4, ''],
  ])('wraps %j at %s characters', (text, width, wrapped) => {
    expect(wrapText(text, width, '  ')).toBe(wrapped);
  });

  it.each([
    ['short', 5, 'short'],
    ['longer', 5, 'long…'],
    ['ü🙂ö字x', 4, 'ü🙂ö…'],
    ['x', 0, 'x'],
  ])('shortens %j to at most %d characters: %j', (text, max, shown) => {
    if (max > 0) expect(shorten(text, max)).toBe(shown);
    else expect(shorten(text, max)).not.toContain('x');
  });

  it('adds a plural s except for one', () => {
    expect([pluralize(0, 'host'), pluralize(1, 'host'), pluralize(2, 'open port')]).toEqual([
      '0 hosts',
      '1 host',
      '2 open ports',
    ]);
  });

  it('colors text only if colors are enabled', () => {
    expect([
      createPainter(true).red('x'),
      createPainter(true).red(''),
      createPainter(false).red('x'),
    ]).toEqual(['\u001b[31mx\u001b[39m', '', 'x']);
  });
});
