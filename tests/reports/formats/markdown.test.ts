import { describe, expect, it } from 'vitest';
import { escapeMarkdown } from '../../../src/reports/formats/markdown.js';

describe('untrusted text in Markdown', () => {
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
    ['a|b', 'a\\|b'],
    ['[x](y)', '\\[x\\]\\(y\\)'],
    ['# h', '\\# h'],
    ['1. x', '1\\. x'],
    ['https://x.example', 'https\u200b://x.example'],
  ])('%j is escaped as %j', (text, expected) => {
    expect(escapeMarkdown(text)).toBe(expected);
  });
});
