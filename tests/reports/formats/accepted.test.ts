import { expect, it } from 'vitest';
import type { TaskReportBody } from '../../../src/commands/report/report.body.js';
import { nvdFile, createReportApp } from '../report-app.js';
import { service } from '../../support/services.js';

it('an accepted finding keeps its risk in each form, and is counted apart', async () => {
  const app = await createReportApp();
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('pentest', [host]);
  await app.request(200, 'PUT', '/feeds/nvd', JSON.stringify(nvdFile('CVE-2024-9', 'a:daemon')));
  const of = (port: number) =>
    service(port, {
      product: 'Daemon',
      version: '1.0',
      cpe: 'cpe:2.3:a:a:daemon:1.0:*:*:*:*:*:*:*',
    });
  app.network.set('10.0.0.1', { services: [of(22), of(80), of(443)] });
  await app.runTask(template);
  const accepted = { vulnerability_id: 'CVE-2024-9', host_id: host, port: 80, transport: 'tcp' };
  await app.request(201, 'POST', '/acceptances', { ...accepted, reason: 'Known' });
  const task = await app.runTask(template);
  const url = `/api/v1/tasks/${task}/report`;
  const { findings } = await app.request<TaskReportBody>(200, 'GET', url);
  const risk = findings.find((f) => f.accepted !== null)?.risk.toFixed(1) ?? '';
  expect(Number(risk)).toBeGreaterThan(0);
  const read = async (format: string) => (await app.call('GET', `${url}?format=${format}`)).text;
  const markdown = await read('markdown');
  expect(markdown).toContain('### Findings (2 open, 1 accepted)');
  expect(markdown).toMatch(
    new RegExp(
      `Daemon \\\\\\(80/tcp\\\\\\)\\*\\*, risk ${risk.replace('.', '\\.')}, 1 vulnerability, accepted`,
    ),
  );
  const html = await read('html');
  expect(html).toContain('<h3>Findings <span class="dim">2 open, 1 accepted</span></h3>');
  expect(html).toMatch(
    new RegExp(`<td[^>]*>${risk.replace('.', '\\.')}</td>[^]*Daemon \\(80/tcp\\)`),
  );
  expect(html).not.toMatch(/<td[^>]*>0\.0<\/td>/);
  const [, row] = /^(.*,80,tcp,.*)$/m.exec(await read('csv')) ?? [];
  expect(row).toContain(`,Known,${Number(risk)},`);
});
