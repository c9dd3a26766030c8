import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseOldCode } from '../../src/inventory/parse/old-code.js';
import { AGENT, find, installedShells } from '../support/agent-process.js';

const processes: ChildProcess[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A folder outside of /tmp, whose files are of no package. */
function newFolder(): string {
  const folder = mkdtempSync(join(import.meta.dirname, '../../data/old-code-'));
  folders.push(folder);
  return folder;
}

const SLEEP = find('sleep') ?? '/bin/sleep';

/** Starts a copy of a program, whose name is in the path, and waits until it runs. */
async function run(path: string, preload?: string): Promise<number> {
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(SLEEP, path);
  const child = spawn(path, ['600'], { env: preload === undefined ? {} : { LD_PRELOAD: preload } });
  processes.push(child);
  const pid = child.pid ?? 0;
  while (!readFileSync(`/proc/${pid}/maps`, 'utf8').includes(preload ?? path))
    await new Promise((resolve) => setTimeout(resolve, 5));
  return pid;
}

/** Replaces a file as package managers do: the process keeps the old one. */
function replace(path: string, backup = '.new'): void {
  copyFileSync(SLEEP, `${path}${backup}`);
  renameSync(`${path}${backup}`, path);
}

interface Look {
  folder: string;
  shell?: string[];
  /** lists of files of packages, as dpkg stores them: name → text */
  lists?: Record<string, string>;
  args?: string[];
  hasDpkg?: boolean;
  env?: Record<string, string> | undefined;
}

/** Returns what the agent prints, with the package lists in the folder. */
function look(options: Look): string {
  const { folder, shell = ['sh'], lists = {}, args = ['collect'], hasDpkg = true, env } = options;
  const info = join(folder, 'dpkg/info');
  if (hasDpkg) mkdirSync(info, { recursive: true });
  for (const [name, text] of Object.entries(lists)) writeFileSync(join(info, name), text);
  const [command = 'sh', ...shellArgs] = shell;
  const script = join(folder, 'agent.sh');
  writeFileSync(
    script,
    readFileSync(AGENT, 'utf8')
      .replaceAll('/var/lib/dpkg/', join(folder, 'dpkg/'))
      .replaceAll('/var/lib/pacman/', join(folder, 'pacman/'))
      .replaceAll('/var/lib/rpm', join(folder, 'rpm'))
      .replaceAll('/usr/lib/apk/db/', join(folder, 'none/'))
      .replaceAll('/lib/apk/db/', join(folder, 'apk/'))
      .replace('LOOK=/run/hostwarden-look', `LOOK=${folder}`)
      .replace('LOOK_TRIES=14', 'LOOK_TRIES=0'),
  );
  const { stdout, stderr } = spawnSync(find(command) ?? command, [...shellArgs, script, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  expect(stderr).toBe('');
  return /^--\w+ old-code\n([\s\S]*?)\n--hw/m.exec(stdout)?.[1] ?? stdout;
}

/** The holders of old code in this folder: `old vim sleep 1`. */
const holdersIn = (text: string): string[] => {
  const { value } = parseOldCode(text);
  const { username } = userInfo();
  return (value?.holders ?? [])
    .filter(({ user }) => user === username)
    .map(
      (h) => `${h.package ?? 'unowned'} ${h.architecture ?? '-'} ${h.program ?? ''} ${h.processes}`,
    );
};

describe.each(installedShells().map((shell) => ({ shell, title: shell.join(' ') })))(
  'old code, collected in $title',
  ({ shell }) => {
    it('is of the package that has the replaced file now', async () => {
      const folder = newFolder();
      const path = join(folder, 'bin/held one');
      await run(path);
      await run(join(folder, 'bin/fresh'));
      replace(path);
      const lists = {
        'held:amd64.list': `/.\n${path}\n`,
        'other.list': `${path}.conf\n${join(folder, 'bin/fresh')}\n`,
      };
      expect(holdersIn(look({ folder, shell, lists }))).toContain('held amd64 held_one 1');
      expect(look({ folder, shell, lists })).not.toContain('other');
    });

    it('of a library is of the package of its next version', async () => {
      const folder = newFolder();
      const library = join(folder, 'lib/libheld.so.1.2.11');
      mkdirSync(dirname(library));
      copyFileSync(libraryOf('libc.so.6'), library);
      for (const name of ['a', 'b']) await run(join(folder, 'bin', name), library);
      rmSync(library);
      const lists = { 'libheld1.list': `${join(folder, 'lib/libheld.so.1')}\n` };
      const found = holdersIn(look({ folder, shell, lists }));
      expect(found.filter((line) => line.startsWith('libheld1'))).toEqual([
        'libheld1 - a 1',
        'libheld1 - b 1',
      ]);
    });
  },
);

/** Returns the path of a library that the sleep command uses. */
function libraryOf(name: string): string {
  const { stdout } = spawnSync('ldd', [SLEEP], { encoding: 'utf8' });
  return new RegExp(`${name} => (\\S+)`).exec(stdout)?.[1] ?? '/lib/libc.so.6';
}

/** Writes what each package manager stores about a file; returns the environment of the collector. */
const DATABASES: Record<string, (folder: string, path: string) => Record<string, string>> = {
  apk: (folder, path) => {
    mkdirSync(join(folder, 'apk'));
    const [, directory = '', file = ''] = /^\/(.*)\/([^/]*)$/.exec(path) ?? [];
    const text = `P:other\nA:x86_64\nF:${directory}\nR:other\n\nP:held\nA:x86_64\nF:etc\nF:${directory}\nR:${file}\n`;
    writeFileSync(join(folder, 'apk/installed'), text);
    return {};
  },
  pacman: (folder, path) => {
    mkdirSync(join(folder, 'pacman/local/held-lib-1.2-3'), { recursive: true });
    writeFileSync(join(folder, 'pacman/local/held-lib-1.2-3/files'), `%FILES%\n${path.slice(1)}\n`);
    return {};
  },
  rpm: (folder, path) => {
    mkdirSync(join(folder, 'rpm'));
    mkdirSync(join(folder, 'tools'));
    writeFileSync(join(folder, 'rpm/rpmdb.sqlite'), '');
    const answer = `for file; do :; done\n[ "$file" = '${path}' ] || exit 1\nprintf 'held\\tx86_64\\n'\n`;
    writeFileSync(join(folder, 'tools/rpm'), `#!/bin/sh\n${answer}`, { mode: 0o755 });
    return { PATH: `${join(folder, 'tools')}:${process.env.PATH ?? ''}` };
  },
};

describe.each([
  ['apk', 'held x86_64 held 1'],
  ['pacman', 'held-lib - held 1'],
  ['rpm', 'held x86_64 held 1'],
])('old code of a package of %s', (name, expected) => {
  it('is found in its database', async () => {
    const folder = newFolder();
    const path = join(folder, 'bin/held');
    await run(path);
    replace(path);
    const env = DATABASES[name]?.(folder, path);
    expect(holdersIn(look({ folder, hasDpkg: false, env }))).toContain(expected);
  });
});

describe('old code of two files, of which rpm has one package or two', () => {
  it.each([
    ['both', 'held-a', 'held-b', ['held-a x86_64 a 1', 'held-b x86_64 b 1']],
    ['the second', '', 'held-b', ['held-b x86_64 b 1']],
    ['the first', 'held-a', '', ['held-a x86_64 a 1']],
    [
      'the first twice',
      'held-a\\tx86_64\\nother',
      'held-b',
      ['held-a x86_64 a 1', 'held-b x86_64 b 1'],
    ],
  ])('is found where it has %s', async (_title, ofA, ofB, expected) => {
    const folder = newFolder();
    const env = DATABASES.rpm?.(folder, '');
    for (const file of ['a', 'b']) {
      await run(join(folder, 'bin', file));
      replace(join(folder, 'bin', file));
    }
    const answer = `status=0
for file; do
  case $file in
  */bin/a) name='${ofA}' ;;
  */bin/b) name='${ofB}' ;;
  *) continue ;;
  esac
  if [ -n "$name" ]; then printf "$name\\tx86_64\\n"; else status=1; fi
done
exit "$status"
`;
    writeFileSync(join(folder, 'tools/rpm'), `#!/bin/sh\n${answer}`, { mode: 0o755 });
    const found = holdersIn(look({ folder, hasDpkg: false, env })).filter((line) =>
      line.startsWith('held-'),
    );
    expect(found.sort()).toEqual(expected);
  });
});

const isRoot = process.getuid?.() === 0 && find('unshare') !== null;
const TMP = mkdtempSync(join(tmpdir(), 'old-code-'));

describe('a process that runs no old code of the host', () => {
  it('has a deleted file in a temporary folder, though a package lists it', async () => {
    const folder = newFolder();
    folders.push(TMP);
    const path = join(TMP, 'held');
    await run(path);
    rmSync(path);
    expect(look({ folder, lists: { 'held.list': `${path}\n` } })).not.toContain('old\theld');
  });

  it('has a deleted file that is no code', async () => {
    const folder = newFolder();
    const data = join(folder, 'data');
    writeFileSync(data, 'text');
    const child = spawn('sh', ['-c', `exec 3< '${data}'; exec '${SLEEP}' 600`]);
    processes.push(child);
    while (!readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').includes('600'))
      await new Promise((resolve) => setTimeout(resolve, 5));
    rmSync(data);
    expect(look({ folder, lists: { 'held.list': `${data}\n` } })).not.toContain('old\theld');
  });

  it.runIf(isRoot).each([
    ['of a container', ['unshare', '-m', 'chroot'], []],
    ['(it does in a changed root of the same mounts)', ['chroot'], ['held - sleep 1']],
  ])('is %s', async (_title, command, expected) => {
    const folder = newFolder();
    const root = join(folder, 'root');
    const { stdout } = spawnSync('ldd', [SLEEP], { encoding: 'utf8' });
    for (const file of [SLEEP, ...(stdout.match(/\/\S+/g) ?? [])]) {
      mkdirSync(join(root, dirname(file)), { recursive: true });
      copyFileSync(file, join(root, file));
    }
    const path = join(root, SLEEP);
    const child = spawn('/usr/bin/env', [...command, root, SLEEP, '600']);
    processes.push(child);
    while (readlinkOf(child.pid) !== path) await new Promise((resolve) => setTimeout(resolve, 5));
    replace(path);
    const lists = { 'held.list': `${path}\n${SLEEP}\n` };
    expect(holdersIn(look({ folder, lists })).filter((line) => line.startsWith('held'))).toEqual(
      expected,
    );
  });
});

/** Returns the program that a process runs. */
function readlinkOf(pid: number | undefined): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return '';
  }
}

describe('old code', () => {
  it('is not in files that belong to no package', async () => {
    const folder = newFolder();
    const path = join(folder, 'bin/own');
    await run(path);
    replace(path);
    expect(holdersIn(look({ folder }))).not.toContain('unowned - own 1');
    expect(look({ folder })).toMatch(/^looked \d+ \d+ (\d+|unknown)$/m);
  });

  it('is written by root with the time at which the inspection began', async () => {
    const folder = newFolder();
    const file = join(folder, 'old-code');
    const path = join(folder, 'bin/held');
    await run(path);
    replace(path);
    const lists = { 'held.list': `${path}\n` };
    look({ folder, lists, args: ['look', file] });
    expect(holdersIn(readFileSync(file, 'utf8'))).toContain('held - held 1');
    expect(existsSync(`${file}.start`)).toBe(false);
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });

  it('is looked for again only after packages changed', () => {
    const folder = newFolder();
    const file = join(folder, 'old-code');
    const again = (): number => {
      look({ folder, args: ['look', file, 'if-changed'] });
      return statSync(file).ino;
    };
    const first = again();
    expect(again()).toBe(first);
    writeFileSync(join(folder, 'dpkg/status'), '');
    const later = Date.now() / 1000 + 60;
    utimesSync(join(folder, 'dpkg/status'), later, later);
    expect(again()).not.toBe(first);
  });
});
