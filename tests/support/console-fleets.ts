import { RULES_VERSION } from '../../src/vulnerabilities/rules-version.js';
import { openReportApp } from '../reports/report-app.js';
import { seedConsole } from '../bench/console/seed-support.mjs';
import { seedFleet } from '../bench/fleet-support.mjs';
import { registerAgent } from './agents.js';
import { heldClock } from './app.js';
import { openConsole, type OpenConsole } from './console.js';
import { openConsoleStory } from './console-story.js';
import { pathsOf } from './screen-paths.js';
import { openWholeConsole } from './whole-console.js';

const DAY = 86_400;
const MANY = 10_000;

/** A console with a fleet, signed in, and the addresses of all its screens. */
export interface ConsoleOfFleet extends OpenConsole {
  screens: readonly string[];
}

/** Consoles with fleets of different sizes, by name. `rare`: long names, IPv6, failures, a host without data. */
export const FLEETS: Record<string, () => Promise<ConsoleOfFleet>> = {
  none: async () => ({ ...(await openConsole()), screens: pathsOf({}) }),
  one: openOne,
  seven: async () => ({
    ...(await openConsoleStory()),
    screens: pathsOf({
      host: 1,
      group: 1,
      template: 1,
      task: 16,
      base: 3,
      vulnerability: 'CVE-2024-6387',
    }),
  }),
  rare: () => openWholeConsole(),
  many: openMany,
};

async function openOne(): Promise<ConsoleOfFleet> {
  const app = await openReportApp(openConsole, heldClock(Math.floor(Date.now() / 1000) - DAY));
  const host = await app.addHost('192.0.2.1');
  await app.request(201, 'POST', '/groups', { name: 'production', host_ids: [host] });
  await app.importFeed({ curl: { 'CVE-2024-0003': '7.88.1-10+deb12u5' } });
  await app.importPackages(host, { curl: '7.88.1-10' });
  registerAgent(app, host);
  await app.runTask(await app.addTemplate('inventory', [host]));
  await app.open('');
  const vulnerability = 'CVE-2024-0003';
  return { ...app, screens: pathsOf({ host, group: 1, template: 1, task: 1, vulnerability }) };
}

async function openMany(): Promise<ConsoleOfFleet> {
  const app = await openConsole({ role: null });
  const { sqlite } = app.ctx.database;
  seedFleet(sqlite, { hosts: MANY, findings: 15, facts: MANY, rules: RULES_VERSION });
  seedConsole(sqlite, { hosts: MANY, packages: 60, now: app.clock.now() });
  await app.page.goto(app.link());
  await app.page.locator('html[data-live=open]').waitFor({ state: 'attached' });
  const vulnerability = 'CVE-2024-000100';
  const ids = { host: 7, template: 1, task: 200, base: 150, batch: 1, vulnerability };
  return { ...app, screens: pathsOf(ids) };
}
