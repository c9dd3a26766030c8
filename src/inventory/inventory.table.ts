import type { Generated } from 'kysely';
import type { PackageListState } from '../vulnerabilities/coverage/coverage-state.js';

export interface InventoryTable {
  host_id: number;
  report_id: number;
  import_id: number | null;
  collected_at: number;
  name: string | null;
  os: string | null;
  kernel_version: string | null;
  os_version: string | null;
  full_os_name: string | null;
  ram: number | null;
  cpu_cores: number | null;
  cpu_name: string | null;
  uptime: number | null;
  architecture: string | null;
  running_kernel: string | null;
  running_version: string | null;
  /** the release of the running kernel, if it is of no package */
  custom_kernel: string | null;
  /** JSON array; null: none is known */
  live_patches: string | null;
  /** JSON of OldCode; null: not inspected */
  old_code: string | null;
  /** JSON array of OldPackage; null: none */
  old_packages: string | null;
  reboot_required: 0 | 1 | null;
  packages_count: number;
  /** JSON array */
  warnings: string;
  /** JSON array of ecosystems */
  scopes: Generated<string>;
  packages_read: Generated<0 | 1>;
  unconfirmed_list: string | null;
  /** null: not known */
  machine_id: string | null;
  /** JSON, format → local minute; null: not known */
  package_log: string | null;
  package_list: Generated<PackageListState>;
}

export interface InventoryReportTable {
  id: Generated<number>;
  host_id: number;
  source: 'agent' | 'session' | 'import';
  stored_at: number;
  sections: Buffer;
}

export interface InventoryLineTable {
  id: Generated<number>;
  key: Buffer;
  /** Buffer: the text as raw deflate */
  line: string | Buffer;
}

export interface PackageTable {
  id: Generated<number>;
  key: Buffer;
  format: string;
  name: string;
  version: string;
  architecture: string | null;
  source: string | null;
  source_version: string | null;
  vendor: string | null;
  module: string | null;
  size: number | null;
  pinned: Generated<0 | 1>;
}

export interface HostPackageTable {
  host_id: number;
  package_id: number;
  installed_at: number | null;
}

export interface PackageChangeTable {
  host_id: number;
  report_id: number;
  number: number;
  detected_at: number;
  change: 'installed' | 'removed' | 'upgraded' | 'downgraded';
  from_package: number | null;
  to_package: number | null;
}
