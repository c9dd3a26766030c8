import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeXml, findElement, parseXml, elementText } from '../../../src/platform/winrm/xml.js';

describe('escapeXml', () => {
  it('encodes all valid text so that a parser returns it unchanged, as content and as an attribute', () => {
    const speakable = fc
      .string({ unit: 'binary' })
      .filter((text) => !/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text));
    fc.assert(
      fc.property(speakable, (text) => {
        const root = parseXml(`<a b="${escapeXml(text)}">${escapeXml(text)}</a>`);
        expect([root?.attributes.get('b'), root?.text]).toEqual([text, text]);
      }),
    );
  });

  it.each(['\0', 'a\u001bb', '\ud800', 'x\udc00', '\uffff'])('rejects %j', (text) => {
    expect(() => escapeXml(text)).toThrow('XML does not allow');
  });
  it('accepts complete surrogate pairs', () => {
    expect(escapeXml('😀')).toBe('😀');
  });
  it('escapes markup', () => {
    expect(escapeXml('</x>&"\'')).toBe('&lt;/x&gt;&amp;&quot;&apos;');
  });
});

describe('parseXml', () => {
  it('returns elements by their local names', () => {
    const root = parseXml('<a:x xmlns:a="u"><a:y n="1">t<![CDATA[<u>]]></a:y></a:x>');
    expect(root && findElement(root, 'y')?.text).toBe('t<u>');
    expect(root && elementText(root)).toBe('t<u>');
  });
  it.each([
    ['two roots', '<a/><b/>'],
    ['a missing end', '<a><b></a>'],
    ['an unknown prefix', '<x:a/>'],
    ['an unknown entity', '<a>&foo;</a>'],
    ['nothing', ''],
    ['a DOCTYPE', '<!DOCTYPE a><a/>'],
    ['a billion laughs', '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>'],
    ['an external entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ])('rejects %s', (_, text) => {
    expect(parseXml(text)).toBeNull();
  });
  it.each([
    [63, true],
    [64, true],
    [65, false],
    [20_000, false],
  ])('of %i levels: %s', (depth, fits) => {
    expect(parseXml('<a>'.repeat(depth) + '</a>'.repeat(depth)) !== null).toBe(fits);
  });
  it('rejects more than 50,000 elements', () => {
    expect(parseXml(`<a>${'<b/>'.repeat(50_000)}</a>`)).toBeNull();
  });
});
