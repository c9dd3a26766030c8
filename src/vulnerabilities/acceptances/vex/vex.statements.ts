import type { Sqlite } from '../../../database/sqlite.js';

/** One statement of a vendor to insert. Times: Unix seconds. */
export interface VendorAcceptanceRow {
  vulnerability_id: string;
  package: string | null;
  reason: string;
  by: string;
  justification: string | null;
  source: string;
  vex_status: string;
  product: string;
  product_match: string;
  created_at: number;
  began_change: number;
}

/** A document may have 10,000 statements: prepared once. */
export const prepareInsertVendorAcceptance = (sqlite: Sqlite) =>
  sqlite.prepare<[VendorAcceptanceRow]>(
    `INSERT INTO acceptances (vulnerability_id, package, reason, "by", kind, justification, source, vex_status, product, product_match, created_at, began_change)
    VALUES (@vulnerability_id, @package, @reason, @by, 'vendor', @justification, @source, @vex_status, @product, @product_match, @created_at, @began_change)`,
  );
