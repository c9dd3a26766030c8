/** The restart after which an upgrade takes effect. `unknown`: it may need a restart of a program. */
export type Restart = 'none' | 'service' | 'reboot' | 'unknown';

/** Packages that everything uses: only a reboot is sure to replace them in memory. */
const SYSTEM =
  /^(glibc|libc6|libc-bin|musl|systemd|libsystemd0|dbus|dbus-daemon|udev|linux-firmware|microcode)(-|$)/;
const KERNEL = /^(linux|kernel)(-|$)/;

/** Servers, and libraries of servers: the service that uses them has to be restarted. */
const SERVICE = new RegExp(
  '^(openssh|openssl|libssl|gnutls|libgnutls|nss|httpd|apache2|nginx|bind|named|unbound|dnsmasq|mariadb|mysql|' +
    'postgresql|redis|valkey|memcached|mongodb|docker|containerd|runc|cups|samba|postfix|exim|dovecot|sendmail|' +
    'squid|haproxy|tomcat|php|rsyslog|chrony|ntp|openvpn|strongswan|libvirt|qemu|proftpd|vsftpd|pure-ftpd|snmpd|' +
    'net-snmp|openldap|slapd|krb5|rpcbind|nfs|grafana|prometheus|asterisk|freeradius|varnish|lighttpd|caddy)',
);

/** Packages without running programs. */
const DATA =
  /(-doc|-docs|-data|-common-doc|-man|-headers|-devel|-dev|-locale|-langpack.*|-fonts?)$/;

/**
 * Returns what makes an upgrade take effect.
 * @param names the upgraded packages and their source
 */
export function restartOf(names: readonly string[]): Restart {
  if (names.some((name) => (KERNEL.test(name) && !DATA.test(name)) || SYSTEM.test(name)))
    return 'reboot';
  if (names.some((name) => SERVICE.test(name) && !DATA.test(name))) return 'service';
  return names.every((name) => DATA.test(name)) ? 'none' : 'unknown';
}
