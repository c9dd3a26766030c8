import { expect, it } from 'vitest';
import { escapeMarkdown } from '../../../src/reports/formats/markdown.js';

// CommonMark 0.31: only ASCII punctuation can be escaped, so a digit never is.
it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['1. a list', '1\\. a list'],
  ['7', '7'],
  ['- item', '\\- item'],
  ['# head', '\\# head'],
  ['a | b', 'a \\| b'],
  ['<b>', '\\<b\\>'],
  ['==', '\\=='],
  ['12.', '12\\.'],
])('%s is shown as it is', (text, expected) => {
  expect(escapeMarkdown(text)).toBe(expected);
});
