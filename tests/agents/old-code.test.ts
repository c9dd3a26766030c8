import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
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
function makeFolder(): string {
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
}

/** Returns what the agent prints, with the package lists in the folder. */
function look({ folder, shell = ['sh'], lists = {}, args = ['collect'] }: Look): string {
  const info = join(folder, 'dpkg/info');
  mkdirSync(info, { recursive: true });
  for (const [name, text] of Object.entries(lists)) writeFileSync(join(info, name), text);
  const [command = 'sh', ...options] = shell;
  const script = join(folder, 'agent.sh');
  writeFileSync(
    script,
    readFileSync(AGENT, 'utf8')
      .replaceAll('/var/lib/dpkg/', join(folder, 'dpkg/'))
      .replace('LOOK=/run/hostwarden-look', `LOOK=${folder}`)
      .replace('LOOK_TRIES=14', 'LOOK_TRIES=0'),
  );
  const { stdout, stderr } = spawnSync(find(command) ?? command, [...options, script, ...args], {
    encoding: 'utf8',
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
      const folder = makeFolder();
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
      const folder = makeFolder();
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

describe('old code', () => {
  it('is not in files that belong to no package', async () => {
    const folder = makeFolder();
    const path = join(folder, 'bin/own');
    await run(path);
    replace(path);
    expect(holdersIn(look({ folder }))).not.toContain('unowned - own 1');
    expect(look({ folder })).toMatch(/^looked \d+ \d+ (\d+|unknown)$/m);
  });

  it('is written by root with the time at which the look began', async () => {
    const folder = makeFolder();
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
    const folder = makeFolder();
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
