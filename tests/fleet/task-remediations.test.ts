import { describe, expect, it } from 'vitest';
import type { TaskReportBody } from '../../src/commands/report/report.body.js';
import type { RemediationBody } from '../../src/vulnerabilities/remediations/remediation.schemas.js';
import { createReportApp, setUpInventory } from '../reports/report-app.js';

interface Page {
  data: RemediationBody[];
  meta: { page: number; limit: number; total: number };
}

describe('GET /api/v1/tasks/{id}/remediations', () => {
  it('lists what the report of the task says to do, in its order', async () => {
    const { app } = await setUpInventory();
    const { body } = await app.call('GET', '/api/v1/tasks/1/remediations');
    const { data, meta } = body as Page;
    expect(data.map(({ action, packages }) => [action, packages[0]?.name])).toEqual([
      ['upgrade', 'openssl'],
      ['upgrade', 'bash'],
      ['no_fix', 'openssl'],
    ]);
    expect(meta).toEqual({ page: 1, limit: 50, total: 3 });
    const url = '/api/v1/tasks/1/report?include=remediations';
    const report = await app.request<TaskReportBody>(200, 'GET', url);
    expect(data).toEqual(report.remediations);
  });

  it('is paged', async () => {
    const { app } = await setUpInventory();
    const { body: all } = await app.call('GET', '/api/v1/tasks/1/remediations');
    const { body } = await app.call('GET', '/api/v1/tasks/1/remediations?limit=1&page=2');
    expect((body as Page).data).toEqual((all as Page).data.slice(1, 2));
    expect((body as Page).meta).toEqual({ page: 2, limit: 1, total: 3 });
  });

  it('is as of the end of the task: later acceptances and packages do not count', async () => {
    const { app, host } = await setUpInventory();
    const { body: before } = await app.call('GET', '/api/v1/tasks/1/remediations');
    await app.request(201, 'POST', '/vulnerabilities/CVE-2024-3/acceptances', {
      reason: 'x',
      host_id: host,
      package: 'bash',
    });
    await app.importPackages(host, { bash: '9' });
    expect((await app.call('GET', '/api/v1/tasks/1/remediations')).body).toEqual(before);
  });

  it('leaves out what was accepted when the task finished', async () => {
    const { app, host, template } = await setUpInventory();
    await app.request(201, 'POST', '/vulnerabilities/CVE-2024-3/acceptances', {
      reason: 'x',
      host_id: host,
      package: 'bash',
    });
    await app.importPackages(host, { openssl: '3.0.1', bash: '5.1' });
    const task = await app.runTask(template);
    const { body } = await app.call('GET', `/api/v1/tasks/${task}/remediations`);
    expect((body as Page).data.flatMap(({ vulnerabilities }) => vulnerabilities)).not.toContain(
      'CVE-2024-3',
    );
  });

  it('is refused for an unknown task, and while a task is running', async () => {
    const app = await createReportApp();
    app.network.set('10.0.0.1', 'waits');
    const template = await app.addTemplate('pentest', [await app.addHost('10.0.0.1')]);
    const task = await app.startTask(template);
    expect((await app.call('GET', '/api/v1/tasks/99/remediations')).status).toBe(404);
    const { status, body } = await app.call('GET', `/api/v1/tasks/${task}/remediations`);
    expect([status, (body as { code: string }).code]).toEqual([409, 'task_working']);
  });
});
