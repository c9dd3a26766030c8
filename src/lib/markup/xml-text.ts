// Characters that XML 1.0 (section 2.2) allows neither directly nor as a reference.
const INVALID_CHARACTERS =
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const ALL_INVALID_CHARACTERS = new RegExp(INVALID_CHARACTERS, 'g');
const REPLACEMENT = '\ufffd';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** Whether XML can contain all characters of a text. */
export const isXmlText = (text: string): boolean => !INVALID_CHARACTERS.test(text);

/** Replaces the characters that XML cannot contain. */
export const toXmlText = (text: string): string =>
  text.replace(ALL_INVALID_CHARACTERS, REPLACEMENT);

/** Escapes a text that XML can contain for the content of an element or a quoted attribute. White space stays. */
export const escapeXmlText = (text: string): string =>
  text.replace(/[&<>"'\r\n\t]/g, (c) => ENTITIES[c] ?? c);
