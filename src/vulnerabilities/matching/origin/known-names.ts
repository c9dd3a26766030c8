import type { OriginEvidence } from './evidence.js';

/** Names that no distribution uses for its own packages. The whole name must match. */
const PUBLISHERS: readonly (readonly [string, string])[] = [
  ['Docker', 'docker-ce(?:-.*)?|docker-(?:buildx|compose|scan|model)-plugin|containerd\\.io'],
  [
    'Proxmox',
    '(?:proxmox|pve|libpve|pmg)-.+|lxc-pve|qemu-server|vncterm|spiceterm|ksm-control-daemon',
  ],
  [
    'Raspberry Pi',
    'raspi-config|raspberrypi-(?:kernel|bootloader|sys-mods|net-mods|ui-mods)(?:-.+)?',
  ],
  ['GitLab', 'gitlab-(?:ce|ee|runner|runner-helper-images)'],
  ['MongoDB', 'mongodb-(?:org|enterprise|mongosh|database-tools|atlas-cli)(?:-.*)?'],
  [
    'MySQL',
    'mysql-(?:community|cluster-community|commercial)-.+|mysql-apt-config|mysql\\d+-community-release',
  ],
  ['Percona', 'percona-.+'],
  ['Google', 'google-chrome-.+|google-cloud-(?:cli|sdk)(?:-.+)?'],
  [
    'Microsoft',
    'microsoft-edge-.+|code(?:-insiders)?|powershell(?:-preview|-lts)?|mssql-.+|msodbcsql\\d+',
  ],
  [
    'Elastic',
    'kibana|logstash|metricbeat|packetbeat|auditbeat|heartbeat-elastic|elastic-agent|apm-server',
  ],
  ['Grafana Labs', 'grafana-enterprise|grafana-nightly|promtail|alloy'],
  ['HashiCorp', 'terraform|vault|vault-enterprise|boundary|waypoint'],
  ['Kubernetes', 'kubeadm|kubelet'],
  ['Adoptium', 'temurin-\\d+-(?:jdk|jre)'],
  ['Azul', 'zulu\\d+(?:-.+)?'],
  ['Amazon Corretto', 'java-[\\d.]+-amazon-corretto(?:-.+)?'],
  ['Oracle VirtualBox', 'virtualbox-\\d+\\.\\d+|VirtualBox-\\d+\\.\\d+'],
  [
    'NVIDIA',
    'cuda-\\d+-\\d+|cuda-(?:toolkit|drivers)(?:-.+)?|nvidia-container-toolkit(?:-base)?|libnvidia-container.+',
  ],
  ['Datadog', 'datadog-agent'],
  ['New Relic', 'newrelic-infra'],
  ['Wazuh', 'wazuh-(?:agent|manager|indexer|dashboard)'],
  ['InfluxData', 'influxdb2(?:-cli)?|chronograf|kapacitor'],
  ['Tailscale', 'tailscale-archive-keyring'],
  ['Cloudflare', 'cloudflared|cloudflare-warp'],
  ['Jellyfin', 'jellyfin(?:-.+)?'],
  ['Plex', 'plexmediaserver'],
  ['Ubiquiti', 'unifi'],
  ['Graylog', 'graylog-(?:server|enterprise|sidecar)'],
  ['OpenSearch', 'opensearch|opensearch-dashboards'],
  ['Brave', 'brave-browser(?:-.+)?'],
  ['Vivaldi', 'vivaldi-(?:stable|snapshot)'],
  ['Opera', 'opera-(?:stable|beta|developer)'],
  ['Slack', 'slack-desktop'],
  ['Zoom', 'zoom'],
  ['Signal', 'signal-desktop(?:-beta)?'],
  ['Spotify', 'spotify-client'],
  ['TeamViewer', 'teamviewer(?:-host)?'],
  ['AnyDesk', 'anydesk'],
  ['1Password', '1password(?:-cli)?'],
  ['Sublime HQ', 'sublime-(?:text|merge)'],
  ['OpenResty', 'openresty(?:-.+)?'],
  ['NGINX Plus', 'nginx-plus(?:-.+)?'],
  ['Treasure Data', 'td-agent(?:-.+)?'],
];

const BY_NAME = PUBLISHERS.map(([publisher, names]) => ({
  publisher,
  names: new RegExp(`^(?:${names})$`),
}));

/** Names that distributions use as well: theirs have a revision, or the marks of a repacked source. */
const UPSTREAM_VERSIONS: Readonly<Record<string, string>> = {
  elasticsearch: 'Elastic',
  filebeat: 'Elastic',
  grafana: 'Grafana Labs',
  loki: 'Grafana Labs',
  jenkins: 'Jenkins',
  telegraf: 'InfluxData',
  gh: 'GitHub CLI',
  caddy: 'Caddy',
  syncthing: 'Syncthing',
  netdata: 'Netdata',
  'fluent-bit': 'Fluent Bit',
  'salt-master': 'Salt Project',
  'salt-minion': 'Salt Project',
  'salt-common': 'Salt Project',
  cassandra: 'Apache Cassandra',
  'clickhouse-server': 'ClickHouse',
  'clickhouse-client': 'ClickHouse',
  'clickhouse-common-static': 'ClickHouse',
  tailscale: 'Tailscale',
};

/** A version without a revision, and for a publisher that adds one, with it. */
const UPSTREAM_FORM = /^(?:\d+:)?\d+(?:\.\d+)+$/;
const REVISED_FORM = /^\d+(?:\.\d+)+-\d+$/;
const REVISED: ReadonlySet<string> = new Set(['telegraf']);

/**
 * Returns the publisher of a package with a name that no distribution uses, or of one in a version without their marks;
 * else null.
 */
export function upstreamNamePublisher({ format, name, version }: OriginEvidence): string | null {
  const known = BY_NAME.find(({ names }) => names.test(name))?.publisher;
  if (known !== undefined) return known;
  if (format !== 'dpkg' || !Object.hasOwn(UPSTREAM_VERSIONS, name)) return null;
  const form = REVISED.has(name) ? REVISED_FORM : UPSTREAM_FORM;
  return form.test(version) ? (UPSTREAM_VERSIONS[name] ?? null) : null;
}
