import type { OldCode } from './old-code.js';

/** The package database, and with it the rules for versions. */
export type PackageFormat = 'dpkg' | 'rpm' | 'apk' | 'pacman' | 'windows';

/**
 * One installed package. `version` is the full version: with the release, and with the epoch unless it is
 * zero; empty where the system has none. `size` in bytes, `installed_at` in Unix seconds.
 */
export interface Package {
  name: string;
  version: string;
  architecture: string | null;
  source: string | null;
  source_version: string | null;
  vendor: string | null;
  /** The module stream of a RHEL-family package (`nodejs:18:…`): advisories list fixes per stream. */
  module: string | null;
  format: PackageFormat;
  size: number | null;
  installed_at: number | null;
}

/** The facts of a host. `ram` in bytes, `uptime` in seconds. Fields that could not be read are null. */
export interface Inventory {
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
  /** of the package that the running kernel is from; null: the kernel does not say it */
  running_version?: string | null;
  /** names of the live patches that the kernel has loaded; null: none is known */
  live_patches?: string[] | null;
  reboot_required: boolean | null;
  /** the release of the running kernel, if it is of no package; null: it is of one; absent: not known */
  custom_kernel?: string | null;
  /** true: the system says that it is a container; absent: it does not */
  is_container?: true;
  /** the result of an inspection of the processes; null: not inspected */
  old_code?: OldCode | null;
}

/** Which machine a report is of. Null: not known. */
export interface MachineIdentity {
  /** a hash of the id that the system has since its installation */
  machine_id: string | null;
  host_name: string | null;
}

/** The result of parsing one section: the value (null: none), and warnings about ignored parts. */
export interface Parsed<T> {
  value: T;
  warnings: string[];
}

/** Packages with unreadable entries: their names, or `any` where a name is not recognizable. */
export type UnreadableEntries = readonly string[] | 'any';

/** The result of parsing a package list. Without `unreadable`, every entry was readable. */
export interface ParsedPackages extends Parsed<Package[]> {
  unreadable?: UnreadableEntries;
}

/** A warning about a section of a report that could not be read completely. */
export interface SectionWarning {
  section: string;
  message: string;
}

/** How a report was received. */
export type ReportSource = 'agent' | 'session' | 'import';
