import { asStrings, type Json } from '../coerce.js';
import { parseCpeMatchName } from '../cpe.js';

const MAX_CPES = 50;

/**
 * Returns the valid CPE names of an affected entry as formatted strings of CPE 2.3, those of the older URI binding
 * (NIST IR 7695, section 6.1) converted, each once. Names of hardware and of no single product are left out.
 */
export function cpesOf({ cpes }: Json): string[] {
  const names = asStrings(cpes, 1000).slice(0, MAX_CPES).map(toFormattedString);
  return [...new Set(names)].filter((text) => {
    const name = parseCpeMatchName(text);
    return name !== null && ![name.vendor, name.product].some((part) => /^[*-]$/.test(part));
  });
}

function toFormattedString(text: string): string {
  if (!text.startsWith('cpe:/')) return text;
  const parts = text.slice('cpe:/'.length).split(':').slice(0, 5).map(quote);
  const all = [...parts, ...Array<string>(11).fill('*')].slice(0, 11);
  return `cpe:2.3:${all.join(':')}`;
}

/** Percent-encoded punctuation of the URI binding is quoted in the other one. */
const quote = (part: string): string =>
  part === ''
    ? '*'
    : part
        .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
        .replace(/[^A-Za-z0-9_.-]/g, '\\$&');
