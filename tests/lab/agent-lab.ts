import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { Operation } from '../../src/agents/operations/operations.js';
import { openSsh } from '../../src/platform/ssh/open-ssh.js';
import type { SshSession } from '../../src/platform/ssh/ssh.js';
import {
  agentService,
  type AgentService,
  type AgentServiceOptions,
} from '../support/agent-service.js';
import { openLabHosts, type LabHost, type Role } from './hosts.js';

/** The address of this machine in the network of the hosts. */
export const SERVER = '10.77.0.254';

/** Hosts without a reboot command: hosts.sh restarts them. */
const NO_INIT: readonly Role[] = ['cron', 'busybox', 'doas', 'crond', 'late'];

export interface ServedHost {
  service: AgentService;
  hostId: number;
  credentialId: number;
}
export const as = (code: string | null): object =>
  code === null
    ? { status: 'completed', percent: 100, error: null }
    : { status: 'failed', error: { code } };
export const run = async (
  { service, hostId, credentialId }: ServedHost,
  action: string,
  more = {},
): Promise<Operation> =>
  service.ended(
    await service.start(hostId, {
      action,
      os_family: 'linux',
      credential_id: credentialId,
      ...more,
    }),
  );

export async function until<T>(
  read: () => Promise<T>,
  isExpected: (value: T) => boolean,
): Promise<T> {
  const end = performance.now() + 100_000;
  for (;;) {
    const value = await read().catch(() => undefined);
    if (value !== undefined && isExpected(value)) return value;
    if (performance.now() > end) throw new Error(`timeout; last value: ${JSON.stringify(value)}`);
    await delay(200);
  }
}

/** Starts hosts of these roles, with helpers to inspect them. */
export function agentLab(roles: readonly Role[]) {
  const { hosts, skipReason } = openLabHosts(roles);
  if (skipReason !== null) console.log(`agents lab skipped: ${skipReason}`);
  const host = (role: Role): LabHost => hosts.find((one) => one.role === role) as LabHost;

  async function onHost<T>(role: Role, work: (session: SshSession) => Promise<T>): Promise<T> {
    const { ip, passwords } = host(role);
    const session = await openSsh({
      ip,
      port: 22,
      username: 'root',
      password: passwords.root,
      guard: () => null,
      timeoutMs: 20_000,
      signal: new AbortController().signal,
      pinned: null,
    });
    return work(session).finally(() => session.close());
  }

  const output = (role: Role, command: string): Promise<string> =>
    onHost(role, async (session) =>
      (
        await session.run('exec sh -s', { stdin: command, timeoutMs: 30_000, maxBytes: 1_000_000 })
      ).stdout
        .toString()
        .trim(),
    );

  /** Returns everything of the agent on a host: files, users, groups, units, processes. */
  const traces = (role: Role): Promise<string> =>
    output(
      role,
      `
find / -xdev \\( -path /proc -o -path /sys -o -path /var/log -o -path /var/lib/systemd/catalog \\) \\
  -prune -o -name '*hostwarden*' -print 2>/dev/null
ls -d /run/*hostwarden* /tmp/*hostwarden* 2>/dev/null
grep -l hostwarden /etc/passwd /etc/group /etc/shadow /etc/gshadow /etc/crontab /etc/cron.d/* \\
  /var/spool/cron/crontabs/* 2>/dev/null
command -v systemctl >/dev/null && [ -d /run/systemd/system ] && systemctl list-units --all --no-legend '*hostwarden*'
command -v rc-update >/dev/null && rc-update show 2>/dev/null | grep hostwarden
for p in /proc/[0-9]*; do tr '\\0' ' ' <$p/cmdline 2>/dev/null | grep -a hostwarden; done`,
    );

  /** Identifies one boot of a host: the start time of its first process. */
  const bootOf = (role: Role): Promise<string> =>
    output(role, "sed 's/.*) //' /proc/1/stat | cut -d' ' -f20");

  async function reboot(role: Role): Promise<void> {
    const before = await bootOf(role);
    await output(
      role,
      NO_INIT.includes(role)
        ? 'touch /lab-reboot; (sleep 0.3; kill $(cat /run/sshd.pid)) >/dev/null 2>&1 &'
        : '(sleep 0.3; reboot) >/dev/null 2>&1 &',
    );
    await until(
      () => bootOf(role),
      (boot) => boot !== '' && boot !== before,
    );
  }

  async function serve(
    role: Role,
    user: 'root' | 'admin' | 'nosudo' = 'admin',
    options: AgentServiceOptions = {},
  ): Promise<ServedHost> {
    const service = await agentService({
      host: SERVER,
      operations: { verifyMs: 8_000 },
      ...options,
    });
    onTestFinished(() => service.close());
    const { ip, passwords } = host(role);
    return {
      service,
      hostId: await service.addHost(ip),
      credentialId: await service.addCredential(user, passwords[user]),
    };
  }

  async function clean(role: Role): Promise<void> {
    if ((await traces(role)) !== '') await run(await serve(role, 'root'), 'uninstall');
    expect(await traces(role)).toBe('');
  }

  const isAvailable = (role: Role): boolean => hosts.some((one) => one.role === role);

  return { skipReason, isAvailable, host, onHost, output, traces, bootOf, reboot, serve, clean };
}
