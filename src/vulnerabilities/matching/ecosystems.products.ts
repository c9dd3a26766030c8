// Since SLES 15, packages are distributed in modules. Which of them a host has enabled does not matter: a package
// of one service pack is the same in each module.
const MODULES = [
  'Basesystem',
  'Server Applications',
  'Desktop Applications',
  'Development Tools',
  'Containers',
  'Legacy',
  'Public Cloud',
  'Python 3',
  'SAP Applications',
  'Web and Scripting',
  'Certifications',
];

/**
 * Returns the SUSE products that a system receives updates of.
 * @param version VERSION_ID: `15.7`, `12.0.1`
 */
export function suseProducts(product: string, version: string): string[] {
  const [, major, servicePack = '0'] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  if (major === undefined) return [];
  if (Number(major) >= 16) return [`${product} ${version}`];
  const release = servicePack === '0' ? major : `${major} SP${servicePack}`;
  const modules = major === '15' ? MODULES.map((name) => `Module for ${name} ${release}`) : [];
  return [`${product} ${release}`, `${product} ${release}-LTSS`, ...modules];
}

const REPOSITORIES: Readonly<Record<string, readonly string[]>> = {
  6: ['server', 'workstation', 'client', 'computenode'],
  7: ['server', 'workstation', 'client', 'computenode'],
  8: [
    'baseos',
    'appstream',
    'crb',
    'highavailability',
    'resilientstorage',
    'realtime',
    'nfv',
    'sap',
    'sap_hana',
    'supplementary',
  ],
  9: [
    'baseos',
    'appstream',
    'crb',
    'highavailability',
    'resilientstorage',
    'realtime',
    'nfv',
    'sap',
    'sap_hana',
    'supplementary',
  ],
};

/**
 * Returns the repositories of a Red Hat Enterprise Linux, as the last parts of their CPE names.
 * @param version VERSION_ID: `9.6`
 */
export function redhatRepositories(version: string): string[] {
  const major = /^\d+/.exec(version)?.[0];
  if (major === undefined) return [];
  const names = REPOSITORIES[major];
  return names
    ? names.map((name) => `enterprise_linux:${major}::${name}`)
    : [`enterprise_linux:${version}`];
}
