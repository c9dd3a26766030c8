/** Returns a text for a cell of a Markdown table. */
export const escapeCell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '\\<').replaceAll('*', '\\*');
