import { cpeParts } from '../../lib/cpe-parts.js';

/** The parts of a CPE 2.3 name that a range is made from, unescaped and in lower case; `*` any, `-` none. `edition` and `target`: of the software (sw_edition, target_sw). */
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

/** A CPE 2.3 formatted string (NISTIR 7695, 6.2); null: it is none. */
export function parseCpe(text: string): CpeMatchName | null {
  const parts = cpeParts(text);
  if (parts === null) return null;
  const [
    ,
    ,
    part,
    vendor = '',
    product = '',
    version = '',
    update = '',
    ,
    ,
    edition = '',
    target = '',
  ] = parts;
  if (
    parts.length !== PART_COUNT ||
    (part !== 'a' && part !== 'o' && part !== 'h') ||
    vendor === '' ||
    product === '' ||
    version === ''
  )
    return null;
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

/** The name a range's place has: `openbsd:openssh`. */
export const cpeProductName = ({ vendor, product }: CpeMatchName): string => `${vendor}:${product}`;
