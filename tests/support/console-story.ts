import { openReportApp } from '../reports/report-app.js';
import { heldClock } from './app.js';
import { openConsole, type ConsoleOptions, type OpenConsole } from './console.js';
import { fleetOf } from './fleet.js';
import { range, record } from './stored-records.js';

const DAY = 86_400;
const DAYS = 16;
const HOSTS = ['web-1', 'web-2', 'db-1', 'mail-1', 'build-1', 'backup-1', 'printer'];
/** the last host has no agent and was never scanned */
const CHECKED = HOSTS.length - 1;

/** Source packages of Debian 12 with the versions of its updates, oldest first. */
const UPDATES = {
  glibc: ['2.36-9+deb12u1', '2.36-9+deb12u3', '2.36-9+deb12u4', '2.36-9+deb12u7'],
  openssh: ['1:9.2p1-2', '1:9.2p1-2+deb12u2', '1:9.2p1-2+deb12u3'],
  curl: ['7.88.1-10', '7.88.1-10+deb12u4', '7.88.1-10+deb12u6'],
  expat: ['2.5.0-1', '2.5.0-1+deb12u1'],
  krb5: ['1.20.1-2+deb12u1', '1.20.1-2+deb12u2'],
  git: ['1:2.39.2-1.1', '1:2.39.5-0+deb12u1'],
} as const;
type Source = keyof typeof UPDATES;

const flaw = (
  cve: string,
  source: Source,
  fixed: number,
  severity: 'critical' | 'high' | 'medium',
  title: string,
) =>
  record(`DEBIAN-${cve}`, {
    title,
    severity,
    ranges: [range(source, UPDATES[source][fixed] ?? null)],
  });

/** Flaws with the fixed versions of Debian's security tracker, and the day of the story on which they are known. */
const FLAWS = [
  { from: 0, flaw: flaw('CVE-2023-4911', 'glibc', 1, 'high', 'Overflow in the dynamic loader') },
  { from: 0, flaw: flaw('CVE-2023-6246', 'glibc', 2, 'high', 'Overflow in syslog()') },
  { from: 0, flaw: flaw('CVE-2024-2961', 'glibc', 3, 'high', 'Overflow in iconv()') },
  { from: 0, flaw: flaw('CVE-2023-48795', 'openssh', 1, 'medium', 'Terrapin attack') },
  { from: 6, flaw: flaw('CVE-2024-6387', 'openssh', 2, 'high', 'Race in the signal handler') },
  { from: 0, flaw: flaw('CVE-2023-38545', 'curl', 1, 'critical', 'Overflow in SOCKS5') },
  { from: 0, flaw: flaw('CVE-2024-2398', 'curl', 2, 'medium', 'Memory leak in HTTP/2 push') },
  { from: 11, flaw: flaw('CVE-2024-45491', 'expat', 1, 'critical', 'Integer overflow') },
  { from: 0, flaw: flaw('CVE-2024-37371', 'krb5', 1, 'critical', 'Invalid memory reads') },
  { from: 0, flaw: flaw('CVE-2024-32002', 'git', 1, 'critical', 'Code execution on clone') },
];

/** Upgrades: the day, the source package, its new version (place in UPDATES) and the hosts. */
const UPGRADES: readonly { day: number; source: Source; to: number; hosts: readonly number[] }[] = [
  { day: 2, source: 'curl', to: 1, hosts: [0, 1] },
  { day: 4, source: 'glibc', to: 2, hosts: [0, 1, 2] },
  { day: 8, source: 'openssh', to: 2, hosts: [0, 1, 2, 3] },
  { day: 10, source: 'krb5', to: 1, hosts: [0, 1, 2, 3, 4] },
  { day: 13, source: 'expat', to: 1, hosts: [0, 1] },
  { day: 15, source: 'curl', to: 2, hosts: [0, 1, 2] },
];
/** the day on which an image is restored: its packages are old again */
const RESTORED = { day: 12, host: 3 };

/** A console with a fleet of seven hosts and sixteen nightly tasks, signed in now. */
export interface ConsoleStory extends OpenConsole {
  template: number;
}

/** Opens it. It is deterministic but for the day on which it ends, which is today. */
export async function openConsoleStory(options: ConsoleOptions = {}): Promise<ConsoleStory> {
  const today = Math.floor(Date.now() / 1000 / DAY) * DAY;
  const clock = heldClock(today - DAYS * DAY);
  const app = fleetOf(
    await openReportApp((more) => openConsole({ ...more, ...options, role: null }), clock),
  );
  const { ctx } = app;
  const hosts = await addHosts(app);
  await app.request(201, 'POST', '/groups', { name: 'production', host_ids: hosts.slice(0, 4) });
  const template = await app.addTemplate('inventory', hosts);
  const versions = hosts.map(() => new Map<Source, number>());
  for (let day = 0; day < DAYS; day += 1) {
    clock.set(today - (DAYS - day) * DAY + 2 * 3600);
    app.storeRecords(
      'osv-debian',
      FLAWS.filter(({ from }) => from <= day).map(({ flaw: known }) => known),
    );
    await ctx.vulnerabilities.rematchFleet();
    upgrade(versions, day);
    for (const [i, host] of hosts.slice(0, CHECKED).entries())
      await app.importPackages(host, packagesOf(versions[i] ?? new Map<Source, number>()));
    await app.runTask(template);
    await ctx.fleet.saveDay();
  }
  clock.set(Math.floor(Date.now() / 1000));
  await app.request(200, 'PUT', `/api/v1/templates/${template}`, {
    name: 'nightly',
    schedule: { type: 3, recurrence: 1, start_time: clock.now() + DAY / 2 },
  });
  await ctx.fleet.saveDay();
  await app.page.goto(app.link());
  await app.page.locator('html[data-live=open]').waitFor({ state: 'attached' });
  return { ...app, template };
}

async function addHosts(app: {
  request: (status: number, method: string, url: string, body: unknown) => Promise<unknown>;
}): Promise<number[]> {
  const list = HOSTS.map((hostname, i) => ({ current_ip: `10.8.0.${i + 11}`, hostname }));
  const { created } = (await app.request(201, 'POST', '/hosts', list)) as {
    created: { id: number }[];
  };
  return created.map(({ id }) => id);
}

function upgrade(versions: readonly Map<Source, number>[], day: number): void {
  for (const { day: on, source, to, hosts } of UPGRADES)
    if (on === day) for (const host of hosts) versions[host]?.set(source, to);
  if (day === RESTORED.day) versions[RESTORED.host]?.clear();
}

const packagesOf = (versions: ReadonlyMap<Source, number>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(UPDATES).map(([name, list]) => [
      name,
      list[versions.get(name as Source) ?? 0] ?? '',
    ]),
  );
