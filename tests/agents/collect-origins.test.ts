import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseSections } from '../../src/inventory/report/parse-report.js';
import { decodeReport } from '../../src/inventory/report/report-format.js';
import { AGENT, find, installedShells } from '../support/agent-process.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const PACKAGES = [
  ['bash', '5.2.15-2+b7'],
  ['docker-ce', '5:27.3.1-1~debian.12~bookworm'],
  ['rabbitmq-server', '3.13.7-1'],
  ['myapp', '1.0-1'],
] as const;

/** Prints the list as dpkg-query does with these two formats. */
const DPKG_QUERY = `#!/bin/sh
case "$*" in
*installed*) ${PACKAGES.map(([n, v]) => `echo 'installed ${n} ${v}'`).join('; ')} ;;
*) ${PACKAGES.map(([n, v]) => `printf '${n}\\t${v}\\tamd64\\t${n}\\t${v}\\tii \\t100\\n'`).join('; ')} ;;
esac
`;

const entry = (name: string, version: string): string =>
  `Package: ${name}\nArchitecture: amd64\nVersion: ${version}\nDescription: Version: 9\n\n`;

const DEBIAN = 'deb.debian.org_debian_dists_bookworm_';
const DOCKER = 'download.docker.com_linux_debian_dists_bookworm_';
const RABBIT = 'ppa1.rabbitmq.com_rabbitmq_rabbitmq-server_deb_debian_dists_bookworm_';

const LISTS: Readonly<Record<string, string>> = {
  [`${DEBIAN}InRelease`]: '-----BEGIN PGP SIGNED MESSAGE-----\n\nOrigin: Debian\n',
  [`${DEBIAN}main_binary-amd64_Packages`]: entry('bash', '5.2.15-2+b7'),
  [`${DOCKER}InRelease`]: 'Origin: Docker\n',
  [`${DOCKER}stable_binary-amd64_Packages`]:
    entry('docker-ce', '5:27.3.0-1~debian.12~bookworm') +
    entry('docker-ce', '5:27.3.1-1~debian.12~bookworm') +
    entry('bash', '5.3'),
  [`${RABBIT}Release`]: 'Label: rabbitmq\n',
  [`${RABBIT}main_binary-amd64_Packages`]: entry('rabbitmq-server', '3.13.7-1'),
  _srv_repo_Release: 'Suite: local\n',
  _srv_repo_Packages: entry('myapp', '1.0-1'),
};

function collectWith(lists: Readonly<Record<string, string>>, shell: string[] = ['sh']) {
  const folder = mkdtempSync(join(tmpdir(), 'collect-origins-'));
  folders.push(folder);
  mkdirSync(join(folder, 'lists'));
  for (const [name, text] of Object.entries(lists))
    writeFileSync(join(folder, 'lists', name), text);
  writeFileSync(join(folder, 'dpkg-query'), DPKG_QUERY);
  chmodSync(join(folder, 'dpkg-query'), 0o755);
  const [command = 'sh', ...args] = shell;
  const script = join(folder, 'agent.sh');
  const text = readFileSync(AGENT, 'utf8');
  writeFileSync(script, text.replace('/var/lib/apt/lists', join(folder, 'lists')));
  const { stdout } = spawnSync(find(command) ?? command, [...args, script, 'collect'], {
    env: { PATH: `${folder}:${process.env.PATH ?? ''}` },
  });
  const decoded = decodeReport(stdout);
  if (!decoded.ok) throw new Error(decoded.reason);
  return decoded.sections;
}

const vendors = (sections: Record<string, string>): unknown => {
  const parsed = parseSections({
    'os-release': 'ID=debian\nVERSION_ID="12"\n',
    dpkg: sections.dpkg ?? '',
    ...(sections['dpkg-origins'] !== undefined && { 'dpkg-origins': sections['dpkg-origins'] }),
  });
  return parsed.ok && parsed.packages?.map(({ name, vendor }) => [name, vendor]);
};

describe('the repositories of installed packages', () => {
  it.each(installedShells())('are those that offer the installed version: %s', (...shell) => {
    const sections = collectWith(LISTS, shell.flat());

    expect(sections.failed?.trim()).toBe('');
    expect(vendors(sections)).toEqual([
      ['bash', null],
      ['docker-ce', 'download.docker.com_linux_debian'],
      ['rabbitmq-server', 'ppa1.rabbitmq.com_rabbitmq_rabbitmq-server_deb_debian'],
      ['myapp', 'repository _srv_repo'],
    ]);
  });

  it('are not reported without lists of others than Debian and Ubuntu', () => {
    const { [`${DEBIAN}InRelease`]: release = '' } = LISTS;
    const sections = collectWith({ [`${DEBIAN}InRelease`]: release });

    expect(sections).not.toHaveProperty('dpkg-origins');
    expect(vendors(sections)).toContainEqual(['bash', null]);
  });

  it('are ignored where lines are unreadable', () => {
    expect(
      vendors({ dpkg: 'bash\t5\tamd64\tbash\t5\tii \t1\n', 'dpkg-origins': 'bash\nx\ty\n\t\t\n' }),
    ).toEqual([['bash', null]]);
  });
});
