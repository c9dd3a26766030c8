import { execFileSync } from 'node:child_process';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSsh } from '../../src/outside/ssh/open-ssh.js';
import type { SshSession } from '../../src/outside/ssh/ssh.js';
import type { Operation } from '../../src/agents/operations/operations.js';
import { agentService, type AgentService } from '../support/agent-service.js';
import { bringUpHosts, takeDownHosts, type LabHost, type Role } from './hosts.js';

const roles: Role[] = ['systemd', 'bare', 'cron', 'full', 'openrc', 'busybox', 'ro'];
const { hosts, whyNot } = bringUpHosts(roles);
if (whyNot !== null) console.log(`agents lab skipped: ${whyNot}`);

const SERVER = '10.77.0.254';
const host = (role: Role): LabHost => hosts.find((one) => one.role === role) as LabHost;

afterAll(takeDownHosts);

async function onHost<T>(role: Role, work: (session: SshSession) => Promise<T>): Promise<T> {
  const { ip, passwords } = host(role);
  const session = await openSsh({ ip, port: 22, username: 'root', password: passwords.root, guard: () => null, timeoutMs: 20_000, signal: new AbortController().signal, pinned: null });
  return work(session).finally(() => session.close());
}

const output = (role: Role, command: string): Promise<string> => onHost(role, async (session) => (await session.run('exec sh -s', { stdin: command, timeoutMs: 30_000, maxBytes: 1_000_000 })).stdout.toString().trim());

/** All there is of us on a host: files anywhere, users, groups, units, processes. */
const traces = (role: Role): Promise<string> => output(role, `
find / -xdev \\( -path /proc -o -path /sys -o -path /var/log -o -path /var/lib/systemd/catalog \\) -prune -o -name '*hostwarden*' -print 2>/dev/null
ls -d /run/*hostwarden* /tmp/*hostwarden* 2>/dev/null
grep -l hostwarden /etc/passwd /etc/group /etc/shadow /etc/gshadow /etc/crontab /etc/cron.d/* 2>/dev/null
command -v systemctl >/dev/null && [ -d /run/systemd/system ] && systemctl list-units --all --no-legend '*hostwarden*'
command -v rc-update >/dev/null && rc-update show 2>/dev/null | grep hostwarden
for p in /proc/[0-9]*; do tr '\\0' ' ' <$p/cmdline 2>/dev/null | grep -a hostwarden; done`);

const restart = (role: Role): void => {
  const pid = execFileSync('pgrep', ['-f', `machine=${host(role).name} `], { encoding: 'utf8' }).trim().split('\n')[0] ?? '';
  expect(pid).not.toBe('');
};

interface Under { service: AgentService; hostId: number; credentialId: number }

async function serving(role: Role, user: 'root' | 'admin' | 'nosudo' = 'admin'): Promise<Under> {
  const service = await agentService({ host: SERVER });
  onTestFinished(() => service.close());
  const { ip, passwords } = host(role);
  return { service, hostId: await service.addHost(ip), credentialId: await service.addCredential(user, passwords[user]) };
}

const run = async ({ service, hostId, credentialId }: Under, action: string, more = {}): Promise<Operation> => service.ended(await service.start(hostId, { action, os_family: 'linux', credential_id: credentialId, ...more }));

describe.skipIf(whyNot !== null)('agents on real hosts', () => {
  it.each<Role>(['systemd', 'openrc', 'cron', 'busybox'])('%s: installs, is online, repairs, updates, removes, and leaves nothing', async (role) => {
    const under = await serving(role);
    const before = await traces(role);
    expect(before).toBe('');
    const dry = await run(under, 'install', { dry_run: true });
    expect(dry).toMatchObject({ status: 'completed', percent: 100, error: null });
    expect(await traces(role)).toBe('');
    const began = performance.now();
    const installed = await run(under, 'install');
    console.log(`${role}: from the request to the verified check-in ${Math.round(performance.now() - began)} ms`);
    expect(installed).toMatchObject({ status: 'completed', percent: 100, error: null });
    expect(await under.service.agent(under.hostId)).toMatchObject({ state: 'online', service_manager: role === 'busybox' ? 'cron' : role });
    const owners = await output(role, 'ls -ln /opt/hostwarden-agent | tail -n +2 | cut -c1-10; stat -c %U:%G:%a /opt/hostwarden-agent/token; for p in /proc/[0-9]*; do tr "\\0" " " <$p/cmdline 2>/dev/null | grep -a "agent.sh run" | grep -v grep >/dev/null && stat -c %U $p; done | sort -u');
    console.log(owners);
    expect(owners).toContain('hostwarden-agent');
    expect((await run(under, 'install')).error).toBeNull();
    expect((await run(under, 'update')).error).toBeNull();
    const removed = await run(under, 'uninstall');
    expect(removed).toMatchObject({ status: 'completed', error: null });
    expect(await traces(role)).toBe('');
    expect(await run(under, 'update')).toMatchObject({ status: 'failed', error: { code: 'not_installed' } });
  });

  it.each<[Role, string]>([['bare', 'missing_tool'], ['full', 'disk_full'], ['ro', 'read_only_root']])('%s: fails with %s and changes nothing', async (role, code) => {
    const under = await serving(role);
    expect(await run(under, 'install')).toMatchObject({ status: 'failed', error: { code } });
    expect(await traces(role)).toBe('');
  });

  it('a login that may not become root fails with sudo_denied', async () => {
    expect(await run(await serving('systemd', 'nosudo'), 'install')).toMatchObject({ status: 'failed', error: { code: 'sudo_denied' } });
  });
});
