import { describe, expect, it } from 'vitest';
import { createXmlWalker } from '../../../src/lib/markup/walk-xml.js';

/** Returns what was visited, or why the text was refused, and the characters that were read until then. */
function walk(text: string): { visited: string[]; refusal: string | null } {
  const visited: string[] = [];
  const { walk: start } = createXmlWalker({
    open: (name, attributes) => visited.push(`<${name} ${JSON.stringify(attributes)}`),
    close: () => visited.push('>'),
    text: (content) => visited.push(content),
    doctype: (doctype) => visited.push(`!${doctype}`),
  });
  try {
    start(text);
    return { visited, refusal: null };
  } catch (error) {
    return { visited, refusal: (error as Error).message.split('\n')[0] ?? '' };
  }
}

const declaration = 'it contains a declaration other than DOCTYPE';

describe('the parts of an XML text', () => {
  it('are elements, attributes, text, CDATA and the DOCTYPE', () => {
    const text = '<!DOCTYPE a><a b="1 &lt; 2">x<!-- no --><c/><![CDATA[<y>]]></a>';
    expect(walk(text).visited).toEqual(['! a', '<a {"b":"1 < 2"}', 'x', '<c {}', '>', '<y>', '>']);
  });

  it.each([0, 1, 7, 250, 251, 252, 253, 254, 255, 256, 257])(
    'are equal with %i characters before them',
    (count) => {
      const text = `<a>${' '.repeat(count)}<!-- - --><![CDATA[y]]><b c="d&amp;e"/></a>`;
      const { visited, refusal } = walk(text);
      expect(refusal).toBeNull();
      expect(visited.join('').replace(/ +/g, ' ')).toMatch(/^<a \{\} ?y<b \{"c":"d&e"\}>>$/);
    },
  );

  it('have long texts and attributes', () => {
    const long = 'x'.repeat(200_000);
    const { visited } = walk(`<a b="${long}">${long}</a>`);
    expect(visited.join('').length).toBeGreaterThan(400_000);
  });
});

describe('a hostile XML text', () => {
  // The parser compares an unfinished declaration from its start with each character: 100 KB took 30 seconds.
  it.each([
    ['that does not end', `<a><!${'x'.repeat(1_000_000)}`],
    ['in quotes that do not end', `<a><!'${'x'.repeat(1_000_000)}`],
    ['after a DOCTYPE', `<!DOCTYPE a><!${'[CDAT!'.repeat(200_000)}`],
    ['of an entity', '<a><!ENTITY x "y"></a>'],
    ['that is empty', '<a><!></a>'],
  ])('is refused at a declaration %s', (_case, text) => {
    expect(walk(text).refusal).toBe(declaration);
  });

  it.each([
    ['64 levels', '<a>'.repeat(65), 'elements are nested more than 64 deep'],
    ['names of 256 characters', `<${'a'.repeat(257)}>`, 'an element has too long a name'],
    [
      '64 attributes',
      `<a ${Array.from({ length: 65 }, (_, i) => `a${i}="x"`).join(' ')}/>`,
      'an element has too many attributes, or one with too long a name',
    ],
  ])('is refused with more than %s', (_case, text, refusal) => {
    expect(walk(text).refusal).toBe(refusal);
  });
});
