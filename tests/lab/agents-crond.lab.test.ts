import { afterAll, describe, expect, it } from 'vitest';
import { agentLab, as, run, until } from './agent-lab.js';
import { removeHosts } from './hosts.js';

const { skipReason, output, traces, reboot, serve } = agentLab(['crond']);
afterAll(removeHosts);

/** Returns the ids of running agents; the arguments of a command line are separated by zero bytes. */
const pids = (): Promise<string> =>
  output(
    'crond',
    "grep -l '[h]ostwarden-agent.sh.run' /proc/[0-9]*/cmdline 2>/dev/null | sed 's#/proc/##; s#/cmdline##'",
  );

/** crond removes its list of changed tables (cron.update), which contains the user's name, within a minute. */
const noTraces = (): Promise<string> =>
  until(
    () => traces('crond'),
    (traces) => traces === '',
  );

describe.skipIf(skipReason !== null)(
  'agents under the crond of BusyBox, with a table of their user',
  () => {
    it(
      'restart after a kill and after a reboot, and leave no files',
      { timeout: 300_000 },
      async () => {
        const served = await serve('crond', 'root');
        if ((await traces('crond')) !== '') await run(served, 'uninstall');
        await noTraces();
        expect(await run(served, 'install')).toMatchObject(as(null));
        expect(await output('crond', 'crontab -u hostwarden-agent -l')).toContain(
          'hostwarden-agent.sh',
        );
        await output('crond', `kill -9 ${(await pids()).replaceAll('\n', ' ')}`);
        expect(await pids()).toBe('');
        await until(pids, (ids) => ids !== '');
        expect(await output('crond', 'kill -0 $(cat /run/crond.pid) && echo running')).toBe(
          'running',
        );
        const { last_seen: seen } = await served.service.agent(served.hostId);
        await reboot('crond');
        const back = await until(
          () => served.service.agent(served.hostId),
          (agent) => (agent.last_seen ?? 0) > (seen ?? 0) + 1,
        );
        expect(back.state).toBe('online');
        expect(await output('crond', 'kill -0 $(cat /run/crond.pid) && echo running')).toBe(
          'running',
        );
        expect(await run(served, 'update')).toMatchObject(as(null));
        expect(await run(served, 'uninstall')).toMatchObject(as(null));
        expect(await traces('crond')).toMatch(/^(\/var\/spool\/cron\/crontabs\/cron\.update)?$/);
        await noTraces();
      },
    );
  },
);
