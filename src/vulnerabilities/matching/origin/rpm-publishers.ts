import { upstreamNamePublisher } from './known-names.js';
import { rpmRepositoryPublisher } from './repositories.js';
import { UNKNOWN_PUBLISHER, type OriginEvidence } from './evidence.js';

const RED_HAT_FAMILY = /^(?:AlmaLinux|Rocky Linux|Red Hat):/;
const SUSE_FAMILY = /^(?:SUSE|openSUSE):/;

/** Rebuilds keep the versions of Red Hat: after a migration, packages of two of them are mixed. */
const RED_HAT_VENDORS = /^(?:Red Hat|AlmaLinux|Rocky|CentOS|CloudLinux|Scientific Linux)\b/i;
const SUSE_VENDORS = /^(?:SUSE|openSUSE|Novell)\b/i;
/** The build service names a project: only those of the distribution are the distribution. */
const SUSE_PROJECTS = /^obs:\/\/build\.(?:suse\.(?:de|com)|opensuse\.org)\/(?:SUSE|openSUSE)\b/;

/** The publishers that the release of an rpm names. */
const RELEASE_TAGS: readonly (readonly [RegExp, string])[] = [
  [/PGDG/, 'PGDG'],
  [/PIGSTY/, 'Pigsty'],
  [/\.remi(?:\.|$)/, 'Remi'],
  [/\.ius(?:\.|$)/, 'IUS'],
  [/\.elrepo(?:\.|$)/, 'ELRepo'],
  [/\.ngx(?:\.|$)/, 'nginx.org'],
  [/nodesource/, 'NodeSource'],
  [/\.fc\d+/, 'Fedora'],
  [/\.amzn\d/, 'Amazon Linux'],
  [/\.ph\d+(?:\.|$)/, 'Photon OS'],
  [/el\d+uek(?:\.|$)/, 'Oracle Linux'],
];

/** Returns the publisher of an rpm that the distribution did not build; null: nothing shows another one. */
export function rpmPublisher(ecosystem: string, pkg: OriginEvidence): string | null {
  const isRedHat = RED_HAT_FAMILY.test(ecosystem);
  if (!isRedHat && !SUSE_FAMILY.test(ecosystem)) return null;
  const vendor = pkg.vendor?.trim() ?? '';
  const isDistribution = isRedHat
    ? RED_HAT_VENDORS.test(vendor)
    : SUSE_VENDORS.test(vendor) || SUSE_PROJECTS.test(vendor);
  const release = pkg.version.slice(pkg.version.lastIndexOf('-') + 1);
  const tagged = RELEASE_TAGS.find(([tag]) => tag.test(release))?.[1];
  if (tagged !== undefined && !isDistribution) return tagged;
  if (vendor !== '') {
    const noted = notedPublisher(vendor);
    if (noted !== null) return noted;
    return isDistribution ? otherRelease(ecosystem, release) : vendorName(vendor);
  }
  return upstreamNamePublisher(pkg) ?? otherRelease(ecosystem, release);
}

/**
 * Returns what the inventory noted beside or instead of the vendor: the repository, or that the package is not signed
 * as the others are. null: nothing, or another vendor is named anyway.
 */
function notedPublisher(vendor: string): string | null {
  const [, name = '', note = '', repository] =
    /^(?:(.+) \()?(unsigned|signing key \w+|repository (\S+?))\)?$/.exec(vendor) ?? [];
  if (repository !== undefined) return rpmRepositoryPublisher(repository) ?? UNKNOWN_PUBLISHER;
  if (note === '') return null;
  const isOther = name !== '' && ![RED_HAT_VENDORS, SUSE_VENDORS].some((own) => own.test(name));
  return isOther ? null : UNKNOWN_PUBLISHER;
}

/** Returns `Enterprise Linux 10` for a package of a later release than the system's. */
function otherRelease(ecosystem: string, release: string): string | null {
  const built = /\.el(\d+)(?:[._]|$)/.exec(release)?.[1];
  if (built === undefined) return null;
  if (SUSE_FAMILY.test(ecosystem)) return `Enterprise Linux ${built}`;
  const installed = /^(?:AlmaLinux|Rocky Linux|Red Hat:enterprise_linux):(\d+)/.exec(
    ecosystem,
  )?.[1];
  return installed !== undefined && Number(built) > Number(installed)
    ? `Enterprise Linux ${built}`
    : null;
}

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/postgresql global development group|pgdg/i, 'PGDG'],
  [/nginx/i, 'nginx.org'],
  [/^fedora project/i, 'Fedora Project (EPEL)'],
  [/remi/i, 'Remi'],
  [/^google\b/i, 'Google'],
  [/^microsoft\b/i, 'Microsoft'],
  [/^mongodb\b/i, 'MongoDB'],
  [/^elastic(?:search)?\b/i, 'Elastic'],
  [/^grafana\b/i, 'Grafana Labs'],
  [/^gitlab\b/i, 'GitLab'],
  [/^hashicorp\b/i, 'HashiCorp'],
  [/^influx(?:data|db)\b/i, 'InfluxData'],
  [/^(?:kubernetes|the kubernetes)\b|isv:kubernetes/i, 'Kubernetes'],
  [/^jenkins\b/i, 'Jenkins'],
  [/^zabbix\b/i, 'Zabbix'],
  [/^nodesource\b/i, 'NodeSource'],
  [/^varnish\b/i, 'Varnish Software'],
  [/^clickhouse\b/i, 'ClickHouse'],
];

const MAX_NAME = 60;

/** Returns the name of a vendor without its addresses: `Docker <support@docker.com>` → `Docker`. */
function vendorName(vendor: string): string {
  const known = NAMES.find(([pattern]) => pattern.test(vendor))?.[1];
  const name = known ?? vendor.replace(/\s*[<(].*$/, '').trim();
  return name === '' ? UNKNOWN_PUBLISHER : name.slice(0, MAX_NAME);
}
