import { describe, expect, it } from 'vitest';
import { service } from '../../support/services.js';
import { createReportApp, OPENSSH } from '../report-app.js';

const HTTP = service(8080, { service: 'http', product: 'nginx', version: '1.24' });

/** A template of two hosts; the second answers first in the second task, which also scans one more port. */
async function setUp() {
  const app = await createReportApp();
  const hosts = [await app.addHost('10.0.0.1'), await app.addHost('10.0.0.2')];
  const template = await app.addTemplate('pentest', hosts);
  app.network.set('10.0.0.1', { services: [OPENSSH], scanned_ports: [22, 80] });
  await app.runTask(template);
  const web = service(80, { service: 'http', product: 'nginx', version: '1.24' });
  const scanned_ports = [22, 80, 8080];
  app.network.set('10.0.0.1', { services: [OPENSSH, web, HTTP], scanned_ports });
  app.network.set('10.0.0.2', { services: [OPENSSH], scanned_ports });
  await app.runTask(template);
  return { app, template };
}

describe('the ports of a diff', () => {
  it('have a baseline if nothing is known about them from before', async () => {
    const { app, template } = await setUp();
    const [last] = (await app.getDiffs(template)).reverse();
    expect(last?.services.opened).toMatchObject([
      { ip: '10.0.0.1', port: 80, baseline: null },
      { ip: '10.0.0.1', port: 8080, baseline: 'port' },
      { ip: '10.0.0.2', port: 22, baseline: 'host' },
    ]);
  });

  it('are those of a new host in each form, and did not open', async () => {
    const { app, template } = await setUp();
    const read = async (format: string): Promise<string> =>
      (await app.call('GET', `/api/v1/templates/${template}/diff?format=${format}&last=1`)).text;
    const markdown = await read('markdown');
    expect(markdown).toMatch(/10\.0\.0\.2.*\| 22\/tcp \| new host \|/);
    expect(markdown).toMatch(/10\.0\.0\.1.*\| 8080\/tcp \| first seen \|/);
    expect(markdown).toMatch(/10\.0\.0\.1.*\| 80\/tcp \| opened \|/);
    const html = await read('html');
    for (const word of ['new host', 'first seen', 'opened'])
      expect(html.match(new RegExp(`<td[^>]*>${word}(?=<)`, 'g')) ?? [], word).toHaveLength(1);
    expect(await read('csv')).toMatch(/service_opened,,new host: ssh OpenSSH.*,10\.0\.0\.2,/);
  });
});
