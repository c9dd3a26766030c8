import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { agentLab, as, run, until } from './agent-lab.js';
import { removeHosts, type Role } from './hosts.js';

const { skipReason, output, traces, reboot, serve, clean } = agentLab([
  'systemd',
  'cron',
  'openrc',
  'busybox',
]);
afterAll(removeHosts);

const managed: Role[] = ['systemd', 'openrc', 'cron', 'busybox'];
const lookFiles = (role: Role): string[] =>
  ({ systemd: ['look.service', 'look.timer'], openrc: ['look.openrc'] })[manager(role)] ?? [];
const manager = (role: Role): string => (role === 'busybox' ? 'cron' : role);

describe.skipIf(skipReason !== null)('agents on real hosts', () => {
  it.each(managed)(
    '%s: can be installed, repaired, updated and uninstalled without leftovers',
    async (role) => {
      await clean(role);
      const served = await serve(role);
      expect(await run(served, 'install', { dry_run: true })).toMatchObject(as(null));
      expect(await traces(role)).toBe('');
      const startedAt = performance.now();
      expect(await run(served, 'install')).toMatchObject(as(null));
      const tookMs = performance.now() - startedAt;
      console.log(
        `${role}: ${Math.round(tookMs)} ms from the request to the verified check-in and cleanup (target: 3,000)`,
      );
      expect(await served.service.agent(served.hostId)).toMatchObject({
        state: 'online',
        service_manager: manager(role),
      });
      expect(await output(role, 'cd /opt/hostwarden-agent; stat -c "%U:%G %a %n" . *')).toBe(
        [
          'root:root 755 .',
          'root:root 644 hostwarden-agent.conf',
          'root:root 644 hostwarden-agent.sh',
          ...lookFiles(role).map((name) => `root:root 644 ${name}`),
          'root:root 644 service',
          'root:hostwarden-agent 640 token',
        ].join('\n'),
      );
      expect(
        await output(
          role,
          'for p in /proc/[0-9]*; do case $(tr "\\0" " " 2>/dev/null <$p/cmdline) in "/bin/sh ' +
            '/opt/"*" run ") stat -c %U $p;; esac; done | sort -u',
        ),
      ).toBe('hostwarden-agent');
      if (role !== 'busybox')
        await until(
          () => output(role, 'cat /run/hostwarden-look/old-code'),
          (text) => /^looked \d+ [1-9]\d* 0$/m.test(text),
        );
      expect(await run(served, 'install')).toMatchObject(as(null));
      expect(await run(served, 'update')).toMatchObject(as(null));
      expect(await run(served, 'uninstall')).toMatchObject(as(null));
      expect(await traces(role)).toBe('');
      expect(await served.service.agent(served.hostId)).toMatchObject({
        state: 'none',
        version: null,
      });
      expect(await run(served, 'update')).toMatchObject(as('not_installed'));
      expect(await run(served, 'uninstall')).toMatchObject(as('not_installed'));
    },
  );

  it.each<Role>(['systemd', 'openrc', 'cron'])('%s: start again after a reboot', async (role) => {
    await clean(role);
    const served = await serve(role);
    expect(await run(served, 'install')).toMatchObject(as(null));
    const seen = (await served.service.agent(served.hostId)).last_seen ?? 0;
    await delay(1_100); // times are whole seconds
    await reboot(role);
    const state = await until(
      () => served.service.agent(served.hostId),
      (agent) => (agent.last_seen ?? 0) > seen + 1,
    );
    expect(state.state).toBe('online');
    expect(await run(served, 'uninstall')).toMatchObject(as(null));
    expect(await traces(role)).toBe('');
  });

  it.each(managed)('%s: are restored if the new agent does not check in', async (role) => {
    await clean(role);
    const served = await serve(role);
    const { service, hostId } = served;
    expect(await run(served, 'install')).toMatchObject(as(null));
    const before = await output(role, 'cat /opt/hostwarden-agent/*');
    const waitForCheckIn = service.ctx.hub.waitForCheckIn.bind(service.ctx.hub);
    service.ctx.hub.waitForCheckIn = (_host, expected, signal) =>
      waitForCheckIn(hostId, { ...expected, version: 'never' }, signal);
    expect(await run(served, 'update')).toMatchObject({
      ...as('verify_timeout'),
      error: { detail: expect.stringMatching(/Diagnosis of the host:/) as string },
    });
    service.ctx.hub.waitForCheckIn = waitForCheckIn;
    expect(await output(role, 'cat /opt/hostwarden-agent/*; ls -d /opt/*')).toBe(
      `${before}\n/opt/hostwarden-agent`,
    );
    const { last_seen: seen } = await service.agent(hostId);
    await until(
      () => service.agent(hostId),
      (agent) => (agent.last_seen ?? 0) > (seen ?? 0),
    );
    expect(await run(served, 'uninstall')).toMatchObject(as(null));
    expect(await traces(role)).toBe('');
  });
});
