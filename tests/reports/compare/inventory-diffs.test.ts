import { describe, expect, it } from 'vitest';
import {
  createReportApp,
  EMPTY_DIFF,
  lastDiff,
  OLD_PACKAGES,
  OS,
  setUpInventory,
  summarize,
} from '../report-app.js';

const ALL_NEW = {
  ...EMPTY_DIFF,
  new: ['CVE-2024-1 openssl target', 'CVE-2024-2 openssl target', 'CVE-2024-3 bash target'],
};

describe('differences between inventories', () => {
  it('reports a finding as fixed after the package was upgraded, with both versions', async () => {
    const { app, host, template } = await setUpInventory();
    await app.importPackages(host, { ...OLD_PACKAGES, openssl: '3.0.2' });
    await app.runTask(template);
    const [first, second] = await app.getDiffs(template);
    expect(summarize(first)).toEqual(ALL_NEW);
    expect(summarize(second)).toEqual({
      ...EMPTY_DIFF,
      fixed: ['CVE-2024-1 openssl target'],
      changed: ['CVE-2024-2 openssl target installed_version'],
      unchanged: 1,
    });
    expect(second?.fixed[0]).toMatchObject({
      why: expect.stringMatching(/3\.0\.1.*3\.0\.2/) as string,
      evidence: {
        before: { installed_version: '3.0.1', fixed_version: '3.0.2' },
        after: { installed_version: '3.0.2', fixed_version: null },
      },
    });
    expect(second?.summary).toMatchObject({
      new: 0,
      fixed: 1,
      changed: 1,
      unchanged: 1,
      accepted: 0,
      not_compared: 0,
      by_severity: { critical: { new: 0, fixed: 0 } },
    });
    expect(second?.base_task_id).toBe(first?.task_id);
  });

  it('reports findings as fixed after their package was removed', async () => {
    const { app, host, template } = await setUpInventory();
    await app.importPackages(host, { bash: '5.1' });
    await app.runTask(template);
    expect(await lastDiff(app, template)).toEqual({
      ...EMPTY_DIFF,
      fixed: ['CVE-2024-1 openssl target', 'CVE-2024-2 openssl target'],
      unchanged: 1,
    });
  });

  it('keeps the findings of a host whose agent was offline', async () => {
    const { app, host, template } = await setUpInventory();
    const other = await app.addHost('10.0.0.2');
    await app.request(200, 'PUT', `/api/v1/templates/${template}`, { hosts: [host, other] });
    app.network.set('10.0.0.1', 'unreachable');
    await app.importPackages(other, OLD_PACKAGES);
    await app.runTask(template);
    expect(await lastDiff(app, template)).toEqual({
      ...ALL_NEW,
      not_compared: ['10.0.0.1 agent_offline'],
    });
    app.network.delete('10.0.0.1');
    await app.importPackages(host, { ...OLD_PACKAGES, openssl: '3.0.2' });
    await app.runTask(template);
    expect(await lastDiff(app, template)).toMatchObject({
      fixed: ['CVE-2024-1 openssl target'],
      not_compared: ['10.0.0.2 no_import'],
    });
  });

  it('keeps the findings when a task failed, and includes that task in the chain', async () => {
    const { app, template } = await setUpInventory();
    const failed = await app.runTask(template); // EMPTY_DIFF new was imported
    const chain = await app.getDiffs(template);
    expect(chain).toHaveLength(2);
    expect(summarize(chain[1])).toEqual({ ...EMPTY_DIFF, not_compared: ['10.0.0.1 no_import'] });
    expect(chain[1]).toMatchObject({
      task_id: failed,
      base_task_id: chain[0]?.task_id,
      summary: { open: 3 },
    });
  });

  it.each<[string, Record<string, string>]>([
    ['no', {}],
    ['an empty', { dpkg: '' }],
    ['an incomplete', { dpkg: 'bash\t5.1\tamd64\tbash\t5.1\tii \t100\n', failed: 'dpkg 2\n' }],
    [
      'an incomplete and a foreign',
      { dpkg: 'bash\t5.1\n', failed: 'dpkg 2\n', rpm: 'alien\t0\t1\t1\tnoarch\n' },
    ],
  ])('keeps the findings when a report has %s package list', async (_case, sections) => {
    const { app, host, template } = await setUpInventory();
    await app.request(200, 'PUT', `/hosts/${host}/inventory`, {
      sections: { 'os-release': OS, hostname: 'web1', ...sections },
    });
    const task = await app.runTask(template);
    expect(await lastDiff(app, template)).toEqual({
      ...EMPTY_DIFF,
      not_compared: ['10.0.0.1 no_packages'],
    });
    expect(await app.request(200, 'GET', `/api/v1/tasks/${task}/report`)).toMatchObject({
      findings: [],
      without_result: [{ reason: 'no_packages' }],
    });
    await app.importPackages(host, { ...OLD_PACKAGES, openssl: '3.0.2' });
    await app.runTask(template);
    expect(await lastDiff(app, template)).toMatchObject({
      fixed: ['CVE-2024-1 openssl target'],
      unchanged: 1,
    });
  });

  it.each<[string, string, string]>([
    ['with a readable name', 'openssl\t\n', ''],
    ['without a name', 'open\u0000ssl\t3.0.1\n', ''],
    ['beside a new package', 'openssl\t\n', 'zlib\t1\tamd64\tzlib\t1\tii \t100\n'],
  ])(
    'reports no finding of a package as fixed while its line cannot be read, %s',
    async (_case, damaged, more) => {
      const { app, host, template } = await setUpInventory();
      const dpkg = `bash\t5.2\tamd64\tbash\t5.2\tii \t100\n${more}`;
      const response = await app.call('PUT', `/hosts/${host}/inventory`, {
        sections: { 'os-release': OS, dpkg: dpkg + damaged },
      });
      expect((response.body as { data: { warnings: unknown[] } }).data.warnings).toEqual([
        { section: 'dpkg', message: expect.stringMatching(/^1 /) as string },
        { section: 'packages', message: expect.stringMatching(/^1 /) as string },
      ]);
      await app.runTask(template);
      expect(await lastDiff(app, template)).toEqual({
        ...EMPTY_DIFF,
        fixed: ['CVE-2024-3 bash target'],
        not_compared: ['10.0.0.1 partial_list'],
        unchanged: 2,
      });
      const changes = await app.request<{ change: string; name: string }[]>(
        200,
        'GET',
        `/hosts/${host}/inventory/changes`,
      );
      expect(changes.map((c) => `${c.change} ${c.name}`)).toEqual([
        'upgraded bash',
        ...(more ? ['installed zlib'] : []),
      ]);
      await app.request(200, 'PUT', `/hosts/${host}/inventory`, {
        sections: { 'os-release': OS, dpkg },
      });
      await app.runTask(template);
      expect(await lastDiff(app, template)).toEqual({
        ...EMPTY_DIFF,
        fixed: ['CVE-2024-1 openssl target', 'CVE-2024-2 openssl target'],
      });
    },
  );

  it('compares a host after a change of its IP address', async () => {
    const { app, host, template } = await setUpInventory();
    await app.request(200, 'PUT', `/hosts/${host}`, { current_ip: '10.9.9.9' });
    await app.importPackages(host, OLD_PACKAGES);
    await app.runTask(template);
    expect(await lastDiff(app, template)).toEqual({ ...EMPTY_DIFF, unchanged: 3 });
  });

  it('reports no finding of a deleted host as fixed', async () => {
    const { app, host, template } = await setUpInventory();
    const other = await app.addHost('10.0.0.2');
    await app.request(200, 'PUT', `/api/v1/templates/${template}`, { hosts: [host, other] });
    await app.request(204, 'DELETE', `/hosts/${host}`);
    await app.importPackages(other, { bash: '9' });
    await app.runTask(template);
    expect(await lastDiff(app, template)).toEqual({
      ...EMPTY_DIFF,
      not_compared: ['10.0.0.1 host_deleted'],
    });
  });

  it('compares the hosts of each task when the hosts of the template change', async () => {
    const { app, host, template } = await setUpInventory();
    const other = await app.addHost('10.0.0.2');
    await app.importPackages(other, { bash: '5.1' });
    await app.request(200, 'PUT', `/api/v1/templates/${template}`, { hosts: [other] });
    await app.runTask(template);
    expect(await lastDiff(app, template)).toEqual({
      ...EMPTY_DIFF,
      new: ['CVE-2024-3 bash target'],
      not_compared: ['10.0.0.1 not_in_task'],
    });
    await app.request(200, 'PUT', `/api/v1/templates/${template}`, { hosts: [host, other] });
    await app.importPackages(host, { ...OLD_PACKAGES, openssl: '3.0.2' });
    await app.importPackages(other, { bash: '5.1' });
    await app.runTask(template);
    expect(await lastDiff(app, template)).toMatchObject({
      new: [],
      fixed: ['CVE-2024-1 openssl target'],
      not_compared: [],
    });
  });

  it('reports the start and end of an acceptance as a change, and no accepted finding as new or fixed', async () => {
    const { app, host, template } = await setUpInventory();
    const runWith = async (versions: Record<string, string>) => {
      await app.importPackages(host, versions);
      await app.runTask(template);
      return (await app.getDiffs(template)).at(-1);
    };
    const { id } = await app.request<{ id: number }>(
      201,
      'POST',
      '/vulnerabilities/CVE-2024-2/acceptances',
      { reason: 'Not reachable', all_hosts: true, package: 'openssl' },
    );
    const began = await runWith(OLD_PACKAGES);
    expect(summarize(began)).toEqual({
      ...EMPTY_DIFF,
      changed: ['CVE-2024-2 openssl  accepted'],
      unchanged: 2,
    });
    expect(began).toMatchObject({
      summary: { accepted: 1, open: 2 },
      changed: [{ cause: null, accepted: { reason: 'Not reachable' } }],
    });
    expect(summarize(await runWith({ bash: '5.1' }))).toEqual({
      ...EMPTY_DIFF,
      fixed: ['CVE-2024-1 openssl target'],
      unchanged: 1,
    });
    expect(summarize(await runWith(OLD_PACKAGES))).toEqual({
      ...EMPTY_DIFF,
      new: ['CVE-2024-1 openssl target'],
      unchanged: 1,
    });
    await app.request(204, 'DELETE', `/vulnerabilities/CVE-2024-2/acceptances/${id}`);
    expect(summarize(await runWith(OLD_PACKAGES))).toEqual({
      ...EMPTY_DIFF,
      changed: ['CVE-2024-2 openssl  accepted'],
      unchanged: 2,
    });
  });

  it('counts one CVE in two packages as two findings', async () => {
    const app = await createReportApp();
    await app.importFeed({ openssl: { 'CVE-2024-1': '3.0.2' }, nodejs: { 'CVE-2024-1': '18.1' } });
    const host = await app.addHost('10.0.0.1');
    const template = await app.addTemplate('inventory', [host]);
    await app.importPackages(host, { openssl: '3.0.1', nodejs: '18.0' });
    await app.runTask(template);
    await app.importPackages(host, { openssl: '3.0.2', nodejs: '18.0' });
    await app.runTask(template);
    expect(await lastDiff(app, template)).toEqual({
      ...EMPTY_DIFF,
      fixed: ['CVE-2024-1 openssl target'],
      unchanged: 1,
    });
  });
});
