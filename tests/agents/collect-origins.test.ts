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
*Maintainer*)
  printf 'Debian <bash@packages.debian.org>\\tbash\\t5.2.15-2+b7\\n'
  printf 'Kali Developers <devel@kali.org>\\tmyapp\\t1.0-1\\n' ;;
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

/** The answer of `apk policy` about packages in these versions of repositories; the first version is installed. */
const policy = (packages: Readonly<Record<string, Readonly<Record<string, string[]>>>>): string =>
  Object.entries(packages)
    .map(([name, versions]) => {
      const lines = Object.entries(versions).map(([version, from], i) =>
        [`  ${version}:`, ...(i === 0 ? ['    lib/apk/db/installed'] : []), ...from].join('\n'),
      );
      return `${name} policy:\n${lines.join('\n')}\n`;
    })
    .join('');

const MAIN = '    https://dl-cdn.alpinelinux.org/alpine/v3.20/main';
const EDGE = '    https://dl-cdn.alpinelinux.org/alpine/edge/testing';
const NGINX = '    https://nginx.org/packages/alpine/v3.20/main';
const TAGGED = '    @edge https://dl-cdn.alpinelinux.org/alpine/edge/main';
const APK = policy({
  musl: { '1.2.5-r0': [MAIN, EDGE] },
  busybox: { '1.36.1-r28': [], '1.36.1-r29': [MAIN] },
  zlib: { '1.3.2-r0': [], '1.3.1-r1': [MAIN] },
  hydra: { '9.5-r3': [EDGE] },
  local: { '1.0-r0': [] },
  nginx: { '1.26.1-r1': [NGINX], '1.26.0-r0': [MAIN] },
  curl: { '8.9.0-r0': [TAGGED], '8.8.0-r0': [MAIN] },
});

function collectApk(repositories: readonly string[], answer: string, shell: string[] = ['sh']) {
  const folder = mkdtempSync(join(tmpdir(), 'collect-origins-'));
  folders.push(folder);
  const names = [...answer.matchAll(/^(\S+) policy/gm)].map(([, name]) => name ?? '');
  const versions = [...answer.matchAll(/policy:\n {2}(\S+):/g)].map(([, version]) => version);
  const blocks = names.map((name, i) => `P:${name}\nV:${versions[i]}\nA:x86_64\n\n`).join('');
  for (const [name, text] of Object.entries({ installed: blocks, answer, release: '3.20.3\n' }))
    writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'repositories'), `${repositories.join('\n').trim()}\n`);
  const command = `#!/bin/sh\n[ "$1 $2" = '--no-network policy' ] && cat ${folder}/answer\n`;
  writeFileSync(join(folder, 'apk'), command, { mode: 0o755 });
  const script = join(folder, 'agent.sh');
  const text = readFileSync(AGENT, 'utf8')
    .replaceAll('/usr/lib/apk/db/', `${folder}/none/`)
    .replaceAll('/lib/apk/db/installed', `${folder}/installed`)
    .replaceAll('/etc/alpine-release', `${folder}/release`)
    .replaceAll('/etc/apk/', `${folder}/`);
  writeFileSync(script, text);
  const [program = 'sh', ...args] = shell;
  const { stdout } = spawnSync(find(program) ?? program, [...args, script, 'collect'], {
    env: { PATH: `${folder}:${process.env.PATH ?? ''}` },
  });
  const decoded = decodeReport(stdout);
  if (!decoded.ok) throw new Error(decoded.reason);
  const { apk = '', 'apk-origins': origins } = decoded.sections;
  const parsed = parseSections({
    'os-release': 'ID=alpine\nVERSION_ID=3.20.3\n',
    apk,
    ...(origins !== undefined && { 'apk-origins': origins }),
  });
  const packages = (parsed.ok && parsed.packages) || [];
  return { origins, vendors: packages.map(({ name, vendor }) => [name, vendor]) };
}

describe('the repositories of installed packages of Alpine', () => {
  it.each(installedShells())('are those of others than the release: %s', (...shell) => {
    const { vendors: found } = collectApk([MAIN.trim(), EDGE, NGINX], APK, shell.flat());

    expect(found).toEqual([
      ['musl', null],
      ['busybox', null],
      ['zlib', 'an unknown publisher'],
      ['hydra', 'repository dl-cdn.alpinelinux.org/alpine/edge/testing'],
      ['local', 'an unknown publisher'],
      ['nginx', 'nginx.org'],
      ['curl', 'an unknown publisher'],
    ]);
  });

  it('are not known without an index: each package may be of another one', () => {
    const { vendors: found } = collectApk([MAIN, EDGE], policy({ musl: { '1.2.5-r0': [] } }));

    expect(found).toEqual([['musl', 'an unknown publisher']]);
  });

  it.each([
    [[MAIN, MAIN.replace('main', 'community')]],
    [['    https://mirror.example.com/v3.20/main/', '    /media/cdrom/apks']],
    [['https://dl-cdn.alpinelinux.org/alpine/latest-stable/community']],
    [[MAIN, TAGGED, `#${EDGE.trim()}`]],
  ])('are not asked for where only the release has some without a tag: %j', (repositories) => {
    const enabled = repositories.map((one) => one.trim());

    expect(collectApk(enabled, APK).origins).toBeUndefined();
  });
});

describe('the maintainer of installed packages', () => {
  it('shows derivatives of Debian whose versions have no mark', () => {
    const list = (['nmap', 'xreader', 'bash'] as const).map((name) => `${name}\t1-1\tall\t\t\tii`);
    const found = vendors({
      dpkg: `${list.join('\n')}\n`,
      'dpkg-origins':
        'maintainer devel@kali.org\tnmap\t1-1\nmaintainer root@linuxmint.com\txreader\t1-1\n',
    });

    expect(found).toEqual([
      ['nmap', 'maintainer devel@kali.org'],
      ['xreader', 'maintainer root@linuxmint.com'],
      ['bash', null],
    ]);
  });
});

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

  it('are only those of maintainers without lists of others than Debian and Ubuntu', () => {
    const { [`${DEBIAN}InRelease`]: release = '' } = LISTS;
    const sections = collectWith({ [`${DEBIAN}InRelease`]: release });

    expect(sections['dpkg-origins']?.trim()).toBe('maintainer devel@kali.org\tmyapp\t1.0-1');
    expect(vendors(sections)).toContainEqual(['bash', null]);
  });

  it('are ignored where lines are unreadable', () => {
    expect(
      vendors({ dpkg: 'bash\t5\tamd64\tbash\t5\tii \t1\n', 'dpkg-origins': 'bash\nx\ty\n\t\t\n' }),
    ).toEqual([['bash', null]]);
  });
});
