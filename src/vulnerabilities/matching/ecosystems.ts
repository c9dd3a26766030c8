import { extendedSupport } from './packages/distributions/redhat-extended.js';

/**
 * The identification of an operating system. `pro`: the enabled services of Ubuntu Pro. `repositories`: the ids of
 * enabled ones of dnf or yum; the default is that they are not known.
 */
export interface SystemRelease {
  id: string | null;
  version: string;
  codename: string | null;
  pro: readonly string[];
  repositories?: readonly string[];
}

// Debian testing and unstable report a code name and no version (distro-info-data has both).
const DEBIAN: Readonly<Record<string, string>> = {
  wheezy: '7',
  jessie: '8',
  stretch: '9',
  buster: '10',
  bullseye: '11',
  bookworm: '12',
  trixie: '13',
  forky: '14',
  duke: '15',
  sid: '14',
};

const RULES: Readonly<Record<string, (system: SystemRelease) => string[]>> = {
  debian: ({ version, codename }) => release('Debian:', version || (DEBIAN[codename ?? ''] ?? '')),
  ubuntu,
  alpine: ({ version }) =>
    /_alpha|_git/.test(version)
      ? ['Alpine:edge']
      : release('Alpine:v', version.match(/^\d+\.\d+/)?.[0]),
  almalinux: ({ version }) => release('AlmaLinux:', major(version)),
  rocky: ({ version }) => release('Rocky Linux:', major(version)),
  rhel: ({ version, repositories = [] }) => [
    ...redhatRelease(version),
    ...extendedSupport(version, repositories),
  ],
  // A package of one release is the same in each product: release-products.ts adds those that the data know.
  sles: ({ version }) => suseRelease('Enterprise Server', version),
  sles_sap: ({ version }) => suseRelease('Enterprise Server', version),
  sle_hpc: ({ version }) => suseRelease('Enterprise Server', version),
  sle_rt: ({ version }) => suseRelease('Enterprise Server', version),
  sled: ({ version }) => suseRelease('Enterprise Desktop', version),
  'sle-micro': ({ version }) => release('SUSE:Linux Enterprise Micro ', version),
  'sl-micro': ({ version }) => release('SUSE:Linux Micro ', version),
  'suse-microos': ({ version }) => release('SUSE:Linux Enterprise Micro ', version),
  'opensuse-leap': ({ version }) => release('openSUSE:Leap ', version),
  opensuse: ({ version }) => (Number(version) >= 42 ? release('openSUSE:Leap ', version) : []),
  'opensuse-tumbleweed': () => ['openSUSE:Tumbleweed'],
  wolfi: () => ['Wolfi'],
  chainguard: () => ['Chainguard'],
};

/**
 * Returns the ecosystems of a system's packages, as OSV names them. If several have data about one vulnerability in one
 * package, the last one decides (Ubuntu Pro after Ubuntu).
 *
 * Returns none for a system whose packages no feed covers. A derivative (Mint, Kali, Raspbian) rebuilds packages with
 * its own versions, so data of its parent would report them as vulnerable or fixed at random.
 */
export function ecosystemsFor(system: SystemRelease): string[] {
  const rule = Object.hasOwn(RULES, system.id ?? '') ? RULES[system.id ?? ''] : undefined;
  return rule?.(system) ?? [];
}

function ubuntu({ version, pro }: SystemRelease): string[] {
  const [, year, month] = /^(\d\d)\.(\d\d)/.exec(version) ?? [];
  if (year === undefined || month === undefined) return [];
  const name = `${year}.${month}${Number(year) % 2 === 0 && month === '04' ? ':LTS' : ''}`;
  const fips = ['fips', 'fips-preview', 'fips-updates']
    .filter((service) => pro.includes(service))
    .map((service) => `Ubuntu:Pro:${service.replace('fips', 'FIPS')}:${name}`);
  const isPro = pro.includes('esm-infra') || pro.includes('esm-apps') || fips.length > 0;
  const esm = ['esm-infra', 'esm-apps'].filter((service) => pro.includes(service));
  return [
    `Ubuntu:${name}`,
    ...(isPro ? [`Ubuntu:Pro:${name}`] : []),
    ...fips,
    ...(esm.length === 1 ? [`Ubuntu:Pro:${esm[0]}:${name}`] : []),
  ];
}

/** @param version VERSION_ID: `15.7`, `12.0.1`, `16.0` */
function suseRelease(product: string, version: string): string[] {
  const [, major, servicePack = '0'] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  if (major === undefined) return [];
  if (Number(major) >= 16) return [`SUSE:Linux ${product} ${version}`];
  return [`SUSE:Linux ${product} ${servicePack === '0' ? major : `${major} SP${servicePack}`}`];
}

/** The main repositories, as the last parts of their CPE names; the data of other releases name none. */
function redhatRelease(version: string): string[] {
  const number = major(version);
  if (number === undefined) return [];
  const name = `Red Hat:enterprise_linux:${number}`;
  if (Number(number) >= 10 || Number(number) < 6) return [`Red Hat:enterprise_linux:${version}`];
  return Number(number) >= 8 ? [`${name}::baseos`, `${name}::appstream`] : [`${name}::server`];
}

const release = (prefix: string, version: string | undefined): string[] =>
  version === undefined || !/^\d[\w.]*$/.test(version) ? [] : [`${prefix}${version}`];

const major = (version: string): string | undefined => /^\d+/.exec(version)?.[0];
