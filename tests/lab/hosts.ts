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

/** Brings up real hosts (hosts.sh), or says why that can't be done here. Hosts that run already are taken as they are; other releases of Debian are left out, with a line, where they can't be had. */
export function bringUpHosts(roles: readonly Role[]): { hosts: LabHost[]; whyNot: string | null } {
  const up = spawnSync(script, ['up', ...roles], { encoding: 'utf8' });
  if (up.status !== 0) return { hosts: [], whyNot: up.stderr.trim() };
  for (const [line] of up.stderr.matchAll(/^hosts: left out: .*$/gm)) console.log(line);
  return { hosts: up.stdout.trim().split('\n').filter(Boolean).map(parseHost), whyNot: null };
}

/** Takes all hosts away, unless HOSTS_KEEP=1 wants them kept for another run. */
export function takeDownHosts(): void {
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
