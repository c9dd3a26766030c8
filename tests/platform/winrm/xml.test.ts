import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeXml, findElement, parseXml, elementText } from '../../../src/platform/winrm/xml.js';
import { countCharacters } from '../../support/count-work.js';

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
    ['a declaration that does not end', `<a><!${'x'.repeat(1_000_000)}`],
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
  it('accepts the prefix of an open element only', () => {
    expect(parseXml('<a><x:b xmlns:x="u"><x:c/></x:b></a>')).not.toBeNull();
    expect(parseXml('<a><x:b xmlns:x="u"/><x:c/></a>')).toBeNull();
    expect(parseXml('<a x:b="1"/>')).toBeNull();
  });
  it('returns the attributes without a prefix', () => {
    const root = parseXml('<a xmlns="u" xmlns:x="v" x:n="1" n="2" xml:lang="en"/>');
    expect([...(root?.attributes ?? [])]).toEqual([
      ['xmlns', 'u'],
      ['n', '2'],
    ]);
  });
  it.each([
    ['elements', (count: number) => `<a>${'<b/>'.repeat(count - 1)}</a>`, 2_000],
    [
      'attributes',
      (count: number) => `<a ${Array.from({ length: count }, (_, i) => `x${i}=""`).join(' ')}/>`,
      64,
    ],
    ['characters of an element name', (count: number) => `<${'a'.repeat(count)}/>`, 256],
    ['characters of an attribute name', (count: number) => `<a ${'a'.repeat(count)}=""/>`, 256],
  ])('accepts a bounded number of %s', (_, textOf, max) => {
    expect(parseXml(textOf(max))).not.toBeNull();
    expect(parseXml(textOf(max + 1))).toBeNull();
  });
  it.each([
    ['attributes', `<a ${Array.from({ length: 50_000 }, (_, i) => `x${i}=""`).join(' ')}/>`],
    ['levels', '<a>'.repeat(50_000)],
    ['elements', `<a>${'<b/>'.repeat(100_000)}</a>`],
    ['errors', `<a>${'<&'.repeat(100_000)}</a>`],
  ])('stops reading at the first error of a text with many %s', (_, text) => {
    expect(
      countCharacters(() => {
        parseXml(text);
      }),
    ).toBeLessThan(40_000);
  });
});
