import { expect, it } from 'vitest';
import { createReportApp, nvdFile, OS } from './report-app.js';

const TRACKER = JSON.stringify({
  redis: {
    'CVE-2024-1': { releases: { bookworm: { status: 'open', urgency: 'high', repositories: {} } } },
  },
});
const REPOSITORY = 'packages.redis.io_deb_dists_bookworm_main_binary-amd64';
const dpkg = (...packages: [name: string, version: string][]): string =>
  packages
    .map(([name, version]) => `${name}\t${version}\tamd64\t${name}\t${version}\tii \t9\n`)
    .join('');
const origins = (...packages: [name: string, version: string][]): string =>
  packages.map(([name, version]) => `${REPOSITORY}\t${name}\t${version}\n`).join('');

type Sections = Record<string, string>;
const SYSTEM = { 'os-release': OS, uname: 'Linux 6.1.0 #1 SMP x86_64' };
const BASH: [string, string] = ['bash', '5.2-1'];
const REDIS: [string, string] = ['redis', '5:7.0.4-1'];
const LATER: [string, string] = ['redis', '5:7.0.5-1'];
const OLDER: Sections = { ...SYSTEM, dpkg: dpkg(BASH, REDIS) };
const NEWER: Sections = {
  ...OLDER,
  'dpkg-origins': origins(REDIS),
  'old-code': 'looked 1795000000 90 0\n',
};
const UPGRADED: Sections = { ...NEWER, dpkg: dpkg(BASH, LATER), 'dpkg-origins': origins(LATER) };
const RPM = {
  'os-release': 'ID=almalinux\nVERSION_ID=9.4\nPRETTY_NAME="AlmaLinux 9.4"\n',
  uname: SYSTEM.uname,
};

interface Diff {
  summary: { new: number; fixed: number; changed: number };
  not_compared: { reason: string }[];
}

/** Stores reports of one host, with a task after each. Returns what the tasks after the first one say. */
async function compareReports(reports: readonly Sections[]) {
  const app = await createReportApp();
  await app.request(200, 'PUT', '/feeds/debian-tracker', TRACKER);
  await app.request(200, 'PUT', '/feeds/nvd', JSON.stringify(nvdFile('CVE-2024-9', 'redis:redis')));
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('inventory', [host]);
  for (const sections of reports) {
    await app.request(200, 'PUT', `/hosts/${host}/inventory`, { sections });
    await app.runTask(template);
  }
  const diffs = await app.request<Diff[]>(200, 'GET', `/api/v1/templates/${template}/diff`);
  const totalOf = async (state: string) =>
    (await app.request<unknown[]>(200, 'GET', `/findings?state=${state}`)).length;
  return {
    tasks: diffs
      .slice(1)
      .map(({ summary, not_compared }) =>
        [
          summary.new,
          summary.fixed,
          summary.changed,
          ...new Set(not_compared.map(({ reason }) => reason)),
        ].join(' '),
      ),
    appeared: await totalOf('new'),
    disappeared: await totalOf('fixed'),
  };
}

const DIFFERENT = '0 0 0 collected_differently';

it('says nothing of the machine when a newer collector knows more of it, and when the older one is back', async () => {
  const { tasks, appeared, disappeared } = await compareReports([OLDER, NEWER, NEWER, OLDER]);
  expect({ tasks, appeared, disappeared }).toEqual({
    tasks: [DIFFERENT, DIFFERENT, DIFFERENT],
    appeared: 0,
    disappeared: 0,
  });
});

it('says the same of a vendor that the newer collector names in another way', async () => {
  const list = (vendor: string): Sections => ({
    ...RPM,
    rpm: `redis\t0\t7.0.4\t1.el9\tx86_64\t1700000000\t9\tredis-7.0.4-1.el9.src.rpm\t${vendor}\t(none)\n`,
  });
  const { appeared, disappeared } = await compareReports([
    list('Redis Ltd'),
    list('AlmaLinux'),
    list('Redis Ltd'),
  ]);
  expect([appeared, disappeared]).toEqual([0, 0]);
});

it('says what a change of the package changed, also with the first report of the newer collector', async () => {
  const changed = await compareReports([OLDER, UPGRADED]);
  expect(changed).toMatchObject({ tasks: ['1 0 0 not_matched'], appeared: 1 });
  const removed = await compareReports([OLDER, { ...NEWER, dpkg: dpkg(BASH) }]);
  expect(removed).toEqual({ tasks: ['0 1 0'], appeared: 0, disappeared: 1 });
});
