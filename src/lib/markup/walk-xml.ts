// cspell:ignore onsgmldeclaration
import sax from 'sax';

/** Receives the parts of an XML text in their order. An exception of a visitor ends the walk. */
export interface XmlVisitor {
  /** @param attributes without those of the DTD; decoded */
  open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close: () => void;
  /** the content of an element or a CDATA section; may come in several parts */
  text?: (text: string) => void;
  /** everything between `<!DOCTYPE` and `>` */
  doctype: (doctype: string) => void;
}

const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 64; // of an element
const MAX_NAME_LENGTH = 256; // of an element or an attribute
// `<!DOCTYPE` and `<![CDATA[` are recognized before that.
const MAX_DECLARATION = 16;
/**
 * The parser searches an unfinished declaration (`<!…`) from its start at each of its characters: this is where it is
 * stopped.
 */
const CHARACTERS_AT_ONCE = 256;

/**
 * Walks an XML 1.0 text. Throws Error, with a message of one sentence, if the text is not well-formed, or has a
 * declaration other than DOCTYPE, 64 levels, 64 attributes of one element, or a name of 256 characters. The caller
 * limits the length of the text; the work is linear in it. `getLine`: the current line, from 1.
 */
export function createXmlWalker(visitor: XmlVisitor): {
  walk: (text: string) => void;
  getLine: () => number;
} {
  // Not `xmlns: true`: with it, the parser compares each attribute with all others of its element.
  const parser = sax.parser(true, { xmlns: false }) as sax.SAXParser & BufferedParser;
  parser.bufferCheckPosition = Infinity; // texts and attributes are as long as the caller permits
  parser.onerror = (error) => {
    throw error; // otherwise the parser continues, and reports an error for each of the following characters
  };
  parser.ontext = (text) => visitor.text?.(text);
  parser.oncdata = (text) => visitor.text?.(text);
  parser.ondoctype = visitor.doctype;
  parser.onsgmldeclaration = refuseDeclaration;
  visitElements(parser, visitor);
  return {
    getLine: () => parser.line + 1,
    walk(text) {
      for (let at = 0; at < text.length; at += CHARACTERS_AT_ONCE) {
        parser.write(text.slice(at, at + CHARACTERS_AT_ONCE));
        if (parser.sgmlDecl.length > MAX_DECLARATION) refuseDeclaration();
      }
      parser.close();
    },
  };
}

/** Members of the parser that its types leave out. */
interface BufferedParser {
  /** the declaration that has begun, without `<!`; empty: none */
  sgmlDecl: string;
  /** the position after which a text of more than 64 Ki characters is an error */
  bufferCheckPosition: number;
}

function visitElements(parser: sax.SAXParser, visitor: XmlVisitor): void {
  let depth = 0;
  let attributeCount = 0;
  parser.onopentagstart = ({ name }) => {
    attributeCount = 0;
    depth += 1;
    if (depth > MAX_DEPTH) refuse(`elements are nested more than ${MAX_DEPTH} deep`);
    if (name.length > MAX_NAME_LENGTH) refuse('an element has too long a name');
  };
  parser.onattribute = ({ name }) => {
    attributeCount += 1;
    if (attributeCount > MAX_ATTRIBUTES || name.length > MAX_NAME_LENGTH)
      refuse('an element has too many attributes, or one with too long a name');
  };
  parser.onopentag = ({ name, attributes }) =>
    visitor.open(name, attributes as Record<string, string>);
  parser.onclosetag = () => {
    depth -= 1;
    visitor.close();
  };
}

const refuseDeclaration = (): never => refuse('it contains a declaration other than DOCTYPE');

function refuse(reason: string): never {
  throw new Error(reason);
}
