/**
 * Names of the products in daemons.sh, as each scanner spells them. Ours is compared to the letter. Nmap's is a
 * pattern on the `product` of its XML, in its favor: additions ("Exim smtpd", "ISC BIND") and, for MariaDB, the word
 * in the version count as right; a list of guesses ("Go-IPFS json-rpc or InfluxDB API") or another product does not.
 * `null`: the daemon does not report its product; only the service counts there.
 * @type {Record<string, { ours: string | null, nmap: RegExp | null, service: RegExp }>}
 */
export const PRODUCT_NAMES = {
  openssh: { ours: 'OpenSSH', nmap: /^OpenSSH/, service: /^ssh$/ },
  dropbear: { ours: 'Dropbear sshd', nmap: /^Dropbear/, service: /^ssh$/ },
  telnetd: { ours: null, nmap: null, service: /^telnet$/ },
  tigervnc: { ours: null, nmap: null, service: /^vnc$/ },
  xrdp: { ours: 'xrdp', nmap: /^xrdp/, service: /^ms-wbt-server$/ },
  nginx: { ours: 'nginx', nmap: /^nginx/, service: /^https?$/ },
  lighttpd: { ours: 'lighttpd', nmap: /^lighttpd/, service: /^http$/ },
  apache: { ours: 'Apache httpd', nmap: /^Apache httpd/, service: /^http$/ },
  haproxy: { ours: 'HAProxy', nmap: /^HAProxy/i, service: /^http(-proxy)?$/ },
  tinyproxy: { ours: 'Tinyproxy', nmap: /^tinyproxy/i, service: /^http(-proxy)?$/ },
  squid: { ours: 'Squid', nmap: /^Squid/, service: /^http(-proxy)?$/ },
  prometheus: { ours: 'Prometheus', nmap: /Prometheus/, service: /^(http|prometheus)$/ },
  'node-exporter': { ours: 'node_exporter', nmap: /node.exporter/i, service: /^(http|prometheus)/ },
  caddy: { ours: 'Caddy', nmap: /^Caddy/, service: /^http$/ },
  privoxy: { ours: 'Privoxy', nmap: /^Privoxy/, service: /^http(-proxy)?$/ },
  icecast: { ours: 'Icecast', nmap: /^Icecast/, service: /^http$/ },
  cups: { ours: 'CUPS', nmap: /^CUPS/, service: /^(http|ipp)$/ },
  redis: { ours: 'Redis', nmap: /^Redis/, service: /^redis$/ },
  memcached: { ours: 'memcached', nmap: /^memcached/i, service: /^memcached?$/ },
  mosquitto: { ours: 'Mosquitto', nmap: /^mosquitto/i, service: /^(secure-)?mqtt$/ },
  postgresql: { ours: 'PostgreSQL', nmap: /^PostgreSQL/, service: /^postgresql$/ },
  pgbouncer: { ours: 'PgBouncer', nmap: /^pgbouncer/i, service: /^postgresql$/ },
  mariadb: { ours: 'MariaDB', nmap: /^(MariaDB|MySQL)/, service: /^mysql$/ },
  beanstalkd: { ours: 'beanstalkd', nmap: /^beanstalkd/i, service: /^beanstalk/ },
  openldap: { ours: 'OpenLDAP', nmap: /^OpenLDAP/, service: /^ldaps?$/ },
  samba: { ours: 'Samba', nmap: /^Samba/, service: /^(microsoft-ds|netbios-ssn)$/ },
  rsync: { ours: 'rsync', nmap: /rsync/, service: /^rsync$/ },
  svnserve: { ours: 'Subversion', nmap: /^Subversion/, service: /^svn/ },
  'git-daemon': { ours: 'git daemon', nmap: /git/i, service: /^git$/ },
  exim: { ours: 'Exim', nmap: /^Exim/, service: /^smtp$/ },
  dovecot: { ours: 'Dovecot', nmap: /^Dovecot/, service: /^(imap|pop3)s?$/ },
  dnsmasq: { ours: 'dnsmasq', nmap: /^dnsmasq/, service: /^domain$/ },
  bind: { ours: 'BIND', nmap: /BIND/, service: /^domain$/ },
  unbound: { ours: 'Unbound', nmap: /^Unbound/, service: /^domain$/ },
  ngircd: { ours: 'ngIRCd', nmap: /^ngircd/i, service: /^irc$/ },
  inspircd: { ours: 'InspIRCd', nmap: /^InspIRCd/i, service: /^irc$/ },
  vsftpd: { ours: 'vsftpd', nmap: /^vsftpd/, service: /^ftp$/ },
  'pure-ftpd': { ours: 'Pure-FTPd', nmap: /^Pure-FTPd/, service: /^ftp$/ },
  proftpd: { ours: 'ProFTPD', nmap: /^ProFTPD/, service: /^ftp$/ },
  microsocks: { ours: null, nmap: null, service: /^socks5?$/ },
  kamailio: { ours: 'Kamailio', nmap: /^kamailio/i, service: /^sip$/ },
};

/**
 * The real versions that `daemons.sh up` prints.
 * @param {string} text
 * @returns {{ port: number, name: string, version: string, tls: string, shown: boolean }[]}
 */
export function parseTruth(text) {
  return text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [port = '', name = '', version = '', tls = '', shown = ''] = line.split(' ');
      return { port: Number(port), name, version, tls, shown: shown === 'yes' };
    });
}
