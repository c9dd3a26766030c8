// From 15 on packages come in modules; which of them a host has switched on does not matter, for one package of one service pack is the same in each.
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

/** The products of SUSE that one of its systems takes updates from. @param version VERSION_ID: `15.7`, `12.0.1` */
export function suseProducts(product: string, version: string): string[] {
  const [, major, pack = '0'] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  if (major === undefined) return [];
  if (Number(major) >= 16) return [`${product} ${version}`];
  const release = pack === '0' ? major : `${major} SP${pack}`;
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

/** The repositories of Red Hat Enterprise Linux, as its CPE names end. @param version VERSION_ID: `9.6` */
export function redhatRepositories(version: string): string[] {
  const major = /^\d+/.exec(version)?.[0];
  if (major === undefined) return [];
  const named = REPOSITORIES[major];
  return named
    ? named.map((name) => `enterprise_linux:${major}::${name}`)
    : [`enterprise_linux:${version}`];
}
