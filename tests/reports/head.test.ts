import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { ADMIN } from '../support/app.js';
import { service } from '../support/services.js';
import { createReportApp } from './report-app.js';

it('HEAD of a report has its headers, renders nothing more, and logs no failure', async () => {
  const app = await createReportApp();
  const host = await app.addHost('10.0.0.1');
  const services = Array.from({ length: 5000 }, (_, n) =>
    service(n + 1, { banner: 'x'.repeat(200) }),
  );
  app.network.set('10.0.0.1', { services, scanned_ports: services.map(({ port }) => port) });
  const template = await app.addTemplate('pentest', [host]);
  const task = await app.runTask(template);
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const failures: unknown[] = [];
  app.ctx.log.error = (failure: unknown) => void failures.push(failure);
  const url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}/api/v1`;
  const request = (method: string, path: string): Promise<Response> =>
    fetch(url + path, { method, headers: { authorization: `Bearer ${ADMIN}` } });
  for (const path of [
    `/templates/${template}/diff`,
    `/tasks/${task}/diff`,
    `/tasks/${task}/report`,
  ]) {
    const head = await request('HEAD', path);
    expect([head.status, await head.text()], path).toEqual([200, '']);
    const get = await request('GET', path);
    expect((await get.text()).length).toBeGreaterThan(1_000_000);
    for (const name of ['content-type', 'content-disposition', 'worst-new'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  }
  expect(failures).toEqual([]);
});
