import { cpeParts } from '../../../lib/cpe-parts.js';

/** A CPE name, unquoted; null: any, or none told. */
export interface ServiceCpe {
  part: string;
  vendor: string;
  product: string;
  version: string | null;
  update: string | null;
}

/** Takes a CPE 2.3 formatted string apart (NIST IR 7695, section 6.2). Null when it is none, or names no one product. */
export function parseCpe(text: string): ServiceCpe | null {
  const parts = cpeParts(text);
  if (parts === null) return null;
  const [, , part = '', vendor = '', product = '', version = '', update = ''] = parts;
  if (!/^[aoh]$/.test(part) || !isValue(vendor) || !isValue(product)) return null;
  return {
    part,
    vendor,
    product,
    version: isValue(version) ? version : null,
    update: isValue(version) && isValue(update) ? update : null,
  };
}

/** `*` is any, `-` none. */
function isValue(value: string): boolean {
  return value !== '' && value !== '*' && value !== '-';
}
