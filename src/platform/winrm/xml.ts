import sax from 'sax';
import { WinRmError } from './winrm.error.js';

/**
 * An element by its local name. The parser checks namespaces, then they are dropped: no two
 * elements of WS-Management differ by namespace only.
 */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  text: string;
}

const MAX_DEPTH = 64;
const MAX_ELEMENTS = 50_000;

/**
 * The root of an XML text. Null when it is not well-formed, has a DOCTYPE (so that no entity is
 * ever defined), is deeper than 64 levels or has more than 50,000 elements. The caller limits the
 * length of the text.
 */
export function parseXml(text: string): XmlElement | null {
  const parser = sax.parser(true, { xmlns: true });
  const top = element('', []);
  const open = [top];
  let count = 0;
  let failed = false;
  const add = (more: string): void => {
    const last = open.at(-1);
    if (last) last.text += more;
  };
  parser.onerror = () => {
    failed = true;
  };
  parser.ondoctype = () => {
    failed = true;
  };
  parser.ontext = add;
  parser.oncdata = add;
  parser.onopentag = (tag) => {
    count += 1;
    if (open.length > MAX_DEPTH || count > MAX_ELEMENTS) failed = true;
    if (failed) return;
    const attributes: Record<string, string | sax.QualifiedAttribute> = tag.attributes;
    const next = element(
      localName(tag.name),
      Object.entries(attributes).map(([name, given]) => [
        localName(name),
        typeof given === 'string' ? given : given.value,
      ]),
    );
    open.at(-1)?.children.push(next);
    open.push(next);
  };
  parser.onclosetag = () => {
    if (!failed) open.pop();
  };
  try {
    parser.write(text).close();
  } catch {
    return null; // onerror has been called with the error before
  }
  return failed || top.children.length !== 1 ? null : (top.children[0] ?? null);
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

/** All text below an element, in document order of its elements. */
export const elementText = (root: XmlElement): string =>
  [root.text, ...root.children.map(elementText)].join(' ').trim();

// Characters that XML 1.0 (section 2.2) allows neither directly nor as a reference.
const INVALID_CHARACTERS =
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/**
 * Escapes text for the content or an attribute of a request. Throws WinRmError for characters that
 * XML does not allow: dropping them would change the command.
 */
export function escapeXml(text: string): string {
  if (INVALID_CHARACTERS.test(text))
    throw new WinRmError('protocol_error', 'the text contains characters that XML does not allow');
  return text.replace(/[&<>"'\r\n\t]/g, (c) => ENTITIES[c] ?? c);
}
