const MAX_LENGTH = 1000;

/**
 * Splits a CPE 2.3 formatted string (NIST IR 7695, section 6.2) into its unescaped parts, `cpe` and `2.3` first.
 * Returns null if it is not one. The number of parts is not checked.
 */
export function cpeParts(text: string): string[] | null {
  if (text.length > MAX_LENGTH || !text.startsWith('cpe:2.3:')) return null;
  return text.includes('\\')
    ? text.split(/(?<!\\):/).map((part) => part.replace(/\\(.)/g, '$1'))
    : text.split(':');
}
