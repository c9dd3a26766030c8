import { describe, expect, it } from 'vitest';
import { parseSections } from '../../../../src/inventory/report/parse-report.js';
import { otherPublisher } from '../../../../src/vulnerabilities/matching/origin/package-origin.js';

const row = (name: string, version: string): string =>
  `${name}\t${version}\tamd64\t${name}\t${version}\tii \t100`;

/** Returns the publisher of each package on Debian 12; null: that of the distribution. */
function publishers(
  packages: Readonly<Record<string, string>>,
  offered: readonly string[],
): Record<string, string | null> {
  const parsed = parseSections({
    'os-release': 'ID="debian"\nVERSION_ID="12"\n',
    dpkg: Object.entries(packages)
      .map(([name, version]) => row(name, version))
      .join('\n'),
    'dpkg-origins': offered.join('\n'),
  });
  if (!parsed.ok) throw new Error(parsed.reason);
  return Object.fromEntries(
    (parsed.packages ?? []).map((pkg) => [pkg.name, otherPublisher('Debian:12', pkg)]),
  );
}

const BASE = { 'base-files': '12.4+deb12u8', bash: '5.2.15-2+b7', zlib1g: '1:1.2.13.dfsg-1' };

describe('repositories of Debian packages', () => {
  it.each([
    ['apt.example.org_debian', '7.88.0-1', 'apt.example.org'],
    ['repo.example.com', '9.9', 'repo.example.com'],
    ['_srv_packages', '7.88.0-1', 'an unknown publisher'],
    ['download.docker.com_linux_debian', '7.88.0-1', 'Docker'],
    ['mirror.example.org_pgdg', '16.4-1.pgdg120+1', 'PGDG'],
  ])('name the publisher of what they offer: %s %s', (repository, version, expected) => {
    const found = publishers({ ...BASE, tool: version }, [`${repository}\ttool\t${version}`]);

    expect(found).toEqual({ 'base-files': null, bash: null, zlib1g: null, tool: expected });
  });

  it('are mirrors of the distribution if they offer most packages', () => {
    const packages = { ...BASE, curl: '7.88.1-10+deb12u7', tool: '1.0' };
    const offered = Object.entries(packages).map(
      ([name, version]) =>
        `mirror.example.org_${name === 'curl' ? 'updates' : 'main'}\t${name}\t${version}`,
    );

    expect(Object.values(publishers(packages, offered))).toEqual([null, null, null, null, null]);
  });

  it('show nothing about another version', () => {
    const found = publishers({ ...BASE, tool: '1.0' }, ['apt.example.org\ttool\t1.1']);

    expect(found['tool']).toBeNull();
  });
});
