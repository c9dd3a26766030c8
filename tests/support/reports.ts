import type { Sections } from '../../src/inventory/report/sections.js';

/** A Debian package; default architecture: amd64. */
export interface Deb {
  name: string;
  version: string;
  architecture?: string;
  /** the source package; default: of the same name */
  source?: string;
}

/** Returns the output of `dpkg-query -W` for these packages. */
const dpkgSection = (packages: readonly Deb[]): string =>
  packages
    .map(
      ({ name, version, architecture = 'amd64', source = name }) =>
        `${name}\t${version}\t${architecture}\t${source}\t${version}\tii \t120\n`,
    )
    .join('');

/**
 * Returns the sections of an inventory report of a Debian 12 host with these packages.
 * @param packages null: without a package list
 */
export function debianReport(
  packages: readonly Deb[] | null = [],
  otherSections: Sections = {},
): Record<string, string> {
  return {
    'os-release':
      'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n',
    hostname: 'inner-name\n',
    uname: 'Linux 6.1.0-28-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.119-1 (2024-11-22) x86_64\n',
    cpuinfo:
      'processor\t: 0\nmodel name\t: AMD EPYC 7B13\n\nprocessor\t: 1\nmodel name\t: AMD EPYC 7B13\n\n',
    meminfo: 'MemTotal:        2015444 kB\nMemFree:          123456 kB\n',
    uptime: '4711.42 9000.00\n',
    ...(packages && { dpkg: dpkgSection(packages) }),
    ...otherSections,
  };
}

/** Returns the report of these sections as a collector prints it. */
export const reportOf = (sections: Sections): string =>
  [
    'hostwarden-report 1 hwAbc12345',
    ...Object.entries(sections).map(([name, text]) => `--hwAbc12345 ${name}\n${text}`),
    '--hwAbc12345--\n',
  ].join('\n');
