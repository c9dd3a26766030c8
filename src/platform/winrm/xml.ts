import { createXmlWalker } from '../../lib/markup/walk-xml.js';
import { escapeXmlText, isXmlText } from '../../lib/markup/xml-text.js';
import { WinRmError } from './winrm.error.js';

/**
 * An element by its local name. The parser checks that prefixes are declared, then they are dropped: no
 * two elements of WS-Management differ by namespace only. `attributes` contains those without a prefix;
 * no other attribute is read.
 */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  text: string;
}

// An envelope of 150 KiB with output in elements of 150 bytes has 1,000 of them.
const MAX_ELEMENTS = 2_000;

/**
 * The root of an XML text. Null when it is not well-formed, has a DOCTYPE or another declaration (so that no entity is
 * ever defined), has more than 2,000 elements, or exceeds a limit of `createXmlWalker`. Parsing ends at the first
 * error. The caller limits the length of the text; the work is linear in it.
 */
export function parseXml(text: string): XmlElement | null {
  const tree = createTree();
  const { walk } = createXmlWalker({
    open: tree.open,
    close: tree.close,
    text: tree.addText,
    doctype: refuse,
  });
  try {
    walk(text);
    return tree.root();
  } catch {
    return null;
  }
}

function refuse(): never {
  throw new Error('refused');
}

/** Builds the elements of one text. Throws where it exceeds a limit or uses an undeclared prefix. */
function createTree() {
  const top = element('', []);
  const open: { element: XmlElement; declared: string[] }[] = [{ element: top, declared: [] }];
  const prefixes = createPrefixes();
  let count = 0;
  return {
    addText: (text: string): void => {
      const last = open.at(-1);
      if (last) last.element.text += text;
    },
    open: (name: string, attributes: Readonly<Record<string, string>>): void => {
      count += 1;
      if (count > MAX_ELEMENTS) refuse();
      const names = Object.keys(attributes);
      const declared = names.filter((key) => key.startsWith('xmlns:')).map(localName);
      prefixes.enter(declared);
      for (const key of [name, ...names]) if (!prefixes.isDeclared(key)) refuse();
      const plain = Object.entries(attributes).filter(([key]) => !key.includes(':'));
      const next = element(localName(name), plain);
      open.at(-1)?.element.children.push(next);
      open.push({ element: next, declared });
    },
    close: (): void => {
      prefixes.leave(open.pop()?.declared ?? []);
    },
    root: (): XmlElement | null => (top.children.length === 1 ? (top.children[0] ?? null) : null),
  };
}

/** The prefixes that are declared by the open elements, with the number of elements that declare them. */
function createPrefixes() {
  const counts = new Map([
    ['xml', 1],
    ['xmlns', 1],
  ]);
  const change = (names: readonly string[], by: number): void => {
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + by);
  };
  return {
    enter: (names: readonly string[]): void => {
      change(names, 1);
    },
    leave: (names: readonly string[]): void => {
      change(names, -1);
    },
    isDeclared: (name: string): boolean => {
      const colon = name.indexOf(':');
      return colon < 0 || (counts.get(name.slice(0, colon)) ?? 0) > 0;
    },
  };
}

const element = (name: string, attributes: readonly (readonly [string, string])[]): XmlElement => ({
  name,
  attributes: new Map(attributes),
  children: [],
  text: '',
});

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The first element of that name below `root`, in document order. */
export function findElement(root: XmlElement, name: string): XmlElement | undefined {
  for (const child of root.children) {
    const match = child.name === name ? child : findElement(child, name);
    if (match) return match;
  }
  return undefined;
}

const MAX_TEXT = 4_096;

/** The text below an element, in document order of its elements, at most 4,096 characters. */
export function elementText(root: XmlElement): string {
  const parts: string[] = [];
  let length = 0;
  const visit = ({ text, children }: XmlElement): void => {
    if (length > MAX_TEXT) return;
    const part = text.slice(0, MAX_TEXT).trim();
    if (part !== '') parts.push(part);
    length += part.length + 1;
    for (const child of children) visit(child);
  };
  visit(root);
  return parts.join(' ').slice(0, MAX_TEXT);
}

/**
 * Escapes text for the content or an attribute of a request. Throws WinRmError for characters that
 * XML does not allow: dropping them would change the command.
 */
export function escapeXml(text: string): string {
  if (!isXmlText(text))
    throw new WinRmError('protocol_error', 'the text contains characters that XML does not allow');
  return escapeXmlText(text);
}
