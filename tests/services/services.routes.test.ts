import { expect, it } from 'vitest';
import { fakeType, heldClock, testApp, type TestApp } from '../support/app.js';
import { service } from '../support/services.js';

async function setUp(ports: readonly number[]): Promise<TestApp> {
  const scan = { services: [service(22)], scanned_ports: ports };
  const type = fakeType((ip) =>
    ip === '10.0.0.1'
      ? { outcome: 'done', reason: null, detail: null, scan }
      : { outcome: 'unreachable', reason: 'no_response', detail: null },
  );
  const app = await testApp({ types: [type] });
  const hosts = ['10.0.0.1', '10.0.0.2'].map((current_ip) => ({ current_ip }));
  await app.call('POST', '/hosts', hosts);
  const template = { name: 't', type: 'pentest', hosts: [1, 2], enabled: false };
  await app.call('POST', '/api/v1/templates/', template);
  return app;
}

const run = async (app: TestApp): Promise<void> => {
  await app.call('POST', '/api/v1/templates/1');
  await app.ctx.engine.idle();
};
const lastScan = async (app: TestApp, host: number): Promise<unknown> => {
  const { body } = await app.call('GET', `/hosts/${host}/services`);
  return (body as { meta: { last_scan: unknown } }).meta.last_scan;
};

it('the list of services says when and which ports were scanned last, also without one', async () => {
  const app = await setUp([80, 22, 81]);
  expect(await lastScan(app, 1)).toBeNull();
  await run(app);
  app.clock.advance(100);
  await run(app);
  expect(await lastScan(app, 1)).toEqual({ at: heldClock().now() + 100, ports: '22,80-81' });
  expect(await lastScan(app, 2)).toBeNull();
});

it('a scan whose task was deleted has no time and ports', async () => {
  const app = await setUp([22]);
  await run(app);
  app.ctx.database.sqlite.exec('DELETE FROM tasks');
  expect(await lastScan(app, 1)).toEqual({ at: null, ports: null });
});

it('a scan of a former address has no time and ports', async () => {
  const app = await setUp([22]);
  await run(app);
  await app.call('PUT', '/hosts/1', { current_ip: '10.0.0.9' });
  expect(await lastScan(app, 1)).toEqual({ at: null, ports: null });
});
