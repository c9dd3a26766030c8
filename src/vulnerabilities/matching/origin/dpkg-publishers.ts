import { upstreamNamePublisher } from './known-names.js';
import { UNKNOWN_PUBLISHER, type OriginEvidence } from './evidence.js';
import { notedRepository, repositoryPublisher } from './repositories.js';

/** Code names of Debian and Ubuntu releases. Ubuntu itself used `trusty` in versions, and older ones. */
const CODENAMES = [
  'stretch',
  'buster',
  'bullseye',
  'bookworm',
  'trixie',
  'forky',
  'sid',
  'xenial',
  'bionic',
  'focal',
  'jammy',
  'kinetic',
  'lunar',
  'mantic',
  'noble',
  'oracular',
  'plucky',
  'questing',
  'resolute',
].join('|');

/** Marks that publishers add to the versions of their builds. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/deb\.sury\.org|\+0~20\d{6}\.\d+\+(?:debian|ubuntu)\d+/, 'deb.sury.org'],
  [/[.~+-]pgdg(?:\d|\+)/, 'PGDG'],
  [/[-+~.](?:pve|pmx)\d*(?:[-+~.]|$)/, 'Proxmox'],
  [/[-+~]rp[ti]\d*(?:[-+~.]|$)/, 'Raspberry Pi'],
  [/kali\d/, 'Kali Linux'],
  [/linuxmint\d*|[+~-]mint\d/, 'Linux Mint'],
  [/[+~]maria(?:~|\+|$)/, 'MariaDB'],
  [/nodesource\d*/, 'NodeSource'],
  [/-\d+rl\d+(?:~|$)/, 'Redis'],
  [/xamarin\d/, 'Mono'],
  [/cznic\.\d/, 'CZ.NIC'],
  [/mosquitto\d/, 'Eclipse Mosquitto'],
  [/cran\.?\d|cran\d*\./, 'CRAN'],
  [/ppa\d|~(?:mt|lo|gpu)\d|xtradeb|obsproject|oibaf|kisak|\.sav\d|\+certbot/, 'a PPA'],
];

/** Publishers whose builds are known by the name, where the version only shows that they are not the distribution's. */
const NAMED_BUILDS: readonly (readonly [RegExp, string])[] = [
  [/^nginx(?:-.+)?$|^unit(?:-.+)?$|^njs$/, 'nginx.org'],
  [/^zabbix-/, 'Zabbix'],
  [/^mysql-|^libmysqlclient/, 'MySQL'],
  [/^icinga|^icingaweb2/, 'Icinga'],
  [/^varnish/, 'Varnish Software'],
  [/^openvpn$/, 'OpenVPN'],
  [/^(?:passenger|libnginx-mod-http-passenger)/, 'Phusion Passenger'],
  [/^(?:puppet|puppetserver|puppetdb|bolt)/, 'Puppet'],
  [/^rspamd/, 'Rspamd'],
  [/^wine(?:hq)?-/, 'WineHQ'],
  [/^couchdb$/, 'Apache CouchDB'],
  [/^azure-cli$/, 'Microsoft'],
  [/^(?:virtualbox)/, 'Oracle VirtualBox'],
];

const CODENAME = new RegExp(`[-+~.]?\\d*~?(?:${CODENAMES})[\\w.+~-]*$`);
const DOCKER_FORM = /~(?:debian|ubuntu)[-.][a-z0-9]/;
const DEBIAN_NUMBER = /(?:-\d+|[+~])debian(?:9|1\d)(?:\.\d+)?$/;
const UBUNTU_NUMBER = /-\d+(?:\+ubuntu|ubuntu)(?:1[4-9]|2\d)\.04$/;
/** Builds of Ubuntu have its word in the revision: `-0ubuntu3`, `-2build1`. */
const UBUNTU_BUILD = /ubuntu\d|-[\w.+~]*\dbuild\d[\d.]*$/;
/** Debian's mark of a package that was built again. Ubuntu's is `build1`. */
const BUILT_AGAIN = /-[\w.~]+\+b\d+$/;
/** The word of another builder after the number of the distribution: `1.22.1-9+deb12u3+acme1`, `-2ubuntu7~acme2`. */
const REBUILT =
  /(?:[+~]deb\d+u|ubuntu)\d[\d.]*(?:[+~.-]*(?:deb|bpo|b|build|ubuntu|nmu|esm|u)\d[\d.]*)*[+~.-]*(?!(?:deb|bpo|b|build|ubuntu|nmu|esm|u|fips|git|really)\d)[a-z]{2,}\d*$/i;
/** The last word of a revision: `-9acme1`, `-1+local`. */
const LAST_WORD = /-[^-]*?(?<![a-z])([a-z]{3,})(?:\d+(?:\.\d+)?)?$/i;
/** Words that distributions add themselves. Debian once had names of releases there; its ports have architectures. */
const OWN_WORDS =
  /^(?:deb|debu|bpo|build|ubuntu|nmu|esm|git|bzr|svn|cvs|exp|pre|alpha|beta|really|dfsg|repack|(?:potato|woody|sarge|etch|etchnhalf|lenny|squeeze|wheezy|jessie|trusty)|(?:fake|will|may)sync(?:build)?|(?:riscv|loong|hppa|sparc|ppc|powerpc))$/i;

/** Returns the publisher of a Debian package that the distribution did not build; null: nothing shows another one. */
export function dpkgPublisher(ecosystem: string, pkg: OriginEvidence): string | null {
  const [distribution = '', release = ''] = ecosystem.split(':');
  if (distribution !== 'Debian' && distribution !== 'Ubuntu') return null;
  const named = upstreamNamePublisher(pkg);
  if (named !== null) return named;
  if (isOwnKernel(pkg)) return UNKNOWN_PUBLISHER;
  const repository = pkg.vendor ? repositoryPublisher(pkg.vendor) : null;
  if (repository !== null) return repository;
  if (distribution === 'Ubuntu' && /fips/i.test(pkg.version)) return null; // Ubuntu builds these in separate archives.
  for (const version of new Set([pkg.version, pkg.source_version ?? pkg.version])) {
    const marked = MARKS.find(([mark]) => mark.test(version))?.[1];
    if (marked !== undefined) return marked;
    if (REBUILT.test(version)) return UNKNOWN_PUBLISHER;
    const isOther = distribution === 'Debian' ? isNotDebian(version) : isNotUbuntu(version);
    if (isOther)
      return NAMED_BUILDS.find(([name]) => name.test(pkg.name))?.[1] ?? UNKNOWN_PUBLISHER;
    if (hasOtherWord(version)) return UNKNOWN_PUBLISHER;
    if (distribution === 'Ubuntu' && BUILT_AGAIN.test(version)) return UNKNOWN_PUBLISHER;
    if (distribution === 'Debian') {
      if (UBUNTU_BUILD.test(version)) return 'Ubuntu';
      const later = laterRelease(version, release);
      if (later !== null) return later;
    }
  }
  return notedRepository(pkg.vendor ?? '');
}

/** The kernel's number in six digits and the minute of the build: `6.13.2-061302.202502081010`. */
const MAINLINE = /-0\d{5}(?:rc\d+)?\.20\d{10}$/;

/**
 * Whether a kernel was built without the sources of the distribution, whose names begin with `linux`: `make deb-pkg`
 * names the source `linux-upstream`, earlier `linux-6.12.9`. Mainline builds for Ubuntu have a source of any name.
 */
const isOwnKernel = ({ name, version, source }: OriginEvidence): boolean =>
  /^linux-(?:(?:image|modules|headers)-(?:unsigned-)?\d|libc-dev$)/.test(name) &&
  (/^linux-(?:upstream$|(?:image|modules|headers)-|\d+\.\d+\.\d)/.test(source ?? '') ||
    MAINLINE.test(version));

const hasOtherWord = (version: string): boolean => {
  const word = LAST_WORD.exec(version)?.[1];
  return word !== undefined && !OWN_WORDS.test(word);
};

const isForeignForm = (version: string): boolean =>
  CODENAME.test(version) || DOCKER_FORM.test(version);

const isNotDebian = (version: string): boolean =>
  isForeignForm(version) ||
  DEBIAN_NUMBER.test(version) ||
  /\+bpo\d+$|-[\w.]+~2\d\.(?:04|10)[\d.]*$/.test(version);

const isNotUbuntu = (version: string): boolean =>
  isForeignForm(version) || UBUNTU_NUMBER.test(version);

/**
 * Returns `Debian 13` for a package of a later release than the system's: its fixes are other versions. A backport is
 * one of the release that it was built for.
 */
function laterRelease(version: string, release: string): string | null {
  const built = /~bpo(\d+)\+\d/.exec(version)?.[1] ?? /[+~]deb(\d+)u\d+/.exec(version)?.[1];
  return built !== undefined && Number(built) > Number(release) ? `Debian ${built}` : null;
}
