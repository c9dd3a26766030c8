import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { OperationStep } from '../../src/agents/operations/operations.js';
import { agentLab, as, run, SERVER, type Under } from './agent-lab.js';
import { takeDownHosts, type Role } from './hosts.js';

const { whyNot, host, output, traces, reboot, serving, clean } = agentLab([
  'systemd',
  'doas',
  'late',
]);
afterAll(takeDownHosts);

const selfSigned = { env: { TLS: 'self-signed', HOST: SERVER } };

async function comesAndGoes(role: Role, under: Under): Promise<void> {
  expect(await run(under, 'install')).toMatchObject(as(null));
  expect(await under.service.agent(under.hostId)).toMatchObject({ state: 'online' });
  expect(await run(under, 'update')).toMatchObject(as(null));
  expect(await run(under, 'uninstall')).toMatchObject(as(null));
  expect(await traces(role)).toBe('');
}

/** Every command line and environment on this machine, those of the hosts included, that holds a text. */
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
          return []; // it has just ended
        }
      }),
    );
}

describe.skipIf(whyNot !== null)('agents on hosts that are odd', () => {
  it('come and go by doas where there is no sudo', async () => {
    await clean('doas');
    await comesAndGoes('doas', await serving('doas'));
  });

  it('come and go where the clock is a year ahead', async () => {
    await clean('late');
    await comesAndGoes('late', await serving('late'));
  });

  it('come and go over TLS with a certificate of its own', async () => {
    await clean('systemd');
    await comesAndGoes('systemd', await serving('systemd', 'admin', selfSigned));
  });

  it('come and go over TLS where the clock is a year ahead: the certificate lasts longer', async () => {
    await clean('late');
    await comesAndGoes('late', await serving('late', 'admin', selfSigned));
  });

  it.each<OperationStep>(['upload', 'start'])(
    'can be installed after the host was rebooted at the step %s',
    async (step) => {
      await clean('systemd');
      const under = await serving('systemd');
      const rebooted = new Promise<void>((resolve, reject) => {
        const stop = under.service.ctx.events.subscribe((event) => {
          if (event.step !== step || event.event !== 'agent.install.progress') return;
          stop();
          reboot('systemd').then(resolve, reject);
        });
      });
      const { status, error } = await run(under, 'install');
      await rebooted;
      // The reboot may come when all is done.
      if (status === 'failed')
        expect([
          'connection_lost',
          'verify_timeout',
          'command_timeout',
          'start_failed',
          'connect_timeout',
          'connection_refused',
        ]).toContain(error?.code);
      expect(await run(under, 'install')).toMatchObject(as(null));
      expect(await run(under, 'uninstall')).toMatchObject(as(null));
      expect(await traces('systemd')).toBe('');
    },
  );

  it('never show the password in a command line or an environment, from the first step to the last', async () => {
    await clean('systemd');
    const under = await serving('systemd');
    const { admin } = host('systemd').passwords;
    const planted = output('systemd', `sh -c 'sleep 2; : ${admin}'`);
    await expect.poll(() => holders(admin).length, { timeout: 10_000 }).toBeGreaterThan(0); // one would be seen
    await planted;
    const seen = new Set<string>();
    let looks = 0;
    const watch = setInterval(() => {
      looks += 1;
      for (const holder of holders(admin)) seen.add(holder);
    }, 5);
    for (const action of ['install', 'update', 'uninstall'])
      expect(await run(under, action)).toMatchObject(as(null));
    clearInterval(watch);
    expect([...seen]).toEqual([]);
    expect(looks).toBeGreaterThan(20);
  });
});
