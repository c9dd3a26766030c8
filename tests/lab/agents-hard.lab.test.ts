import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { OperationStep } from '../../src/agents/operations/operations.js';
import { agentLab, as, run, SERVER, type ServedHost } from './agent-lab.js';
import { removeHosts, type Role } from './hosts.js';

const { skipReason, host, output, traces, reboot, serve, clean } = agentLab([
  'systemd',
  'doas',
  'late',
]);
afterAll(removeHosts);

const selfSigned = { env: { TLS: 'self-signed', HOST: SERVER } };

async function expectLifecycle(role: Role, served: ServedHost): Promise<void> {
  expect(await run(served, 'install')).toMatchObject(as(null));
  expect(await served.service.agent(served.hostId)).toMatchObject({ state: 'online' });
  expect(await run(served, 'update')).toMatchObject(as(null));
  expect(await run(served, 'uninstall')).toMatchObject(as(null));
  expect(await traces(role)).toBe('');
}

/** Returns the command lines and environments on this machine, including the hosts, that contain a text. */
function holders(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) =>
      ['cmdline', 'environ'].flatMap((file) => {
        try {
          return readFileSync(`/proc/${pid}/${file}`, 'latin1').includes(text)
            ? [`${pid} ${file}`]
            : [];
        } catch {
          return []; // the process has ended
        }
      }),
    );
}

describe.skipIf(skipReason !== null)('agents on unusual hosts', () => {
  it('can be installed and uninstalled with doas', async () => {
    await clean('doas');
    await expectLifecycle('doas', await serve('doas'));
  });

  it('can be installed and uninstalled while the clock is a year ahead', async () => {
    await clean('late');
    await expectLifecycle('late', await serve('late'));
  });

  it('can be installed and uninstalled over TLS with a self-signed certificate', async () => {
    await clean('systemd');
    await expectLifecycle('systemd', await serve('systemd', 'admin', selfSigned));
  });

  it('can be installed and uninstalled over TLS while the clock is a year ahead', async () => {
    await clean('late');
    await expectLifecycle('late', await serve('late', 'admin', selfSigned));
  });

  it.each<OperationStep>(['upload', 'start'])(
    'can be installed after the host was rebooted at the step %s',
    async (step) => {
      await clean('systemd');
      const served = await serve('systemd');
      const rebooted = new Promise<void>((resolve, reject) => {
        const stop = served.service.ctx.events.subscribe((event) => {
          if (event.step !== step || event.event !== 'agent.install.progress') return;
          stop();
          reboot('systemd').then(resolve, reject);
        });
      });
      const { status, error } = await run(served, 'install');
      await rebooted;
      // The operation may have completed before the reboot.
      if (status === 'failed')
        expect([
          'connection_lost',
          'verify_timeout',
          'command_timeout',
          'start_failed',
          'connect_timeout',
          'connection_refused',
        ]).toContain(error?.code);
      expect(await run(served, 'install')).toMatchObject(as(null));
      expect(await run(served, 'uninstall')).toMatchObject(as(null));
      expect(await traces('systemd')).toBe('');
    },
  );

  it('never reveal the password in a command line or an environment', async () => {
    await clean('systemd');
    const served = await serve('systemd');
    const { admin } = host('systemd').passwords;
    const planted = output('systemd', `sh -c 'sleep 2; : ${admin}'`);
    await expect.poll(() => holders(admin).length, { timeout: 30_000 }).toBeGreaterThan(0); // the check works
    await planted;
    const seen = new Set<string>();
    let checks = 0;
    const watch = setInterval(() => {
      checks += 1;
      for (const holder of holders(admin)) seen.add(holder);
    }, 5);
    for (const action of ['install', 'update', 'uninstall'])
      expect(await run(served, action)).toMatchObject(as(null));
    clearInterval(watch);
    expect([...seen]).toEqual([]);
    expect(checks).toBeGreaterThan(20);
  });
});
