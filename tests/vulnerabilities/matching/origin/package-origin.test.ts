import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { otherPublisher } from '../../../../src/vulnerabilities/matching/origin/package-origin.js';

interface Row {
  ecosystem: string;
  name: string;
  version: string;
  publisher: string | null;
  vendor: string | null;
}

function readRows(file: string): Row[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [ecosystem = '', name = '', version = '', publisher, vendor] = line.split('\t');
      return {
        ecosystem,
        name,
        version,
        publisher: publisher || null,
        vendor: vendor ?? null,
      };
    });
}

const FORMATS: Readonly<Record<string, string>> = { Debian: 'dpkg', Ubuntu: 'dpkg', Alpine: 'apk' };
const formatOf = (ecosystem: string): string => FORMATS[ecosystem.split(':')[0] ?? ''] ?? 'rpm';

const publisherOf = ({ ecosystem, name, version, vendor }: Row): string | null =>
  otherPublisher(ecosystem, { format: formatOf(ecosystem), name, version, vendor });

describe('a package', () => {
  it('of another publisher is recognized', () => {
    const rows = readRows('third-party.tsv');

    expect(rows.length).toBeGreaterThan(200);
    expect(rows.filter((row) => publisherOf(row) !== row.publisher).map(withResult)).toEqual([]);
  });

  it('of the distribution is never one of another publisher', () => {
    const rows = readRows('own-packages.tsv');

    expect(rows.length).toBeGreaterThan(600);
    expect(rows.filter((row) => publisherOf(row) !== null).map(withResult)).toEqual([]);
  });

  it('is recognized by the version of its source, if its own has no mark', () => {
    const pkg = { format: 'dpkg', name: 'linux-image-rpi-v8', version: '6.6' };

    expect(otherPublisher('Debian:12', { ...pkg, source_version: '1:6.6.31-1+rpt1' })).toBe(
      'Raspberry Pi',
    );
  });

  it.each([
    [
      'rabbitmq-server',
      '3.13.7-1',
      'ppa1.rabbitmq.com_rabbitmq_rabbitmq-server_deb_debian',
      'RabbitMQ',
    ],
    ['haproxy', '3.0.5-1~bpo12+1', 'haproxy.debian.net', 'HAProxy'],
    ['consul', '1.19.1-1', 'apt.releases.hashicorp.com', 'HashiCorp'],
    ['git', '1:2.45.2-1', 'ppa.launchpadcontent.net_git-core_ppa_ubuntu', 'a PPA'],
    ['dotnet-runtime-8.0', '8.0.6-1', 'packages.microsoft.com_debian_12_prod', 'Microsoft'],
    ['curl', '7.88.1-10+deb12u5', 'mirror.example.com_debian', null],
    ['curl', '7.88.1-10+deb12u5', 'docker.com.example.org_nginx.org_debian', null],
  ])('is recognized by the repository of its publisher: %s %s of %s', (...row) => {
    const [name, version, vendor, publisher] = row;

    expect(otherPublisher('Debian:12', { format: 'dpkg', name, version, vendor })).toBe(publisher);
  });

  it.each([
    ['linux-image-6.5.3', '6.5.3-1', 'linux-upstream', 'an unknown publisher'],
    ['linux-headers-6.5.3', '6.5.3-1', 'linux-upstream', 'an unknown publisher'],
    [
      'linux-image-unsigned-6.9.3-060903-generic',
      '6.9.3-060903.202405300957',
      'linux-image-unsigned-6.9.3-060903-generic',
      'an unknown publisher',
    ],
    ['linux-image-6.12.9-own', '6.12.9-3', 'linux-6.12.9-own', 'an unknown publisher'],
    ['linux-libc-dev', '6.12.9-3', 'linux-upstream', 'an unknown publisher'],
    [
      'linux-modules-6.13.2-061302-generic',
      '6.13.2-061302.202502081010',
      'linux',
      'an unknown publisher',
    ],
    ['nginx', '1.22.1-9+deb12u3+local1', 'nginx', 'an unknown publisher'],
    ['nginx', '1.22.1-9+deb12u3~acme1', 'nginx', 'an unknown publisher'],
    ['openssl', '3.0.15-1~deb12u1+acme', 'openssl', 'an unknown publisher'],
    ['openssl', '3.0.15-1~deb12u1+b2', 'openssl', null],
    ['curl', '7.88.1-10+deb12u5~bpo11+1', 'curl', null],
    ['linux-image-6.1.0-28-amd64', '6.1.119-1', 'linux-signed-amd64', null],
    ['linux-image-6.1.0-28-amd64', '6.1.119-1~deb11u1', 'linux-6.1', null],
    ['linux-libc-dev', '6.1.119-1', 'linux', null],
    ['linux-image-6.1.0-28-amd64-unsigned', '6.1.119-1', 'linux', null],
    ['linux-image-amd64', '6.1.119-1', 'linux-image-amd64', null],
    ['redis-server', '5:7.2.4-1local1', 'redis', 'an unknown publisher'],
    ['nginx', '1.22.1-9acme1', 'nginx', 'an unknown publisher'],
    ['nginx', '1.22.1-9.1+corp', 'nginx', 'an unknown publisher'],
    ['nginx', '1.27.0-1patched2.1', 'nginx', 'an unknown publisher'],
    ['nginx', '1.22.1-9local', 'nginx', 'an unknown publisher'],
    ['openssl', '3.0.15-1~deb12u1+fips1', 'openssl', 'an unknown publisher'],
    ['docker.io', '20.10.24+fips-1acme1', 'docker.io', 'an unknown publisher'],
    ['golang-x', '0~git20240101-1', 'golang-x', null],
    ['apache2', '2.4.57-2+nmu1', 'apache2', null],
    ['zlib1g', '1:1.2.13.dfsg-1+loong64', 'zlib', null],
  ])('is recognized by its source and marks: %s %s of %s', (name, version, source, publisher) => {
    const pkg = { format: 'dpkg', name, version, source };

    expect(otherPublisher('Debian:12', pkg)).toBe(publisher);
  });

  it.each([
    ['3.0.13-0ubuntu3.4+acme2', 'an unknown publisher'],
    ['3.0.13-0ubuntu3.4~acme', 'an unknown publisher'],
    ['3.0.13-0ubuntu3.4+esm1', null],
    ['3.0.2-0ubuntu1.20+Fips1', null],
    ['1.2-3ubuntu1~22.04.1', null],
    ['1.2-3+deb11u1build0.22.04.1', null],
  ])('of Ubuntu is recognized by the words after its number: %s', (version, publisher) => {
    const pkg = { format: 'dpkg', name: 'openssl', version };

    expect(otherPublisher('Ubuntu:24.04:LTS', pkg)).toBe(publisher);
  });

  it('of a format without marks is of the distribution', () => {
    const pkg = { format: 'apk', name: 'nginx', version: '1.26.0-r1' };

    expect(otherPublisher('Alpine:v3.20', pkg)).toBeNull();
  });
});

const withResult = (row: Row): string =>
  `${row.ecosystem} ${row.name} ${row.version}: ${publisherOf(row)}, expected ${row.publisher}`;
