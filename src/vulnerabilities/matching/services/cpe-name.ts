import { cpeParts } from '../../../lib/cpe-parts.js';

/** The parts of a service's CPE name, unescaped; null: any, or not given. */
export interface ServiceCpe {
  part: string;
  vendor: string;
  product: string;
  version: string | null;
  update: string | null;
}

/**
 * Parses a CPE 2.3 formatted string (NIST IR 7695, section 6.2). Returns null if it is not one, or does not name a
 * single product.
 */
export function parseServiceCpe(text: string): ServiceCpe | null {
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

/** `*` means any, `-` means not applicable. */
function isValue(value: string): boolean {
  return value !== '' && value !== '*' && value !== '-';
}
