import { describe, expect, it } from 'vitest';
import {
  pluralize,
  day,
  duration,
  createPainter,
  printable,
  shorten,
} from '../../../src/commands/output/text.js';

describe('printable', () => {
  it.each([
    ['plain ünïcode 字', 'plain ünïcode 字'],
    ['a\r\n\tb', 'a b'],
    ['\u001b[31mred\u001b[0m', '·[31mred·[0m'],
    ['\u009b2J', '·2J'],
    ['a\u0000\u0007b', 'a··b'],
    ['\u202egnp.exe', '·gnp.exe'],
    ['zero\u200bwidth', 'zero·width'],
    ['half \ud800', 'half ·'],
    ['  \n ', ''],
    ['line\u2028break', 'line break'],
  ])('%j is shown as %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});

it.each([
  [0, '0.0 s'],
  [849, '0.8 s'],
  [12_340, '12.3 s'],
  [99_940, '99.9 s'],
  [99_960, '1 min 40 s'],
  [245_000, '4 min 5 s'],
  [3_599_600, '1 h 0 min'],
  [7_384_000, '2 h 3 min'],
])('%d ms is %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

it.each([
  ['short', 5, 'short'],
  ['longer', 5, 'long…'],
  ['ü🙂ö字x', 4, 'ü🙂ö…'],
  ['x', 0, 'x'],
])('%j within %d characters is %j', (text, most, shown) => {
  if (most > 0) expect(shorten(text, most)).toBe(shown);
  else expect(shorten(text, most)).not.toContain('x');
});

it('counts and dates are spelled for a person', () => {
  expect([pluralize(0, 'host'), pluralize(1, 'host'), pluralize(2, 'open port')]).toEqual([
    '0 hosts',
    '1 host',
    '2 open ports',
  ]);
  expect([day(1_767_225_600), day(1e15)]).toEqual(['2026-01-01', '1000000000000000']);
});

it('paints only when it is switched on', () => {
  expect([
    createPainter(true).red('x'),
    createPainter(true).red(''),
    createPainter(false).red('x'),
  ]).toEqual(['\u001b[31mx\u001b[39m', '', 'x']);
});
