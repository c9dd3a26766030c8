import { describe, expect, it } from 'vitest';
import { TaskDiffResponse } from '../../../src/reports/diff.schemas.js';
import { TaskReportResponse } from '../../../src/reports/task-report.schemas.js';
import { service } from '../../support/services.js';
import { createReportApp, type ReportApp } from '../report-app.js';

const HOSTILE = '"><img src=x onerror=alert(1)> | [x](javascript:alert(1)) `=cmd`';

async function setUpReports(): Promise<{ app: ReportApp; inventory: number; scan: number }> {
  const app = await createReportApp();
  await app.importFeed({ openssl: { 'CVE-2024-1': '3.0.2', 'CVE-2024-2': null } });
  const host = await app.addHost('10.0.0.1');
  await app.request(200, 'PUT', `/hosts/${host}`, { hostname: HOSTILE });
  const inventory = await app.addTemplate('inventory', [host]);
  const scan = await app.addTemplate('pentest', [host]);
  for (const version of ['3.0.1', '3.0.2']) {
    app.network.set('10.0.0.1', {
      services: [
        service(80, { service: 'http', product: `x${version}`, version, banner: HOSTILE }),
      ],
    });
    await app.importPackages(host, { openssl: version });
    await app.runTask(inventory);
    await app.runTask(scan);
  }
  app.network.set('10.0.0.1', 'unreachable');
  await app.runTask(scan);
  return { app, inventory, scan };
}
const get = async (app: ReportApp, url: string, headers = {}) =>
  app.call('GET', url, undefined, { headers });

describe('reports over HTTP', () => {
  it('match their schema as JSON', async () => {
    const { app, inventory, scan } = await setUpReports();
    for (const id of [inventory, scan])
      for (const diff of await app.getDiffs(id)) TaskDiffResponse.parse(diff);
    TaskDiffResponse.parse(await app.request(200, 'GET', '/api/v1/tasks/3/diff'));
    expect(
      TaskReportResponse.parse(await app.request(200, 'GET', '/api/v1/tasks/1/report')),
    ).toMatchObject({
      summary: { findings: 2, services: 0 },
    });
    expect(
      TaskReportResponse.parse(await app.request(200, 'GET', '/api/v1/tasks/2/report')),
    ).toMatchObject({
      services: [{ port: 80, product: 'x3.0.1' }],
    });
  });

  it('have the format of the query or the Accept header', async () => {
    const { app, inventory } = await setUpReports();
    const url = `/api/v1/templates/${inventory}/diff`;
    expect((await get(app, `${url}?format=csv`)).type).toBe(
      'text/csv; charset=utf-8; header=present',
    );
    expect((await get(app, url, { accept: 'text/html' })).headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      vary: 'accept',
    });
    expect((await get(app, `${url}?format=json`, { accept: 'text/html' })).type).toContain(
      'application/json',
    );
    expect((await get(app, `${url}?format=xml`)).status).toBe(400);
    expect((await get(app, `${url}?nonsense=1`)).status).toBe(400);
  });

  it('of some tasks of a chain equal those tasks in the report of all', async () => {
    const { app, scan, inventory } = await setUpReports();
    for (const id of [scan, inventory]) {
      const all = await app.getDiffs(id);
      expect(await app.request(200, 'GET', `/api/v1/templates/${id}/diff?last=1`)).toEqual(
        all.slice(-1),
      );
      expect(
        await app.request(200, 'GET', `/api/v1/templates/${id}/diff?since=${all[1]?.task_id}`),
      ).toEqual(all.slice(1));
      expect(await app.request(200, 'GET', `/api/v1/tasks/${all[1]?.task_id}/diff`)).toEqual(
        all[1],
      );
    }
  });

  it.each(['html', 'markdown', 'csv'])('as %s show hostile text only as text', async (format) => {
    const { app, inventory, scan } = await setUpReports();
    for (const id of [inventory, scan]) {
      const page = (await get(app, `/api/v1/templates/${id}/diff?format=${format}`)).text;
      expect(page).toContain('10.0.0.1');
      if (format === 'html')
        expect(
          page.match(/<[^>]*>/g)?.filter((tag) => /<(img|script )|javascript|\son\w+=/i.test(tag)),
        ).toEqual([]);
      if (format === 'markdown') expect(page).not.toMatch(/(?<!\\)<img|(?<!\\)\]\(|[^\\]\| \[x/);
      if (format === 'csv')
        expect(
          page
            .split('\r\n')
            .every((line) => !/(^|,)[=+\-@]/.test(line.replace(/"(?:[^"]|"")*"/g, 'x'))),
        ).toBe(true);
    }
  });

  it('as HTML load no external resources', async () => {
    const { app, inventory } = await setUpReports();
    const page = (await get(app, `/api/v1/templates/${inventory}/diff?format=html`)).text;
    expect(
      page
        .match(/<[^>]*>/g)
        ?.filter((tag) => /<(script |link|iframe|object|embed|base|form|img)\b|\ssrc=/i.test(tag)),
    ).toEqual([]);
    expect(page).not.toMatch(/url\(|@import/);
    expect(page).toContain('<svg');
    expect(page.length).toBeLessThan(40_000);
    expect(page.split('<script>')).toHaveLength(2);
  });

  it('of a template without tasks say so', async () => {
    const app = await createReportApp();
    const id = await app.addTemplate('inventory', [await app.addHost('10.0.0.1')]);
    expect(await app.getDiffs(id)).toEqual([]);
    for (const format of ['html', 'markdown'])
      expect((await get(app, `/api/v1/templates/${id}/diff?format=${format}`)).text).toContain(
        'No finished tasks yet.',
      );
  });
});
