import { readFileSync } from 'node:fs';
import { afterAll, describe, it } from 'vitest';
import { hasBrowser } from '../support/console.js';
import { agentLab } from './agent-lab.js';
import {
  copyFirstCommand,
  importFeed,
  importReport,
  OLD,
  readEmptyConsole,
  scanHosts,
  UPDATES,
} from './first-week/first-day.js';
import { addCredential, expectAgents, installAgents, tryAgain } from './first-week/agents.js';
import { expectChain, expectFixed } from './first-week/differences.js';
import { signIn } from './first-week/page.js';
import { userService } from './first-week/service.js';
import { makeTemplate, passDays, runNow } from './first-week/week.js';
import { removeHosts, type Role } from './hosts.js';

const DAY = 86_400;
const ROLES: Role[] = ['systemd', 'cron', 'openrc', 'busybox'];
const FEED = readFileSync('tests/fixtures/feeds/debian-tracker/tracker-sample.json', 'utf8');

const { skipReason, host, output } = agentLab(ROLES);
afterAll(removeHosts);

describe.skipIf(skipReason !== null || !hasBrowser)('the first week of a user', () => {
  it('is done from the page: scan, findings, a fix, a schedule, and agents', async () => {
    const service = await userService();
    const link = await service.start(-7 * DAY);
    const week = await signIn(link, -7 * DAY);
    await readEmptyConsole(week);
    const names = ROLES.map((role) => `${host(role).ip} ${role}`);
    await scanHosts(week, ['127.0.0.1 this', ...names, '10.77.0.96/28'].join('\n'));
    const [own] = await service.request<{ id: number }[]>('GET', '/hosts?q=127.0.0.1');
    await importReport(week, own?.id ?? 0, OLD);
    await week.picture('05-imported');
    await importFeed(week, 'debian-tracker', FEED);
    const upgraded = await copyFirstCommand(week);
    const from = Math.ceil((service.now() + DAY) / 60) * 60;
    const template = await makeTemplate(week, from);
    await runNow(week, template);
    const versions = { ...OLD, [upgraded]: UPDATES[upgraded] ?? '' };
    await importReport(week, own?.id ?? 0, versions);
    await runNow(week, template);
    await expectFixed(week, { template, host: own?.id ?? 0, name: upgraded });

    await week.page.close();

    const days = [versions, versions, OLD, versions, { ...versions, ...UPDATES }, versions];
    const ids = { template, host: own?.id ?? 0, from };
    const { shift, link: later } = await passDays(service, ids, days);
    const end = await signIn(later, shift);
    await expectChain(end, service, template, days.length + 2);

    const hosts = ROLES.map(host);
    const { admin } = host('cron').passwords;
    await addCredential(end, 'admin', admin);
    await output('cron', 'echo admin:another-1 | chpasswd');
    await installAgents(end, hosts, 1);
    await output('cron', `echo admin:${admin} | chpasswd`);
    await tryAgain(end);
    await expectAgents(end, hosts.length);
  }, 240_000);
});
