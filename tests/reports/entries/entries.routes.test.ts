import { expect, it } from 'vitest';
import { createReportApp, type WireDiff } from '../report-app.js';
import { service } from '../../support/services.js';

const OLD = { openssl: '3.0.11-1~deb12u1', curl: '7.88.1-10' };
const FEED = {
  openssl: { 'CVE-2024-0001': '3.0.11-1~deb12u2', 'CVE-2024-0002': null },
  curl: { 'CVE-2024-0003': '7.88.1-10+deb12u5' },
};

async function setUp() {
  const app = await createReportApp();
  const hosts = [await app.addHost('192.0.2.1'), await app.addHost('192.0.2.2')] as const;
  await app.importFeed(FEED);
  for (const host of hosts) await app.importPackages(host, OLD);
  const template = await app.addTemplate('inventory', [...hosts]);
  const task = await app.runTask(template);
  const url = (query: string, id = task) => `/api/v1/tasks/${id}/diff/entries?section=${query}`;
  return {
    ...app,
    hosts,
    template,
    task,
    url,
    entries: async (query: string, id = task) => {
      const { body, status, text } = await app.call('GET', url(query, id));
      if (status !== 200) throw new Error(text);
      return body as {
        data: WireDiff['new'];
        meta: { total: number; diff: Record<string, unknown> };
      };
    },
  };
}

it('has the entries of the report, page by page', async () => {
  const { entries, request, task } = await setUp();
  const diff = await request<WireDiff>(200, 'GET', `/api/v1/tasks/${task}/diff`);
  const pages = await Promise.all([1, 2, 3].map((page) => entries(`new&limit=2&page=${page}`)));
  expect(pages.flatMap(({ data }) => data)).toEqual(diff.new);
  expect(pages.map(({ meta }) => meta.total)).toEqual([6, 6, 6]);
});

it('has the coverage and the counts of the whole diff on each page', async () => {
  const { entries, request, task, template, runTask, network } = await setUp();
  network.set('192.0.2.2', 'unreachable');
  const second = await runTask(template);
  for (const id of [task, second]) {
    const { summary, not_checked, base_task_id } = await request<
      WireDiff & { not_checked: unknown }
    >(200, 'GET', `/api/v1/tasks/${id}/diff`);
    const { meta } = await entries('ports&q=nothing', id);
    expect(meta.diff).toMatchObject({ task_id: id, base_task_id, summary, not_checked, ports: 0 });
  }
});

it('filters by host, severity and text, and sorts', async () => {
  const { entries, hosts } = await setUp();
  const [, second] = hosts;
  const onHost = await entries(`new&host_id=${second}`);
  expect(onHost.data.map(({ host_id }) => host_id)).toEqual([second, second, second]);
  expect((await entries('new&severity=critical')).meta.total).toBe(0);
  expect((await entries('new&q=cUrL')).data.map((entry) => entry.package)).toEqual([
    'curl',
    'curl',
  ]);
  expect((await entries('new&q=192.0.2.2')).meta.total).toBe(3);
  const packages = async (sort: string) =>
    (await entries(`new&host_id=${second}&sort=${sort}`)).data.map((entry) => entry.package);
  expect(await packages('package')).toEqual(['curl', 'openssl', 'openssl']);
  expect(await packages('-package')).toEqual(['openssl', 'openssl', 'curl']);
});

it('has what is fixed, and hosts that were not compared', async () => {
  const { runTask, importPackages, hosts, template, entries, network } = await setUp();
  await importPackages(hosts[0], { ...OLD, openssl: '3.0.11-1~deb12u2' });
  network.set('192.0.2.2', 'unreachable');
  const task = await runTask(template);
  const fixed = await entries('fixed', task);
  expect(fixed.data.map(({ vulnerability_id }) => vulnerability_id)).toEqual(['CVE-2024-0001']);
  expect((await entries('not_compared', task)).data).toEqual([
    expect.objectContaining({ host_id: hosts[1], reason: 'agent_offline' }),
  ]);
  expect((await entries('not_compared&q=nothing', task)).meta.total).toBe(0);
});

it('compares with any earlier task of the template', async () => {
  const app = await setUp();
  const { call, entries, hosts, importPackages, request, runTask, task, template, url } = app;
  const [first] = hosts;
  await importPackages(first, { ...OLD, openssl: '3.0.11-1~deb12u2' });
  const second = await runTask(template);
  await importPackages(first, { curl: '7.88.1-10+deb12u5', openssl: '3.0.11-1~deb12u2' });
  const third = await runTask(template);
  const fixed = async (query: string) =>
    (await entries(`fixed&sort=package${query}`, third)).data.map((entry) => entry.package);
  expect(await fixed('')).toEqual(['curl']);
  expect(await fixed(`&base=${second}`)).toEqual(['curl']);
  expect(await fixed(`&base=${task}`)).toEqual(['curl', 'openssl']);
  const path = `/api/v1/tasks/${third}/diff?base=${task}`;
  const diff = await request<WireDiff>(200, 'GET', path);
  expect(diff).toMatchObject({ base_task_id: task, summary: { fixed: 2 } });
  const foreign = await runTask(await app.addTemplate('inventory', [...hosts]));
  for (const base of [third, third + 1000, foreign])
    expect((await call('GET', url(`new&base=${base}`, third))).status).toBe(400);
});

it('has ports by host', async () => {
  const { addTemplate, runTask, hosts, network, entries } = await setUp();
  network.set('192.0.2.1', { services: [service(22)] });
  network.set('192.0.2.2', { services: [service(443), service(80)] });
  const task = await runTask(await addTemplate('pentest', [...hosts]));
  const ports = async (query: string) => (await entries(query, task)).data.map(({ port }) => port);
  expect((await ports('ports')).sort()).toEqual([22, 443, 80]);
  expect((await ports('ports&sort=-host')).at(-1)).toBe(22);
  expect(await ports('ports&q=443/tcp')).toEqual([443]);
});

it('answers 404 for an unknown task', async () => {
  const { call, url } = await setUp();
  expect((await call('GET', url('new', 99))).status).toBe(404);
});
