import { setTimeout as delay } from 'node:timers/promises';
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

/** Tells one start of a host from another: the start time of its first process. */
const bootOf = (role: Role): Promise<string> => output(role, "sed 's/.*) //' /proc/1/stat | cut -d' ' -f20");

async function until<T>(look: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  const end = performance.now() + 100_000;
  for (;;) {
    const value = await look().catch(() => undefined);
    if (value !== undefined && isRight(value)) return value;
    if (performance.now() > end) throw new Error(`it never came: ${JSON.stringify(value)}`);
    await delay(200);
  }
}

async function reboot(role: Role): Promise<void> {
  const before = await bootOf(role);
  await output(role, '(sleep 0.3; reboot) >/dev/null 2>&1 &');
  await until(() => bootOf(role), (boot) => boot !== '' && boot !== before);
}

interface Under { service: AgentService; hostId: number; credentialId: number }

async function serving(role: Role, user: 'root' | 'admin' | 'nosudo' = 'admin'): Promise<Under> {
  const service = await agentService({ host: SERVER, operations: { verifyMs: 8_000 } });
  onTestFinished(() => service.close());
  const { ip, passwords } = host(role);
  return { service, hostId: await service.addHost(ip), credentialId: await service.addCredential(user, passwords[user]) };
}

const run = async ({ service, hostId, credentialId }: Under, action: string, more = {}): Promise<Operation> => service.ended(await service.start(hostId, { action, os_family: 'linux', credential_id: credentialId, ...more }));

async function clean(role: Role): Promise<void> {
  if (await traces(role) !== '') await run(await serving(role), 'uninstall');
  expect(await traces(role)).toBe('');
}

const managed: Role[] = ['systemd', 'openrc', 'cron', 'busybox'];
const manager = (role: Role): string => (role === 'busybox' ? 'cron' : role);
const as = (code: string | null): object => (code === null ? { status: 'completed', percent: 100, error: null } : { status: 'failed', error: { code } });

describe.skipIf(whyNot !== null)('agents on real hosts', () => {
  it.each(managed)('%s: installs, repairs, updates, removes, and leaves nothing', async (role) => {
    await clean(role);
    const under = await serving(role);
    expect(await run(under, 'install', { dry_run: true })).toMatchObject(as(null));
    expect(await traces(role)).toBe('');
    const began = performance.now();
    expect(await run(under, 'install')).toMatchObject(as(null));
    const tookMs = performance.now() - began;
    console.log(`${role}: ${Math.round(tookMs)} ms from the request to the verified check-in and tidying up`);
    expect(tookMs).toBeLessThan(3_000);
    expect(await under.service.agent(under.hostId)).toMatchObject({ state: 'online', service_manager: manager(role) });
    expect(await output(role, 'cd /opt/hostwarden-agent; stat -c "%U:%G %a %n" . *')).toBe([
      'root:root 755 .', 'root:root 644 hostwarden-agent.conf', 'root:root 644 hostwarden-agent.sh', 'root:root 644 service', 'root:hostwarden-agent 640 token',
    ].join('\n'));
    expect(await output(role, 'for p in /proc/[0-9]*; do case $(tr "\\0" " " 2>/dev/null <$p/cmdline) in "/bin/sh /opt/"*) stat -c %U $p;; esac; done | sort -u')).toBe('hostwarden-agent');
    expect(await run(under, 'install')).toMatchObject(as(null));
    expect(await run(under, 'update')).toMatchObject(as(null));
    expect(await run(under, 'uninstall')).toMatchObject(as(null));
    expect(await traces(role)).toBe('');
    expect(await under.service.agent(under.hostId)).toMatchObject({ state: 'none', version: null });
    expect(await run(under, 'update')).toMatchObject(as('not_installed'));
    expect(await run(under, 'uninstall')).toMatchObject(as('not_installed'));
  });

  it.each<Role>(['systemd', 'openrc'])('%s: comes back by itself after a reboot', async (role) => {
    await clean(role);
    const under = await serving(role);
    expect(await run(under, 'install')).toMatchObject(as(null));
    const seen = (await under.service.agent(under.hostId)).last_seen ?? 0;
    await delay(1_100); // times are whole seconds
    await reboot(role);
    const state = await until(() => under.service.agent(under.hostId), (agent) => (agent.last_seen ?? 0) > seen + 1);
    expect(state.state).toBe('online');
    expect(await run(under, 'uninstall')).toMatchObject(as(null));
    expect(await traces(role)).toBe('');
  });

  it.each(managed)('%s: puts the old agent back when the new one does not check in', async (role) => {
    await clean(role);
    const under = await serving(role);
    const { service, hostId } = under;
    expect(await run(under, 'install')).toMatchObject(as(null));
    const before = await output(role, 'cat /opt/hostwarden-agent/*');
    const checkedIn = service.ctx.hub.checkedIn.bind(service.ctx.hub);
    service.ctx.hub.checkedIn = (_host, expected, signal) => checkedIn(hostId, { ...expected, version: 'never' }, signal);
    expect(await run(under, 'update')).toMatchObject({ ...as('verify_timeout'), error: { detail: expect.stringMatching(/On the host:/) as string } });
    service.ctx.hub.checkedIn = checkedIn;
    expect(await output(role, 'cat /opt/hostwarden-agent/*; ls -d /opt/*')).toBe(`${before}\n/opt/hostwarden-agent`);
    const { last_seen: seen } = await service.agent(hostId);
    await until(() => service.agent(hostId), (agent) => (agent.last_seen ?? 0) > (seen ?? 0));
    expect(await run(under, 'uninstall')).toMatchObject(as(null));
    expect(await traces(role)).toBe('');
  });

  it.each<[Role, string]>([['bare', 'missing_tool'], ['full', 'disk_full'], ['ro', 'read_only_root']])('%s: fails with %s and changes nothing', async (role, code) => {
    const under = await serving(role);
    expect(await run(under, 'install')).toMatchObject(as(code));
    expect(await traces(role)).toBe('');
  });

  it('a login that may not become root fails with sudo_denied', async () => {
    expect(await run(await serving('systemd', 'nosudo'), 'install')).toMatchObject(as('sudo_denied'));
  });
});
