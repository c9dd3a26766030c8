/** A value of a cell. A number is written as it is; null is an empty cell. */
export type CsvValue = string | number | null | undefined;

/** The first character that is visible: spreadsheets drop blanks and invisible characters before a formula. */
const FIRST_VISIBLE = /[^\s\p{C}]/u;
const FORMULA = /^[=+\-@]/;
const CONTROL = /^[\t\r\n]/;

/** Whether a spreadsheet could evaluate a text. Full-width and small forms count as what they stand for. */
function isFormula(text: string): boolean {
  if (CONTROL.test(text)) return true;
  const [first] = FIRST_VISIBLE.exec(text) ?? [];
  return first !== undefined && FORMULA.test(first.normalize('NFKC'));
}

/**
 * Returns a cell (RFC 4180). Names and banners are untrusted: text that a spreadsheet would evaluate as a
 * formula gets a leading apostrophe (OWASP, CSV injection).
 * @internal
 */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = isFormula(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a line with its end. */
export const csvLine = (values: readonly CsvValue[]): string =>
  `${values.map(csvCell).join(',')}\r\n`;
