import { openReportApp, type ReportApp } from '../reports/report-app.js';
import { heldClock } from './app.js';
import { openConsole, type ConsoleOptions, type OpenConsole } from './console.js';

const DAY = 86_400;
const OLD = { openssl: '3.0.11-1~deb12u1', curl: '7.88.1-10' };
const FEED = {
  openssl: { 'CVE-2024-0001': '3.0.11-1~deb12u2', 'CVE-2024-0002': null },
  curl: { 'CVE-2024-0003': '7.88.1-10+deb12u5' },
};

/** A console with a template of two hosts, one of which was never inventoried, and three tasks of it. */
export interface ConsoleWithTasks extends OpenConsole, ReportApp {
  template: number;
  hosts: number[];
}

/** Opens it. Its times are of the two days before now. */
export async function openConsoleWithTasks(
  options: ConsoleOptions = {},
): Promise<ConsoleWithTasks> {
  const app = await openReportApp(
    (more) => openConsole({ ...more, ...options }),
    heldClock(Math.floor(Date.now() / 1000) - 2 * DAY),
  );
  const hosts = [await app.addHost('192.0.2.1'), await app.addHost('192.0.2.2')];
  const [host = 0] = hosts;
  await app.importFeed(FEED);
  const template = await app.addTemplate('inventory', hosts);
  for (const versions of [OLD, { ...OLD, openssl: '3.0.11-1~deb12u2' }, OLD]) {
    await app.importPackages(host, versions);
    await app.runTask(template);
  }
  await app.request(200, 'PUT', `/api/v1/templates/${template}`, {
    schedule: { type: 3, recurrence: 1, start_time: app.clock.now() + DAY },
  });
  return { ...app, template, hosts };
}
