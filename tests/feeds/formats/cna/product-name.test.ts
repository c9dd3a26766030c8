import { describe, expect, it } from 'vitest';
import { PACKAGE_ADDRESSES } from '../../../../src/feeds/formats/cna/package-addresses.js';
import { isDistribution, productNamed } from '../../../../src/feeds/formats/cna/product-name.js';
import { AMBIGUOUS, CNA_NAMES } from '../../../../src/feeds/formats/cna/product-names.js';
import { canonicalCpeName } from '../../../../src/vulnerabilities/matching/services/cpe-synonyms.js';

describe('names of programs in records of CNAs', () => {
  it.each([
    ['Apache Software Foundation', 'Apache HTTP Server', 'apache:http_server'],
    ['Apache Software Foundation', 'Apache Tomcat', 'apache:tomcat'],
    ['F5', 'NGINX Open Source', 'f5:nginx'],
    ['OpenBSD', 'OpenSSH', 'openbsd:openssh'],
    ['n/a', 'OpenSSH', 'openbsd:openssh'],
    ['n/a', 'PostgreSQL', 'postgresql:postgresql'],
    ['redis', 'redis', 'redis:redis'],
    ['valkey-io', 'valkey', 'lfprojects:valkey'],
    ['ISC', 'BIND 9', 'isc:bind'],
    ['NLnet Labs', 'Unbound', 'nlnetlabs:unbound'],
    ['Oracle Corporation', 'MySQL Server', 'oracle:mysql'],
    ['MongoDB Inc.', 'MongoDB Server', 'mongodb:mongodb'],
    ['squid-cache', 'squid', 'squid-cache:squid'],
    ['Eclipse Foundation', 'Eclipse Mosquitto', 'eclipse:mosquitto'],
    ['jetty', 'jetty.project', 'eclipse:jetty'],
    ['nodejs', 'node', 'nodejs:node.js'],
    ['moby', 'moby', 'docker:docker'],
    ['The Tor Project', 'Tor', 'torproject:tor'],
    ['OpenPrinting', 'cups', 'openprinting:cups'],
    ['PowerDNS', 'Recursor', 'powerdns:recursor'],
    ['Cisco', 'ClamAV', 'clamav:clamav'],
  ])('%s %s is %s', (vendor, product, expected) => {
    expect(productNamed({ vendor, product })).toBe(expected);
  });

  it.each([
    ['F5', 'NGINX Plus'],
    ['F5', 'NGINX Instance Manager'],
    ['F5', 'BIG-IP'],
    ['Apache Software Foundation', 'Apache Kafka Clients'],
    ['Apache Software Foundation', 'Apache ActiveMQ Artemis'],
    ['Apache Software Foundation', 'Apache Tomcat Native'],
    ['Apache Software Foundation', 'Apache Tomcat Connectors'],
    ['Oracle Corporation', 'MySQL Cluster'],
    ['Oracle Corporation', 'MySQL Connectors'],
    ['Oracle Corporation', 'Oracle HTTP Server'],
    ['IBM', 'HTTP Server'],
    ['redis', 'redis-py'],
    ['someone', 'redis'],
    ['Docker', 'Docker Desktop'],
    ['Open-Xchange GmbH', 'OX Dovecot Pro'],
    ['tree-sitter', 'node'],
    ['n/a', 'server'],
    ['n/a', 'tor'],
    ['n/a', 'bind'],
    ['PowerDNS', 'DNSdist'],
    ['MongoDB Inc.', 'Compass'],
    ['n/a', 'n/a'],
    ['', ''],
  ])('%s %s is another program', (vendor, product) => {
    expect(productNamed({ vendor, product })).toBeNull();
  });

  it.each([
    [{ collectionURL: 'https://www.openssh.com/', packageName: 'OpenSSH' }, 'openbsd:openssh'],
    [{ collectionURL: 'https://www.libssh.org', packageName: 'libssh' }, 'libssh:libssh'],
    [{ collectionURL: 'https://pypi.org', packageName: 'gunicorn' }, 'gunicorn:gunicorn'],
    [{ collectionURL: 'https://github.com/redis', packageName: 'redis' }, 'redis:redis'],
    [{ packageURL: 'pkg:github/redis/redis@7.2.4' }, 'redis:redis'],
    [{ packageURL: 'pkg:pypi/werkzeug' }, 'palletsprojects:werkzeug'],
    [{ repo: 'https://github.com/squid-cache/squid.git' }, 'squid-cache:squid'],
    [{ collectionURL: 'https://github.com/tukaani-project/xz', packageName: 'xz' }, null],
    [{ packageURL: 'pkg:npm/redis' }, null],
    [{ packageURL: 'pkg:pypi/redis' }, null],
    [{ packageName: 'redis' }, null],
  ])('the package %j is %s', (entry, expected) => {
    expect(productNamed(entry)).toBe(expected);
  });

  it.each([
    { vendor: 'Red Hat', product: 'Red Hat Enterprise Linux 9', packageName: 'openssh' },
    { vendor: 'Canonical Ltd.', product: 'OpenSSH' },
    { vendor: 'Debian', product: 'redis' },
    { vendor: 'n/a', product: 'Debian redis' },
    { vendor: 'SUSE', product: 'nginx' },
    { vendor: 'redis', product: 'redis', packageURL: 'pkg:deb/debian/redis' },
    {
      product: 'redis',
      collectionURL: 'https://access.redhat.com/downloads/content/package-browser/',
    },
    { product: 'redis', collectionURL: 'https://packages.debian.org' },
  ])('%j is a package of a distribution', (entry) => {
    expect(isDistribution(entry)).toBe(true);
  });

  it.each([
    { vendor: 'redis', product: 'redis' },
    { packageName: 'openssh', collectionURL: 'https://www.openssh.com/' },
    { vendor: 'Apache Software Foundation', product: 'Apache HTTP Server' },
  ])('%j is of upstream', (entry) => {
    expect(isDistribution(entry)).toBe(false);
  });

  it('the tables name each program by the name that other tables use', () => {
    const names = Object.keys(CNA_NAMES);
    expect(names.filter((name) => canonicalCpeName(name) !== name)).toEqual([]);
    const others = [...Object.values(PACKAGE_ADDRESSES), ...AMBIGUOUS];
    expect(others.filter((name) => !names.includes(name))).toEqual([]);
  });
});
