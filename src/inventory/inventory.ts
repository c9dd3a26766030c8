/** How a host keeps its list of installed software. */
export type PackageFormat = 'dpkg' | 'rpm' | 'apk' | 'pacman' | 'windows';

/**
 * One installed package. `version` is whole (epoch unless zero, release); empty where the system knows none. `size` in bytes, `installed_at` in Unix seconds.
 */
export interface Package {
  name: string;
  version: string;
  architecture: string | null;
  source: string | null;
  source_version: string | null;
  vendor: string | null;
  /** The module stream a package of the RHEL family was built for (`nodejs:18:…`): fixes are told per stream. */
  module: string | null;
  format: PackageFormat;
  size: number | null;
  installed_at: number | null;
}

/** What a host tells of itself. `ram` in bytes, `uptime` in seconds; what could not be read is null. */
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
  reboot_required: boolean | null;
}

/** What a parser makes of one section: a value, null where there is none, and sentences about what it passed over. */
export interface Parsed<T> {
  value: T;
  warnings: string[];
}

/** Packages of which a list tells, but not readably: their names, or `any` where a name can't be made out. */
export type UnreadableEntries = readonly string[] | 'any';

/** What a parser makes of a list of packages; without `unread` nothing in it was unreadable. */
export interface ParsedPackages extends Parsed<Package[]> {
  unread?: UnreadableEntries;
}

/** A sentence about a section of a report that could not be read, or not wholly. */
export interface SectionWarning {
  section: string;
  message: string;
}
