import { cpeParts } from '../../lib/cpe-parts.js';

/**
 * The parts of a CPE 2.3 name that ranges are created from, unescaped; `*` any, `-` none. `part`, `vendor` and
 * `product` are in lower case. `edition` and `target` are `sw_edition` and `target_sw`.
 */
export interface CpeMatchName {
  part: 'a' | 'o' | 'h';
  vendor: string;
  product: string;
  version: string;
  update: string;
  edition: string;
  target: string;
}

const PART_COUNT = 13;

/** Parses a CPE 2.3 formatted string (NIST IR 7695, section 6.2); null: invalid. */
export function parseCpeMatchName(text: string): CpeMatchName | null {
  const parts = cpeParts(text);
  if (parts?.length !== PART_COUNT) return null;
  const [part, vendor = '', product = '', version = '', update = ''] = parts.slice(2);
  const [edition = '', target = ''] = parts.slice(9);
  if (part !== 'a' && part !== 'o' && part !== 'h') return null;
  if (vendor === '' || product === '' || version === '') return null;
  return {
    part,
    vendor: vendor.toLowerCase(),
    product: product.toLowerCase(),
    version,
    update,
    edition,
    target,
  };
}

/** The name of an affected package of kind `cpe`: `openbsd:openssh`. */
export const cpeProductName = ({ vendor, product }: CpeMatchName): string => `${vendor}:${product}`;
