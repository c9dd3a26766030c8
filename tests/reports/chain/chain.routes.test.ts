import { expect, it } from 'vitest';
import type { CountedTask } from '../../../src/reports/chain/chain.service.js';
import { SEVERITIES } from '../../../src/knowledge/records.js';
import { createReportApp, type ReportApp } from '../report-app.js';
import { service } from '../../support/services.js';

const OLD = { openssl: '3.0.11-1~deb12u1', curl: '7.88.1-10' };
const FEED = {
  openssl: { 'CVE-2024-0001': '3.0.11-1~deb12u2', 'CVE-2024-0002': null },
  curl: { 'CVE-2024-0003': '7.88.1-10+deb12u5' },
};

const requestChain = async ({ request }: ReportApp, templateId: number): Promise<CountedTask[]> =>
  (await request<{ tasks: CountedTask[] }>(200, 'GET', `/api/v1/templates/${templateId}/chain`))
    .tasks;

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Expects that the counts are those of the report with all entries. */
async function expectSameAsReport(app: ReportApp, templateId: number): Promise<CountedTask[]> {
  const chain = await requestChain(app, templateId);
  const diffs = await app.getDiffs(templateId);
  expect(chain.map(({ task_id }) => task_id)).toEqual(diffs.map(({ task_id }) => task_id));
  for (const [i, { summary, services, ...diff }] of diffs.entries()) {
    const counts = chain[i];
    if (counts === undefined) continue;
    const causes = (entries: typeof diff.new) =>
      ['target', 'knowledge', 'both'].map((c) => entries.filter(({ cause }) => cause === c).length);
    expect(counts).toMatchObject({
      open: SEVERITIES.map((severity) => summary.by_severity[severity]?.open),
      new: SEVERITIES.map((severity) => summary.by_severity[severity]?.new),
      fixed: SEVERITIES.map((severity) => summary.by_severity[severity]?.fixed),
      new_by_cause: causes(diff.new),
      fixed_by_cause: causes(diff.fixed),
      ports_opened: services.opened.filter(({ baseline }) => baseline === null).length,
      ports_closed: services.closed.length,
      not_compared: diff.not_compared.length,
      hosts_checked: summary['checked_hosts'],
    });
  }
  return chain;
}

async function setUp() {
  const app = await createReportApp();
  const host = await app.addHost('192.0.2.1');
  await app.importFeed(FEED);
  await app.importPackages(host, OLD);
  const template = await app.addTemplate('inventory', [host]);
  await app.runTask(template);
  return { ...app, host, template };
}

it('has the numbers of the report, before and after they are stored', async () => {
  const { host, template, ...app } = await setUp();
  await app.importPackages(host, { ...OLD, openssl: '3.0.11-1~deb12u2' });
  await app.runTask(template);
  await app.importFeed({ ...FEED, curl: { ...FEED.curl, 'CVE-2024-0004': null } });
  await app.importPackages(host, { ...OLD, openssl: '3.0.11-1~deb12u2' });
  await app.runTask(template);
  const chain = await expectSameAsReport(app, template);
  expect(chain.map((task) => [sum(task.new), sum(task.fixed)])).toEqual([
    [3, 0],
    [0, 1],
    [1, 0],
  ]);
  expect(chain[2]?.new_by_cause).toEqual([0, 1, 0]);
  await expectSameAsReport(app, template);
});

it('counts ports that opened and closed, not those of the first scan of a host', async () => {
  const app = await createReportApp();
  const hosts = [await app.addHost('192.0.2.9'), await app.addHost('192.0.2.10')];
  const template = await app.addTemplate('pentest', hosts);
  app.network.set('192.0.2.9', { services: [service(22), service(80)] });
  await app.runTask(template);
  app.network.set('192.0.2.9', { services: [service(443)] });
  app.network.set('192.0.2.10', { services: [service(22)] });
  await app.runTask(template);
  app.network.set('192.0.2.9', 'unreachable');
  await app.runTask(template);
  const chain = await expectSameAsReport(app, template);
  expect(chain.map((task) => [task.ports_opened, task.ports_closed])).toEqual([
    [0, 0],
    [1, 2],
    [0, 0],
  ]);
});

it('counts again after a task in between was deleted', async () => {
  const { host, template, ...app } = await setUp();
  await app.importPackages(host, { ...OLD, openssl: '3.0.11-1~deb12u2' });
  const second = await app.runTask(template);
  await app.importPackages(host, OLD);
  await app.runTask(template);
  expect((await requestChain(app, template)).map((task) => sum(task.new))).toEqual([3, 0, 1]);
  await app.request(204, 'DELETE', `/api/v1/tasks/${second}`);
  const chain = await expectSameAsReport(app, template);
  expect(chain.map((task) => sum(task.new))).toEqual([3, 0]);
});

it('counts again after a task that started earlier has ended', async () => {
  const app = await createReportApp();
  const hosts = [await app.addHost('192.0.2.7'), await app.addHost('192.0.2.8')];
  const template = await app.addTemplate('pentest', hosts);
  app.network.set('192.0.2.7', { services: [service(22)] });
  app.network.set('192.0.2.8', { services: [] });
  const first = await app.runTask(template);
  await app.runTask(template);
  await requestChain(app, template);
  const { sqlite } = app.ctx.database;
  sqlite.exec(`UPDATE tasks SET status = 'working' WHERE id = ${first}`);
  expect(await requestChain(app, template)).toHaveLength(1);
  sqlite.exec(`UPDATE tasks SET status = 'completed' WHERE id = ${first}`);
  expect(await expectSameAsReport(app, template)).toHaveLength(2);
});

it('counts due starts without a task since the end of the task before', async () => {
  const { host, template, ...app } = await setUp();
  const history = app.ctx.database.sqlite.prepare(
    'INSERT INTO schedule_history (template_id, due_at, result, recorded_at) VALUES (?, ?, ?, 0)',
  );
  const end = (await requestChain(app, template))[0]?.finished_at ?? 0;
  await app.importPackages(host, OLD);
  app.clock.advance(1_000);
  await app.runTask(template);
  const last = (await requestChain(app, template))[1]?.finished_at ?? 0;
  const starts: readonly [number, string][] = [
    [end, 'skipped'],
    [end + 1, 'skipped'],
    [end + 2, 'started'],
    [last, 'coalesced'],
    [last + 1, 'skipped'],
  ];
  for (const [due, result] of starts) history.run(template, due, result);
  const missed = (await requestChain(app, template)).map(
    (task) => (task as CountedTask & { missed_starts?: number }).missed_starts,
  );
  expect(missed).toEqual([undefined, 2]);
});

it('has the template with the names of its groups on request', async () => {
  const { host, template, ...app } = await setUp();
  await app.request(201, 'POST', '/groups', { name: 'web', host_ids: [host] });
  await app.request(200, 'PATCH', `/api/v1/templates/${template}`, { add_groups: [1] });
  const chain = (query: string) =>
    app.request<{ template?: object }>(200, 'GET', `/api/v1/templates/${template}/chain${query}`);
  expect((await chain('?include=template')).template).toMatchObject({
    id: template,
    groups: [1],
    group_names: ['web'],
  });
  expect(await chain('')).not.toHaveProperty('template');
});

it('has the newest tasks only, at most as many as asked for', async () => {
  const { host, template, ...app } = await setUp();
  await app.importPackages(host, OLD);
  const last = await app.runTask(template);
  const url = `/api/v1/templates/${template}/chain?last=1`;
  const { tasks } = await app.request<{ tasks: CountedTask[] }>(200, 'GET', url);
  expect(tasks.map(({ task_id }) => task_id)).toEqual([last]);
});

it('answers 404 for an unknown template', async () => {
  const { call } = await setUp();
  expect((await call('GET', '/api/v1/templates/99/chain')).status).toBe(404);
});

it('has the days of a template', async () => {
  const { host, template, ...app } = await setUp();
  app.clock.advance(2 * 86_400);
  await app.importPackages(host, { ...OLD, openssl: '3.0.11-1~deb12u2' });
  await app.runTask(template);
  const days = await app.request<
    { open: number | null; hosts: number; new: object; fixed: object }[]
  >(200, 'GET', `/history?template_id=${template}`);
  expect(days.map(({ open, hosts }) => [open, hosts])).toEqual([
    [3, 1],
    [null, null],
    [2, 1],
  ]);
  expect(days[2]?.fixed).toEqual({ total: 1, target: 1, knowledge: 0, both: 0 });
  const both = await app.call('GET', `/history?template_id=${template}&group_id=1`);
  expect(both.status).toBe(400);
});
