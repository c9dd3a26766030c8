// Which modules and extensions a host has enabled does not matter: a package of one service pack is the same in each.
// The names are those of SUSE's product catalog (https://www.suse.com/lifecycle), as OSV writes them.
const EXTENSIONS = ['High Availability Extension', 'Live Patching', 'Workstation Extension'];

/** Modules have the service packs of SLES 15. */
const MODULES_15 = [
  'Basesystem',
  'Server Applications',
  'Desktop Applications',
  'Development Tools',
  'Containers',
  'Legacy',
  'Public Cloud',
  'Python 2',
  'Python 3',
  'SAP Applications',
  'Web and Scripting',
  'Certifications',
  'HPC',
  'High Performance Computing',
  'NVIDIA Compute',
  'Package Hub',
  'RT',
  'Systems Management',
  'Transactional Server',
];

/** Modules of SLES 12 have no service packs. */
const MODULES_12 = [
  'Advanced Systems Management',
  'Certifications',
  'Containers',
  'HPC',
  'Legacy',
  'Public Cloud',
  'Toolchain',
  'Web and Scripting',
];

/**
 * Returns the SUSE products that a system receives updates of, as ecosystems.
 * @param version VERSION_ID: `15.7`, `12.0.1`
 */
export function suseProducts(product: string, version: string): string[] {
  const [, major, servicePack = '0'] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  if (major === undefined) return [];
  if (Number(major) >= 16) return [`SUSE:Linux Enterprise ${product} ${version}`];
  const release = servicePack === '0' ? major : `${major} SP${servicePack}`;
  const names = [`${product} ${release}`, `${product} ${release}-LTSS`, ...parts(major, release)];
  return [...names.map((name) => `SUSE:Linux Enterprise ${name}`), ...packageHub(major, release)];
}

/** Returns the extensions and modules of a release. */
function parts(major: string, release: string): string[] {
  const extensions = EXTENSIONS.map((name) => `${name} ${release}`);
  if (major === '12')
    return [
      ...extensions,
      `Software Development Kit ${release}`,
      ...MODULES_12.map((name) => `Module for ${name} ${major}`),
    ];
  if (major !== '15') return [];
  return [...extensions, ...MODULES_15.map((name) => `Module for ${name} ${release}`)];
}

/** Package Hub has the packages of openSUSE for a release. */
const packageHub = (major: string, release: string): string[] =>
  major === '12' || major === '15' ? [`SUSE:Package Hub ${release}`] : [];

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
