/** A value of a cell. A number is written as it is; null is an empty cell. */
export type CsvValue = string | number | null | undefined;

/** The first visible character: spreadsheets drop blanks, invisible characters and quotes before a formula. */
const FIRST_VISIBLE = /[^\s\p{C}"]/u;
const FORMULA = /^[=+\-@]/;
const CONTROL = /^[\t\r\n]/;
/** Ends a cell where a spreadsheet separates cells by other characters: it ignores the quotes then. */
const SEPARATOR = /[;\t\r\n]/;
/** Looks back from what is visible only, and over what is dropped only, so that a text is read in linear time. */
const FIRST_AFTER_SEPARATOR = /(?=[^\s\p{C}"])(?<=[;\t\r\n][\s\p{C}"]*)./gu;

/** Whether a spreadsheet could evaluate a text. Full-width and small forms count as what they stand for. */
function isFormula(text: string): boolean {
  if (CONTROL.test(text)) return true;
  const [first] = FIRST_VISIBLE.exec(text) ?? [];
  return first !== undefined && startsFormula(first);
}

const startsFormula = (character: string): boolean => FORMULA.test(character.normalize('NFKC'));

/** Puts an apostrophe before each formula of a text that a spreadsheet may split at semicolons, tabs or lines. */
const escapeParts = (text: string): string =>
  SEPARATOR.test(text)
    ? text.replace(FIRST_AFTER_SEPARATOR, (c) => (startsFormula(c) ? `'${c}` : c))
    : text;

/**
 * Returns a cell (RFC 4180). Names and banners are untrusted: text that a spreadsheet would evaluate as a
 * formula gets a leading apostrophe (OWASP, CSV injection), also behind a semicolon, a tab or a line break.
 * @internal
 */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const parts = escapeParts(value);
  const text = isFormula(value) ? `'${parts}` : parts;
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a line with its end. */
export const csvLine = (values: readonly CsvValue[]): string =>
  `${values.map(csvCell).join(',')}\r\n`;
