import { spawn, execFileSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';

export const AGENT = join(import.meta.dirname, '../../agent/hostwarden-agent.sh');
export const TOKEN = 'hwa_ThisTokenIsNeverLogged0123456789';

/** Returns the installed shells among those that the agent supports; `sh` is always included. */
export function installedShells(): string[][] {
  return [['sh'], ['dash'], ['bash'], ['mksh'], ['yash'], ['posh'], ['busybox', 'sh']].filter(
    ([name = '']) => name === 'sh' || find(name) !== null,
  );
}

/** Returns the path of a program, or null. */
export function find(name: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(':'))
    if (existsSync(join(folder, name))) return join(folder, name);
  return null;
}

export interface RunningAgent {
  folder: string;
  process: ChildProcess;
  /** Returns the agent's pauses in seconds; requires `fastSleep`. */
  pauses(): number[];
  exited: Promise<number | null>;
  /** Returns the process ids of the agent and its descendants. */
  pids(): number[];
  close(): Promise<void>;
}

export interface AgentOptions {
  shell?: string[];
  server: string;
  client?: 'curl' | 'wget' | 'busybox';
  fastSleep?: boolean;
  folder?: string;
  conf?: string;
}

/** Creates a directory with the settings and the token of an agent, and a `bin` that is first in PATH. */
export function agentFolder(server: string, conf = ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'token'), `${TOKEN}\n`, { mode: 0o600 });
  writeFileSync(
    join(folder, 'agent.conf'),
    `server=${server}\ntoken_file=${folder}/token\nstate=${folder}/state\nversion=1.2.3\n${conf}`,
  );
  return folder;
}

/** Starts the agent. With `fastSleep` its pauses are recorded and last 20 ms. */
export function startAgent(options: AgentOptions): RunningAgent {
  const folder = options.folder ?? agentFolder(options.server, options.conf);
  if (options.fastSleep === true) recordSleeps(folder);
  const path =
    options.client === undefined
      ? `${join(folder, 'bin')}:${process.env.PATH ?? ''}`
      : onlyClient(folder, options.client);
  const [command = 'sh', ...args] = options.shell ?? ['sh'];
  const child = spawn(find(command) ?? command, [...args, AGENT, 'run'], {
    env: { PATH: path, HOSTWARDEN_AGENT_CONFIG: join(folder, 'agent.conf') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return {
    folder,
    process: child,
    exited,
    pauses: () =>
      existsSync(join(folder, 'pauses'))
        ? readFileSync(join(folder, 'pauses'), 'utf8').trim().split('\n').map(Number)
        : [],
    pids: () => tree(child.pid ?? -1),
    close: async () => {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function recordSleeps(folder: string): void {
  const file = join(folder, 'bin', 'sleep');
  writeFileSync(
    file,
    `#!/bin/sh\necho "$1" >> '${folder}/pauses'\nexec '${find('sleep') ?? 'sleep'}' 0.02\n`,
  );
  chmodSync(file, 0o755);
}

const TOOLS = [
  'sh',
  'sed',
  'cat',
  'date',
  'od',
  'tr',
  'ln',
  'rm',
  'mkdir',
  'dirname',
  'uname',
  'gzip',
  'grep',
  'dpkg-query',
  'sleep',
  'awk',
  'printf',
  'echo',
  'kill',
];

/** Returns a PATH on which curl, GNU wget or BusyBox's wget is the only HTTP client. */
function onlyClient(folder: string, client: 'curl' | 'wget' | 'busybox'): string {
  const bin = join(folder, 'bin');
  for (const tool of [...TOOLS, ...(client === 'busybox' ? [] : [client])]) {
    const found = find(tool);
    if (found !== null && !existsSync(join(bin, tool))) symlinkSync(found, join(bin, tool));
  }
  if (client === 'busybox') symlinkSync(find('busybox') ?? 'busybox', join(bin, 'wget'));
  return bin;
}

/** Returns a process and its descendants, from /proc. */
export function tree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(Number(name));
    if (parent !== null) parents.set(Number(name), parent);
  }
  const found = parents.has(root) ? [root] : [];
  for (const pid of found)
    for (const [child, parent] of parents) if (parent === pid) found.push(child);
  return found;
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? null : Number(parent);
  } catch {
    return null;
  }
}

/** Returns the report that `collect` prints. */
export function collect(shell: string[] = ['sh']): Buffer {
  const [command = 'sh', ...args] = shell;
  return execFileSync(find(command) ?? command, [...args, AGENT, 'collect'], {
    maxBuffer: 64 << 20,
    env: { PATH: process.env.PATH ?? '' },
  });
}
