const LONGEST = 1000;

/** The parts of a CPE 2.3 formatted string, unescaped, `cpe` and `2.3` first (NIST IR 7695, section 6.2); null: it is none. How many there are is for the caller to judge. */
export function cpeParts(text: string): string[] | null {
  if (text.length > LONGEST || !text.startsWith('cpe:2.3:')) return null;
  return text.includes('\\')
    ? text.split(/(?<!\\):/).map((part) => part.replace(/\\(.)/g, '$1'))
    : text.split(':');
}
