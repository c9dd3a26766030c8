import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { agentLab, as, run, until } from './agent-lab.js';
import { takeDownHosts, type Role } from './hosts.js';

const { whyNot, output, traces, reboot, serving, clean } = agentLab([
  'systemd',
  'cron',
  'openrc',
  'busybox',
]);
afterAll(takeDownHosts);

const managed: Role[] = ['systemd', 'openrc', 'cron', 'busybox'];
const manager = (role: Role): string => (role === 'busybox' ? 'cron' : role);

describe.skipIf(whyNot !== null)('agents on real hosts', () => {
  it.each(managed)('%s: installs, repairs, updates, removes, and leaves nothing', async (role) => {
    await clean(role);
    const under = await serving(role);
    expect(await run(under, 'install', { dry_run: true })).toMatchObject(as(null));
    expect(await traces(role)).toBe('');
    const began = performance.now();
    expect(await run(under, 'install')).toMatchObject(as(null));
    const tookMs = performance.now() - began;
    console.log(
      `${role}: ${Math.round(tookMs)} ms from the request to the verified check-in and tidying up`,
    );
    expect(tookMs).toBeLessThan(3_000);
    expect(await under.service.agent(under.hostId)).toMatchObject({
      state: 'online',
      service_manager: manager(role),
    });
    expect(await output(role, 'cd /opt/hostwarden-agent; stat -c "%U:%G %a %n" . *')).toBe(
      [
        'root:root 755 .',
        'root:root 644 hostwarden-agent.conf',
        'root:root 644 hostwarden-agent.sh',
        'root:root 644 service',
        'root:hostwarden-agent 640 token',
      ].join('\n'),
    );
    expect(
      await output(
        role,
        'for p in /proc/[0-9]*; do case $(tr "\\0" " " 2>/dev/null <$p/cmdline) in "/bin/sh /opt/"*) stat -c %U $p;; esac; done | sort -u',
      ),
    ).toBe('hostwarden-agent');
    expect(await run(under, 'install')).toMatchObject(as(null));
    expect(await run(under, 'update')).toMatchObject(as(null));
    expect(await run(under, 'uninstall')).toMatchObject(as(null));
    expect(await traces(role)).toBe('');
    expect(await under.service.agent(under.hostId)).toMatchObject({ state: 'none', version: null });
    expect(await run(under, 'update')).toMatchObject(as('not_installed'));
    expect(await run(under, 'uninstall')).toMatchObject(as('not_installed'));
  });

  it.each<Role>(['systemd', 'openrc', 'cron'])(
    '%s: comes back by itself after a reboot',
    async (role) => {
      await clean(role);
      const under = await serving(role);
      expect(await run(under, 'install')).toMatchObject(as(null));
      const seen = (await under.service.agent(under.hostId)).last_seen ?? 0;
      await delay(1_100); // times are whole seconds
      await reboot(role);
      const state = await until(
        () => under.service.agent(under.hostId),
        (agent) => (agent.last_seen ?? 0) > seen + 1,
      );
      expect(state.state).toBe('online');
      expect(await run(under, 'uninstall')).toMatchObject(as(null));
      expect(await traces(role)).toBe('');
    },
  );

  it.each(managed)(
    '%s: puts the old agent back when the new one does not check in',
    async (role) => {
      await clean(role);
      const under = await serving(role);
      const { service, hostId } = under;
      expect(await run(under, 'install')).toMatchObject(as(null));
      const before = await output(role, 'cat /opt/hostwarden-agent/*');
      const checkedIn = service.ctx.hub.waitForCheckIn.bind(service.ctx.hub);
      service.ctx.hub.waitForCheckIn = (_host, expected, signal) =>
        checkedIn(hostId, { ...expected, version: 'never' }, signal);
      expect(await run(under, 'update')).toMatchObject({
        ...as('verify_timeout'),
        error: { detail: expect.stringMatching(/On the host:/) as string },
      });
      service.ctx.hub.waitForCheckIn = checkedIn;
      expect(await output(role, 'cat /opt/hostwarden-agent/*; ls -d /opt/*')).toBe(
        `${before}\n/opt/hostwarden-agent`,
      );
      const { last_seen: seen } = await service.agent(hostId);
      await until(
        () => service.agent(hostId),
        (agent) => (agent.last_seen ?? 0) > (seen ?? 0),
      );
      expect(await run(under, 'uninstall')).toMatchObject(as(null));
      expect(await traces(role)).toBe('');
    },
  );
});
