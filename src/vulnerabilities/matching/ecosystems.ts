import { redhatRepositories, suseProducts } from './ecosystems.products.js';

/** The identification of an operating system. `pro`: the enabled services of Ubuntu Pro. */
export interface SystemRelease {
  id: string | null;
  version: string;
  codename: string | null;
  pro: readonly string[];
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
  rhel: ({ version }) => redhatRepositories(version).map((repository) => `Red Hat:${repository}`),
  sles: ({ version }) => suseProducts('Server', version),
  sles_sap: ({ version }) => [
    ...new Set([
      ...suseProducts('Server', version),
      ...suseProducts('Server for SAP Applications', version),
    ]),
  ],
  sled: ({ version }) => suseProducts('Desktop', version),
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
  return [`Ubuntu:${name}`, ...(isPro ? [`Ubuntu:Pro:${name}`] : []), ...fips];
}

const release = (prefix: string, version: string | undefined): string[] =>
  version === undefined || !/^\d[\w.]*$/.test(version) ? [] : [`${prefix}${version}`];

const major = (version: string): string | undefined => /^\d+/.exec(version)?.[0];
