import { UNKNOWN_PUBLISHER } from './evidence.js';

/** Repositories of publishers, by host and path as apt names its lists (`_` for `/`). */
const REPOSITORIES: readonly (readonly [RegExp, string])[] = [
  [/^nginx\.org_|^packages\.nginx\.org_/, 'nginx.org'],
  [/^download\.docker\.com_/, 'Docker'],
  [/^apt(?:-archive)?\.postgresql\.org_/, 'PGDG'],
  [/^packages\.sury\.org_|^ppa\.launchpad(?:content)?\.net_ondrej_/, 'deb.sury.org'],
  [/^ppa\.launchpad(?:content)?\.net_vbernat_haproxy|^haproxy\.debian\.net/, 'HAProxy'],
  [
    /^ppa\.launchpad(?:content)?\.net_rabbitmq_|^(?:deb1?|ppa1)\.rabbitmq\.com|^dl\.cloudsmith\.io_public_rabbitmq_/,
    'RabbitMQ',
  ],
  [/^ppa\.launchpad(?:content)?\.net_/, 'a PPA'],
  [/^(?:download|enterprise)\.proxmox\.com_/, 'Proxmox'],
  [/^archive\.raspberrypi\.(?:org|com)_/, 'Raspberry Pi'],
  [/^(?:deb|dlm|mirror|archive)\.mariadb\.(?:org|com)_/, 'MariaDB'],
  [/^repo\.mysql\.com_/, 'MySQL'],
  [/^repo\.percona\.com_/, 'Percona'],
  [/^packages\.redis\.io_/, 'Redis'],
  [/^deb\.nodesource\.com_/, 'NodeSource'],
  [/^(?:apt|packages)\.grafana\.com/, 'Grafana Labs'],
  [/^artifacts\.elastic\.co_/, 'Elastic'],
  [/^packages\.gitlab\.com_/, 'GitLab'],
  [/^pkg\.jenkins\.io_/, 'Jenkins'],
  [/^repo\.mongodb\.(?:org|com)_/, 'MongoDB'],
  [/^repos\.influxdata\.com_/, 'InfluxData'],
  [/^repo\.zabbix\.com_/, 'Zabbix'],
  [/^packages\.icinga\.com_/, 'Icinga'],
  [/^packagecloud\.io_varnishcache_/, 'Varnish Software'],
  [/^build\.openvpn\.net_/, 'OpenVPN'],
  [/^dl\.google\.com_|^packages\.cloud\.google\.com_/, 'Google'],
  [/^packages\.microsoft\.com_/, 'Microsoft'],
  [/^apt\.releases\.hashicorp\.com/, 'HashiCorp'],
  [/^pkgs\.k8s\.io_/, 'Kubernetes'],
  [/^packages\.clickhouse\.com_/, 'ClickHouse'],
  [/^(?:repo|packages)\.saltproject\.io_/, 'Salt Project'],
  [/^repo\.jellyfin\.org_/, 'Jellyfin'],
  [/^dl\.cloudsmith\.io_public_caddy_/, 'Caddy'],
  [/^cli\.github\.com_/, 'GitHub CLI'],
  [/^pkgs\.tailscale\.com_/, 'Tailscale'],
  [/^packages\.adoptium\.net_/, 'Adoptium'],
  [/^download\.virtualbox\.org_/, 'Oracle VirtualBox'],
  [/^nvidia\.github\.io_|^developer\.download\.nvidia\.com_/, 'NVIDIA'],
  [/^packages\.wazuh\.com_/, 'Wazuh'],
  [/^apt\.datadoghq\.com_/, 'Datadog'],
  // The maintainer, which the agent notes instead of a repository.
  [/^maintainer devel@kali\.org$/, 'Kali Linux'],
  [/^maintainer root@linuxmint\.com$/, 'Linux Mint'],
  [/^maintainer support@proxmox\.com$/, 'Proxmox'],
];

/**
 * Returns the publisher of a repository; null: not known. A mirror may hold packages of the distribution: only the
 * publisher's own address shows who built them.
 */
export const repositoryPublisher = (repository: string): string | null =>
  REPOSITORIES.find(([address]) => address.test(repository))?.[1] ?? null;

const NOTE = 'repository ';

/** Returns the vendor of a package that another repository than the distribution's offers: its publisher is unknown. */
export const noteRepository = (repository: string): string => `${NOTE}${repository}`;

/** Returns the host of a noted repository, or that it is unknown: a folder has none. null: nothing is noted. */
export const notedRepository = (vendor: string): string | null =>
  vendor.startsWith(NOTE)
    ? (/^[^_]+/.exec(vendor.slice(NOTE.length))?.[0] ?? UNKNOWN_PUBLISHER)
    : null;

/**
 * Repositories of other publishers, by the ids that their own files give them (dnf: `repoid`). Rebuilds there may keep
 * the vendor of the distribution.
 */
const RPM_REPOSITORIES: readonly (readonly [RegExp, string])[] = [
  [/^epel\b/, 'Fedora Project (EPEL)'],
  [/^copr:/, 'a Copr project'],
  [/^remi\b/, 'Remi'],
  [/^pgdg/, 'PGDG'],
  [/^nginx-(?:stable|mainline)/, 'nginx.org'],
  [/^docker-ce/, 'Docker'],
  [/^elrepo/, 'ELRepo'],
  [/^rpmfusion-/, 'RPM Fusion'],
  [/^nodesource/, 'NodeSource'],
  [/^gitlab[_-]/, 'GitLab'],
  [/^mongodb-/, 'MongoDB'],
  [/^mysql/, 'MySQL'],
  [/^mariadb(?:-main)?$/, 'MariaDB'],
  [/^(?:elasticsearch|elastic-\d)/, 'Elastic'],
  [
    /^centos-?(?:ceph|nfv|opstools|openstack|ovirt|gluster|kmods|hyperscale|isa|autosd|storage)/i,
    'CentOS SIG',
  ],
  // `rhocp-4.14-for-rhel-9-x86_64-rpms`; those of the system are `rhel-9-for-…` and `codeready-builder-for-rhel-9-…`
  [/^(?!rhel-|rhui-|codeready-builder)[\w.+-]+-for-rhel-\d/, 'another product of Red Hat'],
];

/** Returns the publisher of a repository of dnf or yum; null: not known, as those of mirrors. */
export const rpmRepositoryPublisher = (id: string): string | null =>
  RPM_REPOSITORIES.find(([pattern]) => pattern.test(id))?.[1] ?? null;
