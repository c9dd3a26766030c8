import type { Sqlite } from '../../src/database/sqlite.js';

interface FleetSizes {
  hosts: number;
  findings: number;
  facts?: number;
  perVulnerability?: number;
  common?: number;
  rules: number;
}
export function seedFleet(sqlite: Sqlite, sizes: FleetSizes): void;
