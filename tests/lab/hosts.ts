import { spawnSync } from 'node:child_process';

export type Role =
  | 'systemd'
  | 'bare'
  | 'cron'
  | 'full'
  | 'openrc'
  | 'busybox'
  | 'ro'
  | 'doas'
  | 'crond'
  | 'late'
  | 'bullseye'
  | 'trixie';
export interface LabHost {
  ip: string;
  name: string;
  role: Role;
  passwords: Record<'root' | 'admin' | 'nosudo', string>;
}

const script = new URL('hosts.sh', import.meta.url).pathname;

/**
 * Starts real hosts (hosts.sh), or returns why they cannot be started here. Running hosts are used as they
 * are. Other releases of Debian are skipped with a message if they are not available.
 */
export function openLabHosts(roles: readonly Role[]): {
  hosts: LabHost[];
  skipReason: string | null;
} {
  const up = spawnSync(script, ['up', ...roles], { encoding: 'utf8' });
  if (up.status !== 0) return { hosts: [], skipReason: up.stderr.trim() };
  for (const [line] of up.stderr.matchAll(/^hosts: left out: .*$/gm)) console.log(line);
  return { hosts: up.stdout.trim().split('\n').filter(Boolean).map(parseHost), skipReason: null };
}

/** The root folder of a running host, from outside: it can be written although the host itself cannot. */
export const rootOf = ({ ip }: LabHost): string =>
  `${process.env.HOSTS_HOME ?? '/var/tmp/hostwarden-hosts'}/run/${Number(ip.split('.')[3]) - 10}/root`;

/** Removes all hosts, unless HOSTS_KEEP=1 keeps them for another run. */
export function removeHosts(): void {
  if (process.env.HOSTS_KEEP !== '1') spawnSync(script, ['down']);
}

function parseHost(line: string): LabHost {
  const [ip = '', name = '', role = '', ...users] = line.split(' ');
  return {
    ip,
    name,
    role: role as Role,
    passwords: Object.fromEntries(users.map((user) => user.split(':'))) as LabHost['passwords'],
  };
}
