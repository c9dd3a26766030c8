import { afterAll, describe, expect, it } from 'vitest';
import { agentLab, as, run, until } from './agent-lab.js';
import { takeDownHosts } from './hosts.js';

const { whyNot, output, traces, reboot, serving } = agentLab(['crond']);
afterAll(takeDownHosts);

/** The agents that run there; the words of a command line have a zero byte between them. */
const pids = (): Promise<string> =>
  output(
    'crond',
    "grep -l '[h]ostwarden-agent.sh.run' /proc/[0-9]*/cmdline 2>/dev/null | sed 's#/proc/##; s#/cmdline##'",
  );

/** Within a minute crond has read its own note of whose table changed (cron.update), which names the user. */
const noTraces = (): Promise<string> =>
  until(
    () => traces('crond'),
    (left) => left === '',
  );

describe.skipIf(whyNot !== null)(
  'agents under the crond of BusyBox, by a table of their user',
  () => {
    it(
      'are brought back when they are killed and after a reboot, and leave nothing',
      { timeout: 300_000 },
      async () => {
        const under = await serving('crond', 'root');
        if ((await traces('crond')) !== '') await run(under, 'uninstall');
        await noTraces();
        expect(await run(under, 'install')).toMatchObject(as(null));
        expect(await output('crond', 'crontab -u hostwarden-agent -l')).toContain(
          'hostwarden-agent.sh',
        );
        await output('crond', `kill -9 ${(await pids()).replaceAll('\n', ' ')}`);
        expect(await pids()).toBe('');
        await until(pids, (found) => found !== '');
        expect(await output('crond', 'kill -0 $(cat /run/crond.pid) && echo it lives')).toBe(
          'it lives',
        );
        const { last_seen: seen } = await under.service.agent(under.hostId);
        await reboot('crond');
        const back = await until(
          () => under.service.agent(under.hostId),
          (agent) => (agent.last_seen ?? 0) > (seen ?? 0) + 1,
        );
        expect(back.state).toBe('online');
        expect(await output('crond', 'kill -0 $(cat /run/crond.pid) && echo it lives')).toBe(
          'it lives',
        );
        expect(await run(under, 'update')).toMatchObject(as(null));
        expect(await run(under, 'uninstall')).toMatchObject(as(null));
        expect(await traces('crond')).toMatch(/^(\/var\/spool\/cron\/crontabs\/cron\.update)?$/);
        await noTraces();
      },
    );
  },
);
