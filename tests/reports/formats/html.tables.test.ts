import { describe, expect, it } from 'vitest';
import { escapeHtml, renderLink } from '../../../src/reports/formats/html.tables.js';

describe('untrusted text in HTML', () => {
  it.each([
    ['<b>', '&lt;b&gt;'],
    ['a&"\'', 'a&amp;&quot;&#39;'],
    ['x\u0007\u202ey\nz', 'x··y z'],
  ])('%j is escaped as %j', (value, expected) => {
    expect(escapeHtml(value)).toBe(expected);
  });

  it.each([
    ['javascript:alert(1)', 'x'],
    ['data:text/html,x', 'x'],
    [null, 'x'],
    ['https://a.example/"onclick=', 'x'],
  ])('%j is not rendered as a link', (url, expected) => {
    expect(renderLink(url, 'x')).toBe(expected);
  });
});
