import { canonicalCpeName } from './cpe-synonyms.js';

/**
 * How Debian and Ubuntu package a product: names of source packages, and of the binary package with the server.
 * `%1` is the first number of the version, `%2` the first two.
 */
interface Packaging {
  sources: readonly string[];
  server: string;
}

// By the CPE name that service detection reports. Only products that report a distribution's revision, or that
// distributions patch without reporting it. Based on the Debian security team's list of source packages and CPE names
// (data/CPE/list, MIT), with the names of today's dictionary.
const PACKAGING: Readonly<Record<string, Packaging>> = {
  'openbsd:openssh': { sources: ['openssh'], server: 'openssh-server' },
  'dropbear_ssh_project:dropbear_ssh': { sources: ['dropbear'], server: 'dropbear-bin' },
  'f5:nginx': { sources: ['nginx'], server: 'nginx' },
  'apache:http_server': { sources: ['apache2'], server: 'apache2-bin' },
  'apache:tomcat': { sources: ['tomcat%1'], server: 'tomcat%1' },
  'apache:traffic_server': { sources: ['trafficserver'], server: 'trafficserver' },
  'apache:zookeeper': { sources: ['zookeeper'], server: 'zookeeper' },
  'lighttpd:lighttpd': { sources: ['lighttpd'], server: 'lighttpd' },
  'caddyserver:caddy': { sources: ['caddy'], server: 'caddy' },
  'squid-cache:squid': { sources: ['squid', 'squid3'], server: 'squid' },
  'tinyproxy_project:tinyproxy': { sources: ['tinyproxy'], server: 'tinyproxy-bin' },
  'varnish_cache_project:varnish_cache': { sources: ['varnish'], server: 'varnish' },
  'haproxy:haproxy': { sources: ['haproxy'], server: 'haproxy' },
  'openprinting:cups': { sources: ['cups'], server: 'cups-daemon' },
  'vsftpd_project:vsftpd': { sources: ['vsftpd'], server: 'vsftpd' },
  'proftpd:proftpd': { sources: ['proftpd-dfsg'], server: 'proftpd-core' },
  'pureftpd:pure-ftpd': { sources: ['pure-ftpd'], server: 'pure-ftpd' },
  'exim:exim': { sources: ['exim4'], server: 'exim4-daemon-light' },
  'postfix:postfix': { sources: ['postfix'], server: 'postfix' },
  'sendmail:sendmail': { sources: ['sendmail'], server: 'sendmail-bin' },
  'openbsd:opensmtpd': { sources: ['opensmtpd'], server: 'opensmtpd' },
  'dovecot:dovecot': { sources: ['dovecot'], server: 'dovecot-core' },
  'cyrus:imap': { sources: ['cyrus-imapd'], server: 'cyrus-common' },
  'isc:bind': { sources: ['bind9'], server: 'bind9' },
  'nlnetlabs:unbound': { sources: ['unbound'], server: 'unbound' },
  'nlnetlabs:name_server_daemon': { sources: ['nsd'], server: 'nsd' },
  'thekelleys:dnsmasq': { sources: ['dnsmasq'], server: 'dnsmasq-base' },
  'powerdns:recursor': { sources: ['pdns-recursor'], server: 'pdns-recursor' },
  'powerdns:authoritative_server': { sources: ['pdns'], server: 'pdns-server' },
  'mariadb:mariadb': { sources: ['mariadb', 'mariadb-%2'], server: 'mariadb-server' },
  'oracle:mysql': { sources: ['mysql-%2'], server: 'mysql-server-%2' },
  'redis:redis': { sources: ['redis'], server: 'redis-server' },
  'lfprojects:valkey': { sources: ['valkey'], server: 'valkey-server' },
  'memcached:memcached': { sources: ['memcached'], server: 'memcached' },
  'eclipse:mosquitto': { sources: ['mosquitto'], server: 'mosquitto' },
  'openldap:openldap': { sources: ['openldap'], server: 'slapd' },
  'samba:samba': { sources: ['samba'], server: 'samba' },
  'samba:rsync': { sources: ['rsync'], server: 'rsync' },
  'vmware:rabbitmq': { sources: ['rabbitmq-server'], server: 'rabbitmq-server' },
  'clamav:clamav': { sources: ['clamav'], server: 'clamav-daemon' },
  'xiph:icecast': { sources: ['icecast2'], server: 'icecast2' },
  'privoxy:privoxy': { sources: ['privoxy'], server: 'privoxy' },
  'barton:ngircd': { sources: ['ngircd'], server: 'ngircd' },
  'inspircd:inspircd': { sources: ['inspircd'], server: 'inspircd' },
  'prometheus:prometheus': { sources: ['prometheus'], server: 'prometheus' },
  'apache:subversion': { sources: ['subversion'], server: 'subversion' },
};

/**
 * Returns the source packages that a version of a product may be built from, and the package of its server; null: a
 * product that is not listed.
 */
export function sourcePackages(
  product: string,
  version: string,
): { sources: string[]; server: string } | null {
  const name = canonicalCpeName(product);
  const packaging = Object.hasOwn(PACKAGING, name) ? PACKAGING[name] : undefined;
  if (packaging === undefined) return null;
  const [first = '', second = ''] = version.split('.');
  const fill = (text: string): string =>
    text.replace('%1', first).replace('%2', `${first}.${second}`);
  return { sources: packaging.sources.map(fill), server: fill(packaging.server) };
}
