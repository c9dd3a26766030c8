import { memoize } from '../../../lib/memoize.js';
import { cpeSynonyms } from '../services/cpe-synonyms.js';
import type { OriginEvidence } from './evidence.js';

/**
 * A program that publishers package themselves. `cpe`: the names that the data uses. `names`: the packages with the
 * program itself; the whole name must match. `publishers`: who builds the upstream version, with few or no changes.
 */
interface Product {
  cpe: readonly string[];
  names: string;
  publishers: readonly string[];
  /** publishers that add fixes of later versions, and so make each finding possible only */
  patchedBy?: readonly string[];
  /** the data names its editions or components alike */
  isPartOf?: true;
}

const PHP = '(?:-(?:cli|fpm|cgi|common|embedded|opcache|phpdbg))?';

/** Names: those of NVD's CPE dictionary. Versions: see upstreamVersion. */
const PRODUCTS: readonly Product[] = [
  { cpe: ['f5:nginx'], names: 'nginx', publishers: ['nginx.org'], patchedBy: ['deb.sury.org'] },
  { cpe: ['docker:docker'], names: 'docker-ce', publishers: ['Docker'] },
  { cpe: ['linuxfoundation:containerd'], names: 'containerd\\.io', publishers: ['Docker'] },
  {
    cpe: ['postgresql:postgresql'],
    names: 'postgresql-\\d+|postgresql\\d+-server',
    publishers: ['PGDG'],
  },
  { cpe: ['pgbouncer:pgbouncer'], names: 'pgbouncer', publishers: ['PGDG'] },
  {
    cpe: ['mariadb:mariadb'],
    names: 'mariadb-server(?:-(?:core-)?\\d+\\.\\d+|-core)?|MariaDB-server',
    publishers: ['MariaDB', 'MariaDB Foundation', 'MariaDB Corporation Ab', 'MariaDB plc'],
  },
  {
    cpe: ['oracle:mysql'],
    names: 'mysql-(?:community|commercial)-server(?:-core)?',
    publishers: ['MySQL', 'Oracle and/or its affiliates', 'Oracle', 'Oracle America'],
  },
  {
    cpe: ['redis:redis'],
    names: 'redis|redis-(?:server|sentinel|tools)',
    publishers: ['Redis'],
    patchedBy: ['Remi'],
  },
  { cpe: ['nodejs:node.js'], names: 'nodejs', publishers: ['NodeSource'] },
  { cpe: ['grafana:grafana'], names: 'grafana', publishers: ['Grafana Labs'], isPartOf: true },
  {
    cpe: ['grafana:grafana', 'grafana:grafana_enterprise'],
    names: 'grafana-enterprise',
    publishers: ['Grafana Labs'],
  },
  { cpe: ['grafana:loki'], names: 'loki', publishers: ['Grafana Labs'] },
  { cpe: ['elastic:elasticsearch'], names: 'elasticsearch', publishers: ['Elastic'] },
  { cpe: ['elastic:kibana', 'elasticsearch:kibana'], names: 'kibana', publishers: ['Elastic'] },
  {
    cpe: ['elastic:logstash', 'elasticsearch:logstash'],
    names: 'logstash',
    publishers: ['Elastic'],
  },
  { cpe: ['elastic:metricbeat'], names: 'metricbeat', publishers: ['Elastic'] },
  { cpe: ['elasticsearch:packetbeat'], names: 'packetbeat', publishers: ['Elastic'] },
  { cpe: ['gitlab:gitlab'], names: 'gitlab-ce', publishers: ['GitLab'], isPartOf: true },
  { cpe: ['gitlab:gitlab'], names: 'gitlab-ee', publishers: ['GitLab'] },
  { cpe: ['jenkins:jenkins'], names: 'jenkins', publishers: ['Jenkins'] },
  {
    cpe: ['mongodb:mongodb'],
    names: 'mongodb-(?:org|enterprise)-(?:server|mongos)',
    publishers: ['MongoDB'],
  },
  { cpe: ['vmware:rabbitmq'], names: 'rabbitmq-server', publishers: ['RabbitMQ', 'VMware'] },
  {
    cpe: ['haproxy:haproxy'],
    names: 'haproxy',
    publishers: ['HAProxy'],
    patchedBy: ['a PPA', 'IUS'],
  },
  {
    cpe: ['varnish_cache_project:varnish_cache'],
    names: 'varnish',
    publishers: ['Varnish Software'],
  },
  {
    // Both repair versions that PHP itself no longer supports.
    cpe: ['php:php'],
    names: `php\\d\\.\\d${PHP}|libapache2-mod-php\\d\\.\\d|php${PHP}|php\\d{2}-php${PHP}`,
    publishers: [],
    patchedBy: ['deb.sury.org', 'Remi'],
  },
  {
    cpe: ['apache:http_server'],
    names: 'apache2|apache2-bin',
    publishers: [],
    patchedBy: ['deb.sury.org'],
  },
  {
    cpe: ['google:chrome'],
    names: 'google-chrome-(?:stable|beta|unstable)',
    publishers: ['Google'],
  },
  {
    cpe: ['microsoft:edge_chromium'],
    names: 'microsoft-edge-(?:stable|beta|dev)',
    publishers: ['Microsoft'],
  },
  { cpe: ['microsoft:visual_studio_code'], names: 'code', publishers: ['Microsoft'] },
  { cpe: ['microsoft:powershell'], names: 'powershell(?:-lts)?', publishers: ['Microsoft'] },
  {
    cpe: ['zabbix:zabbix', 'zabbix:zabbix_server'],
    names: 'zabbix-(?:server|proxy)-(?:mysql|pgsql|sqlite3)',
    publishers: ['Zabbix', 'Zabbix SIA'],
    isPartOf: true,
  },
  {
    cpe: ['zabbix:zabbix', 'zabbix:frontend'],
    names: 'zabbix-frontend-php|zabbix-web',
    publishers: ['Zabbix', 'Zabbix SIA'],
    isPartOf: true,
  },
  {
    cpe: ['zabbix:zabbix-agent', 'zabbix:zabbix_agent'],
    names: 'zabbix-agent',
    publishers: ['Zabbix', 'Zabbix SIA'],
  },
  {
    cpe: ['zabbix:zabbix-agent2', 'zabbix:zabbix_agent2'],
    names: 'zabbix-agent2',
    publishers: ['Zabbix', 'Zabbix SIA'],
  },
  { cpe: ['influxdata:influxdb'], names: 'influxdb2?', publishers: ['InfluxData'] },
  { cpe: ['influxdata:telegraf'], names: 'telegraf', publishers: ['InfluxData'] },
  { cpe: ['hashicorp:vault'], names: 'vault', publishers: ['HashiCorp'], isPartOf: true },
  { cpe: ['hashicorp:consul'], names: 'consul', publishers: ['HashiCorp'], isPartOf: true },
  { cpe: ['hashicorp:nomad'], names: 'nomad', publishers: ['HashiCorp'], isPartOf: true },
  { cpe: ['hashicorp:boundary'], names: 'boundary', publishers: ['HashiCorp'], isPartOf: true },
  { cpe: ['hashicorp:terraform'], names: 'terraform', publishers: ['HashiCorp'] },
  {
    cpe: ['kubernetes:kubernetes'],
    names: 'kubelet|kubeadm',
    publishers: ['Kubernetes'],
    isPartOf: true,
  },
  { cpe: ['apache:couchdb'], names: 'couchdb', publishers: ['Apache CouchDB'] },
  { cpe: ['apache:cassandra'], names: 'cassandra', publishers: ['Apache Cassandra'] },
  {
    cpe: ['clickhouse:clickhouse', 'yandex:clickhouse'],
    names: 'clickhouse-server',
    publishers: ['ClickHouse'],
  },
  { cpe: ['icinga:icinga'], names: 'icinga2(?:-bin)?', publishers: ['Icinga'] },
  {
    cpe: ['saltstack:salt'],
    names: 'salt-(?:master|minion)',
    publishers: ['Salt Project'],
    isPartOf: true,
  },
  { cpe: ['openvpn:openvpn'], names: 'openvpn', publishers: ['OpenVPN'] },
  { cpe: ['eclipse:mosquitto'], names: 'mosquitto', publishers: ['Eclipse Mosquitto'] },
  { cpe: ['jellyfin:jellyfin'], names: 'jellyfin-server', publishers: ['Jellyfin'] },
  { cpe: ['caddyserver:caddy'], names: 'caddy', publishers: ['Caddy'] },
  { cpe: ['github:cli'], names: 'gh', publishers: ['GitHub CLI'] },
  { cpe: ['netdata:netdata'], names: 'netdata', publishers: ['Netdata'] },
  { cpe: ['treasuredata:fluent_bit'], names: 'fluent-bit', publishers: ['Fluent Bit'] },
  { cpe: ['amazon:opensearch'], names: 'opensearch', publishers: ['OpenSearch'] },
  { cpe: ['graylog:graylog'], names: 'graylog-server', publishers: ['Graylog'] },
  {
    cpe: ['nvidia:container_toolkit', 'nvidia:nvidia_container_toolkit'],
    names: 'nvidia-container-toolkit',
    publishers: ['NVIDIA'],
  },
  {
    cpe: ['oracle:vm_virtualbox'],
    names: '(?:virtualbox|VirtualBox)-\\d+\\.\\d+',
    publishers: ['Oracle VirtualBox'],
  },
];

const COMPILED = PRODUCTS.map((product) => ({
  ...product,
  pattern: new RegExp(`^(?:${product.names})$`),
}));

const ofName = (name: string) => COMPILED.filter(({ pattern }) => pattern.test(name));

/** Returns all names (`f5:nginx`) of the products that a package may be by its name. */
export const productsNamed = memoize(
  (name: string): readonly string[] =>
    ofName(name).flatMap(({ cpe }) => cpe.flatMap((one) => cpeSynonyms(...splitCpe(one)))),
  { maxEntries: 50_000 },
);

/** Splits `f5:nginx`. */
export const splitCpe = (name: string): [vendor: string, product: string] => {
  const [vendor = '', product = ''] = name.split(':');
  return [vendor, product];
};

/** A program with its upstream version. `doubt`: the build may contain the fix, or the flaw is of another edition. */
export interface UpstreamProduct {
  cpe: readonly string[];
  version: string;
  doubt: 'backport' | 'edition' | null;
}

/**
 * Returns the program that a package of another publisher contains, in its upstream version; null: not known. A
 * version that cannot be read names nothing.
 */
export function upstreamProduct(publisher: string, pkg: OriginEvidence): UpstreamProduct | null {
  for (const { cpe, publishers, patchedBy = [], isPartOf } of ofName(pkg.name)) {
    const isPatched = patchedBy.includes(publisher) || SECURITY_BUILD.test(pkg.version);
    if (!patchedBy.includes(publisher) && !publishers.includes(publisher)) continue;
    const version = upstreamVersion(pkg.version);
    if (version === null) return null;
    const doubt = isPartOf === true ? 'edition' : null;
    return { cpe, version, doubt: isPatched ? 'backport' : doubt };
  }
  return null;
}

/** Grafana Labs adds this to a version that it repairs before the next one. */
const SECURITY_BUILD = /\+security/;

/**
 * Returns the upstream part of a package version: without epoch, revision and marks. `5:27.3.1-1~debian.12~bookworm` →
 * `27.3.1`. null: a preview, a snapshot or another form, whose place among the releases is not known.
 */
function upstreamVersion(version: string): string | null {
  const [, upstream, rest = ''] = /^(?:\d+:)?v?(\d+(?:\.\d+)+)(.*)$/.exec(version) ?? [];
  if (upstream === undefined || PREVIEW.test(rest)) return null;
  return upstream;
}

const PREVIEW =
  /^[a-z]|[-~+.](?:alpha|beta|rc|pre|dev|git|snapshot|nightly|canary)\.?\d*(?:[-~+.]|$)/i;
