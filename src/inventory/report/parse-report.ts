import type { PackageListState } from '../../vulnerabilities/coverage/coverage-state.js';
import { ecosystemsFor } from '../../vulnerabilities/matching/ecosystems.js';
import { selectPackageList } from './select-package-list.js';
import type {
  Inventory,
  Package,
  PackageFormat,
  ParsedPackages,
  SectionWarning,
  UnreadableEntries,
} from '../inventory.js';
import { parseApk } from '../parse/packages/apk.js';
import { parseCpuinfo } from '../parse/cpuinfo.js';
import { withApkOrigins } from '../parse/packages/apk-origins.js';
import { withRepositories } from '../parse/packages/dpkg-origins.js';
import { parseDpkg } from '../parse/packages/dpkg.js';
import { parseOsRelease, type OsRelease } from '../parse/os-release.js';
import { parseOldCode } from '../parse/old-code.js';
import type { OldCode } from '../old-code.js';
import { parsePacman } from '../parse/packages/pacman.js';
import { parseHostname, parseMeminfo, parseUptime } from '../parse/proc.js';
import { parseReboot } from '../parse/reboot.js';
import { parseRedhatRelease } from '../parse/redhat-release.js';
import { parseNameLines, parseRemoved, type Removals } from '../parse/packages/names.js';
import { parseRpm } from '../parse/packages/rpm.js';
import { withRpmOrigins } from '../parse/packages/rpm-origins.js';
import { parseToolErrors } from '../parse/packages/tool-errors.js';
import { parseUbuntuPro } from '../parse/ubuntu-pro.js';
import {
  kernelPackageVersion,
  parseContainer,
  parseLivePatches,
  parseUname,
  parseVersionSignature,
} from '../parse/uname.js';
import { parseWindowsHotfixes, parseWindowsPrograms } from '../parse/packages/windows.programs.js';
import { parseWindowsSystem } from '../parse/windows.system.js';
import { hasCustomKernel } from './custom-kernel.js';
import { rebootRequired } from './reboot-required.js';
import { createSectionReader, type SectionReader, type Sections } from './sections.js';

/**
 * The parsed sections of a report. `packages` is null when no package list could be read, unlike an empty list.
 * `unreadable`: the packages with unreadable entries. `ecosystems`: what the packages are matched against; null
 * when the system could not be identified.
 */
export type ParsedReport =
  | {
      ok: true;
      inventory: Inventory;
      packages: Package[] | null;
      unreadable: UnreadableEntries;
      packageList: PackageListState;
      /** what the host's logs call removed */
      removed: Removals;
      ecosystems: string[] | null;
      /** whether the report names the enabled repositories of dnf or yum */
      hasRepositories: boolean;
      warnings: SectionWarning[];
    }
  | { ok: false; reason: 'nothing_readable'; warnings: SectionWarning[] };

/** Format, section and parser of each package list. */
const PACKAGE_LISTS: readonly [PackageFormat, string, (text: string) => ParsedPackages][] = [
  ['dpkg', 'dpkg', parseDpkg],
  ['rpm', 'rpm', parseRpm],
  ['apk', 'apk', parseApk],
  ['pacman', 'pacman', parsePacman],
  ['windows', 'windows-programs', parseWindowsPrograms],
  ['windows', 'windows-hotfixes', parseWindowsHotfixes],
];

/** Parses raw sections (name → output of the host's tools) to an inventory. Unknown sections are ignored. */
export function parseSections(sections: Sections): ParsedReport {
  const reader = createSectionReader(sections);
  const os =
    reader.read('os-release', parseOsRelease) ?? reader.read('redhat-release', parseRedhatRelease);
  const { packages, unreadable, packageList } = readPackages(reader, os);
  const inventory = reader.read('windows', parseWindowsSystem) ?? readUnix(reader, os, packages);
  const custom = packageList === 'whole' ? customKernel(reader, inventory, packages ?? []) : null;
  if (custom?.release != null)
    reader.warn('uname', `the running kernel ${custom.release} is of no package in this report`);
  const facts = Object.entries(inventory).filter(
    ([name]) => !['old_code', 'is_container'].includes(name),
  );
  const repositories = reader.read('repositories', parseNameLines);
  const isEmpty = packages === null && facts.every(([, value]) => value === null);
  if (isEmpty) return { ok: false, reason: 'nothing_readable', warnings: reader.warnings };
  return {
    ok: true,
    inventory: custom === null ? inventory : { ...inventory, custom_kernel: custom.release },
    packages,
    unreadable,
    packageList,
    removed: reader.read('removed', parseRemoved) ?? { names: [], logs: {}, times: {} },
    ecosystems:
      os &&
      ecosystemsFor({
        ...os,
        pro: reader.read('ubuntu-pro', parseUbuntuPro) ?? [],
        repositories: repositories ?? [],
      }),
    hasRepositories: repositories !== null,
    warnings: reader.warnings,
  };
}

/** Returns the release of the running kernel if it is of no package, else null; null: which one runs is not known. */
function customKernel(
  reader: SectionReader,
  { running_kernel: release, running_version: version, is_container }: Inventory,
  packages: readonly Package[],
): { release: string | null } | null {
  if (release === null) return null;
  const running = version ? `${release} ${version}` : release;
  const onDisk = reader.read('reboot', parseReboot)?.kernels ?? [];
  const isCustom = is_container !== true && hasCustomKernel(packages, running, onDisk);
  return { release: isCustom ? release : null };
}

/** Returns the name of a system with its version: some images have no PRETTY_NAME. */
const fullName = ({ pretty, name, version }: OsRelease): string | null =>
  pretty ?? (name === null || version === '' ? null : `${name} ${version}`);

function readUnix(
  reader: SectionReader,
  os: OsRelease | null,
  packages: readonly Package[] | null,
): Inventory {
  const uname = reader.read('uname', parseUname);
  const cpu = reader.read('cpuinfo', parseCpuinfo);
  const livePatches = reader.read('live-patches', parseLivePatches);
  const isContainer = reader.read('container', parseContainer) === true;
  const kernel = isContainer ? null : uname; // the kernel of its host is not the container's
  return {
    name: reader.read('hostname', parseHostname),
    os: os?.name ?? null,
    kernel_version: uname?.release ?? null,
    os_version: os?.version ?? null,
    full_os_name: os && fullName(os),
    ram: reader.read('meminfo', parseMeminfo),
    cpu_cores: cpu?.cores ?? null,
    cpu_name: cpu?.name ?? null,
    uptime: reader.read('uptime', parseUptime),
    architecture: uname?.machine ?? null,
    running_kernel: kernel?.release ?? null,
    running_version:
      kernel &&
      kernelPackageVersion(kernel, reader.read('version-signature', parseVersionSignature)),
    live_patches: !isContainer && livePatches?.length ? livePatches : null,
    old_code: readOldCode(reader),
    ...(isContainer && { is_container: true }),
    reboot_required: rebootRequired(reader.read('reboot', parseReboot), kernel, packages),
  };
}

/** An inspection that failed on a host whose processes are inspected is older than its packages. */
function readOldCode(reader: SectionReader): OldCode | null {
  const look = reader.read('old-code', parseOldCode);
  const hasFailed = look === null && reader.has('old-code');
  return hasFailed ? { look: 'outdated', unseen: null, has_unowned: false, holders: [] } : look;
}

function readPackages(
  reader: SectionReader,
  os: OsRelease | null,
): Pick<Extract<ParsedReport, { ok: true }>, 'packages' | 'unreadable' | 'packageList'> {
  const lists = new Map<PackageFormat, Package[]>();
  const emptyFormats = new Set<PackageFormat>();
  const unreadable = new Map<PackageFormat, UnreadableEntries>();
  for (const [format, section, parse] of PACKAGE_LISTS) {
    const found = reader.read(section, (text) => {
      const { value, warnings, unreadable: entries } = parse(text);
      if (entries) unreadable.set(format, mergeUnreadable(unreadable.get(format) ?? [], entries));
      return { value, warnings };
    });
    if (reader.read(`${section}-errors`, parseToolErrors) === true) unreadable.set(format, 'any');
    if (found !== null && found.length > 0)
      lists.set(format, [...(lists.get(format) ?? []), ...withOrigins(reader, section, found)]);
    else if (reader.has(section)) emptyFormats.add(format);
  }
  const selected = selectPackageList(lists, emptyFormats, os);
  for (const [format, others] of lists) {
    if (format !== selected?.format)
      reader.warn(format, `${others.length} packages of a second format were ignored`);
  }
  if (selected === null) {
    const hasList = PACKAGE_LISTS.some(([, section]) => reader.has(section));
    return { packages: null, unreadable: [], packageList: hasList ? 'unreadable' : 'missing' };
  }
  const entries = unreadable.get(selected.format) ?? [];
  return {
    packages: selected.packages,
    unreadable: entries,
    packageList: entries.length === 0 ? 'whole' : 'partly',
  };
}

const ORIGINS: Readonly<Record<string, typeof withRepositories>> = {
  rpm: withRpmOrigins,
  apk: withApkOrigins,
};

/** Adds the repositories and signing keys of packages, where a report has them. */
const withOrigins = (reader: SectionReader, section: string, packages: Package[]): Package[] =>
  reader.read(`${section}-origins`, (text) => ({
    value: (ORIGINS[section] ?? withRepositories)(packages, text),
    warnings: [],
  })) ?? packages;

const mergeUnreadable = (a: UnreadableEntries, b: UnreadableEntries): UnreadableEntries =>
  a === 'any' || b === 'any' ? 'any' : [...a, ...b];
