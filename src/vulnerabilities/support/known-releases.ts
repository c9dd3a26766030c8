/**
 * The release of a system, as endoflife.date names it. `cycles`: the names that it may have there; several if the
 * system does not name its edition. `hasExtension`: extended support is free, or a subscription is active.
 */
export interface KnownRelease {
  product: string;
  cycles: string[];
  /** for people: `Ubuntu 24.10` */
  system: string;
  hasExtension: boolean;
}

type Rule = readonly [
  pattern: RegExp,
  product: string,
  label: string,
  toCycle?: (...groups: string[]) => string,
];

const servicePack = (major = '', minor = '0'): string =>
  major.includes('.') ? major : `${major}.${minor}`;

/** Ecosystems of packages: they are parsed already, and exact. */
const ECOSYSTEMS: readonly Rule[] = [
  [/^Debian:(\d+)$/, 'debian', 'Debian'],
  [/^Ubuntu:(\d\d\.\d\d)(?::LTS)?$/, 'ubuntu', 'Ubuntu'],
  [/^Alpine:v(\d+\.\d+)$/, 'alpine-linux', 'Alpine Linux'],
  [/^AlmaLinux:(\d+)$/, 'almalinux', 'AlmaLinux'],
  [/^Rocky Linux:(\d+)$/, 'rocky-linux', 'Rocky Linux'],
  [/^Red Hat:enterprise_linux:(\d+)(?:\.\d+)?(?:::.*)?$/, 'rhel', 'Red Hat Enterprise Linux'],
  [
    /^SUSE:Linux Enterprise (?:Server|Desktop) (\d+(?:\.\d+)?)(?: SP(\d))?$/,
    'sles',
    'SUSE Linux Enterprise',
    servicePack,
  ],
  [/^openSUSE:Leap (\d+\.\d+)$/, 'opensuse', 'openSUSE Leap'],
];

/** Names of systems that no ecosystem covers (os-release: PRETTY_NAME). */
const NAMES: readonly Rule[] = [
  [/^CentOS Stream (?:release )?(\d+)\b/, 'centos-stream', 'CentOS Stream'],
  [/^CentOS (?:Linux )?(?:release )?(\d+)\b/, 'centos', 'CentOS'],
  [/^Fedora (?:Linux |release )?(\d+)\b(?!.*rawhide)/i, 'fedora', 'Fedora'],
  [/^Amazon Linux AMI (?:release )?(\d{4}\.\d\d)\b/, 'amazon-linux', 'Amazon Linux'],
  [/^Amazon Linux (?:release )?(\d+)\b/, 'amazon-linux', 'Amazon Linux'],
  [/^Oracle Linux (?:Server )?(?:release )?(\d+)\b/, 'oracle-linux', 'Oracle Linux'],
  [/^Red Hat Enterprise Linux\D{0,40}(\d+)\b/, 'rhel', 'Red Hat Enterprise Linux'],
  [/^Linux Mint (\d+(?:\.\d+)?)\b/, 'linuxmint', 'Linux Mint'],
  [/^LMDE (\d+)\b/, 'linuxmint', 'LMDE', (version = '') => `lmde${version}`],
  [/^openSUSE (\d+\.\d+)\b/, 'opensuse', 'openSUSE'],
];

const ROLLING_ECOSYSTEMS: ReadonlySet<string> = new Set([
  'Alpine:edge',
  'openSUSE:Tumbleweed',
  'Wolfi',
  'Chainguard',
]);
const ROLLING_NAMES =
  /^(?:Arch Linux|Kali GNU\/Linux|Gentoo|Void|Manjaro Linux|EndeavourOS|openSUSE Tumbleweed|Fedora.*rawhide|Debian GNU\/Linux \w+\/sid)\b/i;

/** Whether a system is updated without releases, so that its support has no end. */
export const isRolling = (ecosystems: readonly string[], name: string | null): boolean =>
  ecosystems.some((ecosystem) => ROLLING_ECOSYSTEMS.has(ecosystem)) ||
  ROLLING_NAMES.test(name ?? '');

/**
 * Returns the release of a system; null: it is not known.
 * @param ecosystems of its packages
 * @param name its full name, as it reports it
 */
export function knownRelease(
  ecosystems: readonly string[],
  name: string | null,
): KnownRelease | null {
  for (const ecosystem of ecosystems) {
    const found = applyRules(ECOSYSTEMS, ecosystem);
    if (found) return { ...found, hasExtension: hasExtension(found.product, ecosystems) };
  }
  if (name === null) return null;
  return applyRules(NAMES, name) ?? windowsRelease(name);
}

function applyRules(rules: readonly Rule[], text: string): KnownRelease | null {
  for (const [pattern, product, label, toCycle] of rules) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [, version = '', ...rest] = match;
    const cycle = toCycle ? toCycle(version, ...rest) : version;
    const shown = [version, ...rest.filter(Boolean).map((part) => `SP${part}`)].join(' ');
    return { product, cycles: [cycle], system: `${label} ${shown}`, hasExtension: false };
  }
  return null;
}

/** Long-term support of Debian is free for all, Ubuntu's is for hosts with Pro. Other subscriptions are not visible. */
const hasExtension = (product: string, ecosystems: readonly string[]): boolean =>
  product === 'debian' ||
  (product === 'ubuntu' && ecosystems.some((name) => name.startsWith('Ubuntu:Pro:')));

const SERVERS: Readonly<Record<string, string>> = {
  '2012 R2': '2012-r2',
  '2008 R2': '2008-r2-sp1',
  '2008': '2008-sp2',
  '2003': '2003-sp2',
};
const CLIENTS: Readonly<Record<string, string>> = { '7': '7-sp1', Vista: '6-sp2', XP: '5-sp3' };

/** Returns the release of a Windows from its caption and display version: `Microsoft Windows 11 Pro 24H2`. */
function windowsRelease(name: string): KnownRelease | null {
  const [, words] = /^(?:Microsoft )?Windows (.{1,100})$/.exec(name.replaceAll('®', '')) ?? [];
  if (words === undefined) return null;
  const [, server] = /^Server (20\d\d(?: R2)?)(?![\dH])/.exec(words) ?? [];
  if (server !== undefined)
    return windows('windows-server', [SERVERS[server] ?? server], `Server ${server}`);
  const [, channel] = /^Server .*\b((?:\d\dH\d|\d{4}))$/i.exec(words) ?? [];
  if (channel !== undefined)
    return windows(
      'windows-server',
      ['sac', 'ac'].map((end) => `${channel.toLowerCase()}-${end}`),
      `Server ${channel}`,
    );
  const [, client] = /^(XP|Vista|7|8\.1|8)(?![\d.])/.exec(words) ?? [];
  if (client !== undefined) return windows('windows', [CLIENTS[client] ?? client], client);
  const [, major, edition = '', build] = /^(1\d)\b(.*?)\b(\d\dH\d|\d{4})$/i.exec(words) ?? [];
  if (major === undefined || build === undefined) return null;
  const base = `${major}-${build.toLowerCase()}`;
  return windows(
    'windows',
    [base, ...editions(edition).map((end) => `${base}-${end}`)],
    `${major} ${build}`,
  );
}

const windows = (product: string, cycles: string[], version: string): KnownRelease => ({
  product,
  cycles,
  system: `Windows ${version}`,
  hasExtension: false,
});

/** Returns the suffixes of the editions that a caption names; all of them if it names none. */
function editions(caption: string): string[] {
  const isLongTerm = /LTS[CB]/i.test(caption);
  if (/\bIoT\b/i.test(caption)) return isLongTerm ? ['iot-lts'] : ['e'];
  if (isLongTerm) return ['e-lts'];
  if (/\b(?:Enterprise|Education)\b/i.test(caption)) return ['e'];
  return /\b(?:Home|Pro)\b/i.test(caption) ? ['w'] : ['e', 'w', 'e-lts', 'iot-lts'];
}
