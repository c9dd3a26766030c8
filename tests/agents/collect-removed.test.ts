import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { decodeReport } from '../../src/inventory/report/report-format.js';
import { AGENT, find, installedShells } from '../support/agent-process.js';

const WRITTEN_AT = 1_790_000_000;
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Returns the packages that the agent calls removed on a host with these logs. */
const collectWith = (logs: Record<string, string>, shell: string[]): string[] =>
  collectLines(logs, shell).filter((name) => !/^(?:log|times) /.test(name));

/** Returns the lines about logs. `database`: seconds from the last change of the logs to that of the packages. */
const collectLogs = (logs: Record<string, string>, shell: string[], database?: number): string[] =>
  collectLines(logs, shell, database).filter((name) => name.startsWith('log '));

function collectLines(logs: Record<string, string>, shell: string[], database = -1): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'collect-removed-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(logs)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), WRITTEN_AT, WRITTEN_AT);
  }
  for (const name of ['info', 'local']) {
    mkdirSync(join(folder, name));
    utimesSync(join(folder, name), WRITTEN_AT + database, WRITTEN_AT + database);
  }
  const [command = 'sh', ...args] = shell;
  const script = join(folder, 'agent.sh');
  const text = readFileSync(AGENT, 'utf8')
    .replaceAll('/var/log', folder)
    .replaceAll('/var/lib/dpkg/info', join(folder, 'info'))
    .replaceAll('/var/lib/pacman/local', join(folder, 'local'));
  writeFileSync(script, text);
  const { stdout } = spawnSync(find(command) ?? command, [...args, script, 'collect'], {
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC-1' },
  });
  const decoded = decodeReport(stdout);
  if (!decoded.ok) throw new Error(decoded.reason);
  expect(decoded.sections.failed ?? '').not.toContain('removed');
  return (decoded.sections.removed ?? '').split('\n').filter((name) => name !== '');
}

// As these tools write them (Debian 12, Arch Linux, openSUSE Leap 15.6, Rocky Linux 9).
const DPKG = `2026-11-02 10:00:00 startup packages remove
2026-11-02 10:00:00 status installed nginx:amd64 1.22.1-9
2026-11-02 10:00:00 remove nginx:amd64 1.22.1-9 <none>
2026-11-02 10:00:01 status config-files nginx:amd64 1.22.1-9
2026-11-02 10:00:02 status not-installed libssl3:amd64 <none>
2026-11-02 10:00:03 status installed libssl3:amd64 1.0
2026-11-02 10:00:04 status half-installed curl:amd64 7.88.1
2026-11-02 10:00:05 status not-installed wget:amd64 <none>
`;
const PACMAN = `[2026-11-02T10:00:00+0100] [PACMAN] Running 'pacman -Rs nginx'
[2026-11-02T10:00:00+0100] [ALPM] removed nginx (1.26.2-1)
[2026-11-02T10:00:01+0100] [ALPM] removed vim (9.1-1)
[2026-11-02T10:00:02+0100] [ALPM] installed vim (9.1-2)
[2026-11-02T10:00:03+0100] [ALPM-SCRIPTLET] removed scriptlet
`;
const ZYPPER = `# 2026-11-02 10:00:00 nginx removed ok
2026-11-02 10:00:00|command|root@host|'zypper' 'rm' 'nginx'|
2026-11-02 10:00:00|remove |nginx|1.21.5-150600.10.3.1|x86_64|root@host|
2026-11-02 10:00:01|remove |vim|9.1-1|x86_64|root@host|
2026-11-02 10:00:02|install|vim|9.1-2|x86_64|root@host|repo-oss|0123|
`;
const DNF = `2026-11-02T10:00:00+0000 INFO --- logging initialized ---
2026-11-02T10:00:00+0000 SUBDEBUG Erase: nginx-core-2:1.20.1-20.el9.x86_64
2026-11-02T10:00:01+0000 SUBDEBUG Erase: vim-minimal-2:8.2-1.el9.x86_64
2026-11-02T10:00:02+0000 SUBDEBUG Installed: vim-minimal-2:8.2-2.el9.x86_64
2026-11-02T10:00:03+0000 SUBDEBUG Upgraded: bash-5.1.8-8.el9.x86_64
`;

const OLDER = '2026-10-01 09:00:00 status installed curl:amd64 7.88.1\n';
const FROM_OLDER = 'log dpkg 2026-10-01T09:00:00+0100';

describe.each(installedShells().map((shell) => ({ shell, title: shell.join(' ') })))(
  'the packages that were removed, collected in $title',
  ({ shell }) => {
    it.each<[string, Record<string, string>, string[]]>([
      ['dpkg', { 'dpkg.log': DPKG }, ['nginx', 'wget']],
      ['pacman', { 'pacman.log': PACMAN }, ['nginx']],
      ['zypper', { 'zypp/history': ZYPPER }, ['nginx']],
      ['dnf', { 'dnf.rpm.log': DNF }, ['nginx-core']],
      ['no package manager', {}, []],
    ])('are those of the log of %s that were not installed again', (_name, logs, expected) => {
      expect(collectWith(logs, shell)).toEqual(expected);
    });

    it.each<[string, Record<string, string>, string[]]>([
      ['dpkg', { 'dpkg.log': DPKG }, ['log dpkg 2026-11-02T10:00:00+0100']],
      ['pacman', { 'pacman.log': PACMAN }, ['log pacman 2026-11-02T10:00:00+0100']],
      ['a log that another one continues', { 'dpkg.log.1': OLDER, 'dpkg.log': DPKG }, [FROM_OLDER]],
      ['a log that was just rotated', { 'dpkg.log.1': OLDER, 'dpkg.log': '' }, [FROM_OLDER]],
      [
        'a log of a clock that was set back',
        { 'dpkg.log.1': DPKG, 'dpkg.log': OLDER },
        [FROM_OLDER],
      ],
      ['a log that is empty', { 'dpkg.log': '' }, []],
      [
        'dnf and zypper, which other programs bypass',
        { 'dnf.rpm.log': DNF, 'zypp/history': ZYPPER },
        [],
      ],
      ['no package manager', {}, []],
      [
        'more than 1 MB: what was read',
        { 'dpkg.log.1': OLDER, 'dpkg.log': OLDER + DPKG.repeat(3_000) },
        ['log dpkg 2026-11-02T10:00:00+0100'],
      ],
    ])('have a log since its first line: %s', (_name, logs, expected) => {
      expect(collectLogs(logs, shell)).toEqual(expected);
    });

    it.each<[string, Record<string, string>, string[]]>([
      ['dpkg', { 'dpkg.log': OLDER + DPKG }, ['times dpkg 2026-10-01T09:00 2026-11-02T10:00']],
      ['pacman', { 'pacman.log': PACMAN }, ['times pacman 2026-11-02T10:00']],
      [
        'a clock that was set back',
        { 'dpkg.log': DPKG + OLDER },
        ['times dpkg 2026-11-02T10:00 2026-10-01T09:00'],
      ],
      ['dnf, which other programs bypass', { 'dnf.rpm.log': DNF }, []],
    ])('have the minutes in which the log was written: %s', (_name, logs, expected) => {
      const times = collectLines(logs, shell).filter((name) => name.startsWith('times '));
      expect(times).toEqual(expected);
    });

    it('have the last 100 minutes of a log', () => {
      const at = (i: number): string =>
        `2026-11-02 ${10 + Math.floor(i / 60)}:${`${i % 60}`.padStart(2, '0')}`;
      const log = Array.from(
        { length: 130 },
        (_, i) => `${at(i)}:07 status installed p${i}:all 1\n`,
      );
      const [line = ''] = collectLines({ 'dpkg.log': log.join('') }, shell).filter((name) =>
        name.startsWith('times '),
      );
      const minutes = line.split(' ').slice(2);
      expect([minutes.length, minutes[0], minutes.at(-1)]).toEqual([
        100,
        '2026-11-02T10:30',
        '2026-11-02T12:09',
      ]);
    });

    it.each<[string, string[], string[]]>([
      ['one of two', ['installed a:amd64', 'not-installed a:i386'], ['a:i386']],
      [
        'one, before the other was upgraded',
        ['not-installed a:i386', 'installed a:amd64'],
        ['a:i386'],
      ],
      ['both', ['installed a:amd64', 'not-installed a:i386', 'config-files a:amd64'], ['a']],
      ['one that was installed again', ['not-installed a:i386', 'installed a:i386'], []],
      ['the only one that the log has', ['not-installed a:i386'], ['a']],
    ])('are builds for a processor where another one is left: %s', (_name, states, expected) => {
      const log = states.map((state) => `2026-11-02 10:00:00 status ${state} 1\n`).join('');
      expect(collectWith({ 'dpkg.log': log }, shell)).toEqual(expected);
    });

    it('have no log where it was not written with the last change', () => {
      expect(collectLogs({ 'dpkg.log': DPKG, 'pacman.log': PACMAN }, shell, 60)).toEqual([]);
    });

    it('are those of the newer log where the older one has another state', () => {
      const older = '2026-10-01 10:00:00 status not-installed curl:amd64 <none>\n';
      const newer = '2026-11-01 10:00:00 status installed curl:amd64 7.88.1\n';
      expect(collectWith({ 'dpkg.log.1': older, 'dpkg.log': newer }, shell)).toEqual([]);
    });

    it('are the last 1,000', () => {
      const log = Array.from(
        { length: 1_200 },
        (_, i) => `2026-11-02 10:00:00 status not-installed p${i}:amd64 <none>\n`,
      );
      const names = collectWith({ 'dpkg.log': log.join('') }, shell);
      expect([names.length, names[0], names.at(-1)]).toEqual([1_000, 'p200', 'p1199']);
    });
  },
);
