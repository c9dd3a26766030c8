import { redhatRepositories, suseProducts } from './ecosystems.products.js';

/** What a system says of itself, as far as it tells whose data judge its packages. `pro`: the services of Ubuntu Pro that are switched on. */
export interface SystemRelease {
  id: string | null;
  version: string;
  codename: string | null;
  pro: readonly string[];
}

// Testing and unstable tell no number; the names do (Debian's distro-info-data).
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
  sles: ({ version }) => suse('Server', version),
  sles_sap: ({ version }) => [
    ...suse('Server', version),
    ...suse('Server for SAP Applications', version),
  ],
  sled: ({ version }) => suse('Desktop', version),
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
 * The releases whose data judge the packages of a system, as OSV names them. Where several speak of one flaw in one package, the last one decides (Pro before what everybody gets).
 * Empty where no publisher's data are about the system's own packages: of a derivative (Mint, Kali, Raspbian) some packages are its own and are versioned apart,
 * so that its parent's data would call them vulnerable, or mended, by chance.
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

const suse = (product: string, version: string): string[] =>
  suseProducts(product, version).map((name) => `SUSE:Linux Enterprise ${name}`);
const release = (prefix: string, version: string | undefined): string[] =>
  version === undefined || !/^\d[\w.]*$/.test(version) ? [] : [`${prefix}${version}`];
const major = (version: string): string | undefined => /^\d+/.exec(version)?.[0];
