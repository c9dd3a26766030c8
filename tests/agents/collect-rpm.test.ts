import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/database/sqlite.js';
import { parseSections } from '../../src/inventory/report/parse-report.js';
import { decodeReport } from '../../src/inventory/report/report-format.js';
import { AGENT, find, installedShells } from '../support/agent-process.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Prints packages as rpm does with the query format in its arguments; the module is known to new versions only. */
const LIST = `
for format; do :; done
module='nodejs:18'
case $format in *MODULARITYLABEL*) ;; *'(none)'*) module='(none)' ;; esac
columns='%s\\t(none)\\t%s\\t1.el9\\tx86_64\\t%s-1.src.rpm\\t%s\\tRocky\\t1760000000\\t1000\\n'
l() { printf "$columns" "$1" "$2" "$1" "$module"; }
l bash 5.1
`;
const UNKNOWN_TAG = `case "$*" in *MODULARITYLABEL*)
  for _ in 1 2 3; do echo 'error: incorrect format: unknown tag: "MODULARITYLABEL"' >&2; done
  exit STATUS ;;
esac
`;
const UNKNOWN_OPTION = `case "$*" in *--no*) echo 'rpm: --nosignature: unknown option' >&2; exit 1 ;; esac
`;

const KEY = 'RSA/SHA256, Wed 03 Apr 2024 09:35:59 PM UTC, Key ID 0123456789abcdef';
/** Packages with their signature as the last column. */
const SIGNED = [
  ['bash', '5', KEY],
  ['coreutils', '9', KEY],
  ['zlib', '1', KEY],
  ['sed', '4', KEY],
  ['htop', '3', KEY],
  ['kernel', '1', '-'],
  ['kernel', '2', KEY],
  ['own', '1', '-'],
]
  .map(([name, version, key]) => {
    const source = `${name}-${version}-1.src.rpm`;
    const columns = [name, '(none)', version, '1.el9', 'x86_64', source, '(none)', 'Rocky'];
    return `printf '%s\\n' '${[...columns, '1760000000', '1000', key].join('\t')}'`;
  })
  .join('\n');
/** The tables that dnf 4 keeps its transactions in: the newest repository of a build counts. */
function writeHistory(file: string): void {
  const history = openSqlite(file);
  history.exec(`CREATE TABLE repo (id INTEGER PRIMARY KEY, repoid TEXT);
    CREATE TABLE rpm (item_id INTEGER UNIQUE, name TEXT, epoch INTEGER, version TEXT, release TEXT, arch TEXT);
    CREATE TABLE trans_item (id INTEGER PRIMARY KEY, item_id INTEGER, repo_id INTEGER, action INTEGER);
    INSERT INTO repo VALUES (1, '@System'), (2, 'crb'), (3, 'old');
    INSERT INTO rpm VALUES (1, 'coreutils', 0, '9', '1.el9', 'x86_64'), (2, 'bash', 0, '4', '1.el9', 'x86_64');
    INSERT INTO trans_item VALUES (1, 1, 3, 1), (2, 1, 2, 1), (3, 1, 1, 8), (4, 2, 3, 1);`);
  history.close();
}

/** Where dnf 5 and zypper keep the repositories. */
const STATE = {
  'nevras.toml': 'version = "1.0"\n[nevras]\n"zlib-1-1.el9.x86_64" = {from_repo = "baseos"}\n',
  history: '# 2026\n2026-01-02 10:11:12|install|htop|3-1.el9|x86_64||epel|0123|\n',
};

/** Returns the sections that the agent collects with this program as rpm. */
function collectWith(rpm: string, shell: string[] = ['sh']): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'collect-rpm-'));
  folders.push(folder);
  mkdirSync(join(folder, 'rpm-database'));
  writeFileSync(join(folder, 'rpm-database/Packages'), '');
  writeFileSync(join(folder, 'rpm'), `#!/bin/sh\n${rpm}`);
  chmodSync(join(folder, 'rpm'), 0o755);
  const [command = 'sh', ...args] = shell;
  const script = join(folder, 'agent.sh');
  const text = readFileSync(AGENT, 'utf8');
  for (const [name, content] of Object.entries(STATE)) writeFileSync(join(folder, name), content);
  writeHistory(join(folder, 'history.sqlite'));
  writeFileSync(
    script,
    text
      .replace('/var/lib/dnf/history.sqlite', join(folder, 'history.sqlite'))
      .replace('/var/lib/rpm', join(folder, 'rpm-database'))
      .replace('/usr/lib/sysimage/libdnf5/nevras.toml', join(folder, 'nevras.toml'))
      .replace(
        '/var/log/zypp/history; do\n    [ ! -r \"$file\" ] || tail -c 2',
        `${join(folder, 'history')}; do\n    [ ! -r "$file" ] || tail -c 2`,
      ),
  );
  const { stdout } = spawnSync(find(command) ?? command, [...args, script, 'collect'], {
    env: { PATH: `${folder}:${process.env.PATH ?? ''}` },
  });
  const decoded = decodeReport(stdout);
  if (!decoded.ok) throw new Error(decoded.reason);
  return decoded.sections;
}

/** Returns the packages as text, and what is known about the completeness of the list. */
function parse({ rpm = '', failed = '', ...others }: Record<string, string>): unknown {
  const os = 'ID="rocky"\nVERSION_ID="9.4"\n';
  const sections = { 'os-release': os, rpm, failed, 'rpm-errors': others['rpm-errors'] ?? '' };
  const parsed = parseSections(sections);
  if (!parsed.ok) return parsed;
  const packages = parsed.packages?.map((p) => `${p.name} ${p.version} ${p.module}`) ?? null;
  return { packages, unreadable: parsed.unreadable };
}

// A BusyBox with its own rpm runs that one.
const shells = installedShells().filter(([name]) => name !== 'busybox');

describe.each(shells.map((shell) => ({ shell, title: shell.join(' ') })))(
  'the list of rpm, collected in $title',
  ({ shell }) => {
    it.each([
      ['a current rpm, with its modules', LIST, 'nodejs:18'],
      ['rpm before 4.15', UNKNOWN_TAG.replace('STATUS', '0') + LIST, 'null'],
      ['rpm before 4.15 that fails', UNKNOWN_TAG.replace('STATUS', '1') + LIST, 'null'],
      ['rpm without the options for checks', UNKNOWN_OPTION + LIST, 'nodejs:18'],
      ['rpm without both', UNKNOWN_OPTION + UNKNOWN_TAG.replace('STATUS', '0') + LIST, 'null'],
    ])('is complete with %s', (_title, rpm, module) => {
      const sections = collectWith(rpm, shell);
      expect(parse(sections)).toEqual({ packages: [`bash 5.1-1.el9 ${module}`], unreadable: [] });
      expect(sections).not.toHaveProperty('rpm-errors');
    });

    it('names the signing key and the repository of packages, without those of most', () => {
      const sections = collectWith(SIGNED, shell);

      expect(sections.rpm?.split('\n')[0]).toBe(
        'bash\t(none)\t5\t1.el9\tx86_64\tbash-5-1.src.rpm\t(none)\tRocky\t1760000000\t1000',
      );
      expect(sections['rpm-origins']?.split('\n').filter(Boolean).toSorted()).toEqual(
        [
          '-\t-\tkernel-1-1.el9\town',
          '0123456789abcdef\tbaseos\tzlib',
          '0123456789abcdef\tcrb\tcoreutils',
          '0123456789abcdef\t-\t*',
          '0123456789abcdef\tepel\thtop',
        ].toSorted(),
      );
      expect(sections.failed?.trim()).toBe('');
    });

    it('fails as rpm does, with a list that has signatures', () => {
      expect(collectWith(`${SIGNED}\nexit 3`, shell).failed?.trim()).toBe('rpm 3');
    });

    it('may lack packages when rpm leaves out a header, with exit status 0', () => {
      const sections = collectWith(`${LIST}echo 'error: skipping h# 323' >&2\n`, shell);
      expect(parse(sections)).toEqual({
        packages: ['bash 5.1-1.el9 nodejs:18'],
        unreadable: 'any',
      });
      expect(sections['rpm-errors']).toBe('error: skipping h# 323\n');
    });

    it('does not count when rpm fails', () => {
      expect(parse(collectWith(`${LIST}exit 2\n`, shell))).toMatchObject({ packages: null });
    });
  },
);

describe('the errors of rpm in a report', () => {
  it('are its first lines only', () => {
    const rpm = `${LIST}for i in $(seq 1 500); do echo "error: $i" >&2; done\n`;
    expect(collectWith(rpm)['rpm-errors']?.trim().split('\n')).toHaveLength(20);
  });
});

describe('the options of rpm', () => {
  it('switch off the checks of headers, which leave out packages that are installed', () => {
    const rpm = `case "$*" in *--nosignature*--nodigest*) ;; *) exit 0 ;; esac\n${LIST}`;
    expect(parse(collectWith(rpm))).toMatchObject({ packages: ['bash 5.1-1.el9 nodejs:18'] });
  });
});
