import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable } from '../../../src/lib/text.js';
import { escapeHtml, renderLink } from '../../../src/reports/formats/html.tables.js';

describe('untrusted text in HTML', () => {
  it.each([
    ['<b>', '&lt;b&gt;'],
    ['a&"\'', 'a&amp;&quot;&#39;'],
    ['x\u0007\u202ey\nz', 'x··y z'],
  ])('%j is escaped as %j', (value, expected) => {
    expect(escapeHtml(value)).toBe(expected);
  });

  it('leaves no character of markup in any text, and changes nothing else of what can be shown', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[ -~]*$/));
    fc.assert(
      fc.property(text, (value) => {
        const escaped = escapeHtml(value);
        expect(escaped).not.toMatch(/[<>"']/);
        expect(unescape(escaped)).toBe(printable(value));
      }),
    );
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

function unescape(html: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => characters[name] ?? '');
}
