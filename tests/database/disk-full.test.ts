import { expect, it } from 'vitest';
import { fakeType, testApp } from '../support/app.js';
import { DONE, until } from '../support/fake-task-type.js';
import { service } from '../support/services.js';

it('answers 507 on a full disk, rolls back, and accepts writes again when there is space', async () => {
  const { call, ctx } = await testApp();
  const pages = ctx.database.sqlite.pragma('page_count', { simple: true }) as number;
  ctx.database.sqlite.pragma(`max_page_count = ${pages + 1}`); // like a full disk
  const hosts = Array.from({ length: 5000 }, (_, i) => ({
    ip: `10.0.${i >> 8}.${i & 255}`,
    description: 'x'.repeat(200),
  }));
  const full = await call('POST', '/api/v1/hosts/', hosts);
  expect(full.status).toBe(507);
  expect(full.body).toMatchObject({ code: 'disk_full' });
  expect(ctx.database.sqlite.prepare('SELECT count(*) AS n FROM hosts').get()).toEqual({ n: 0 });
  ctx.database.sqlite.pragma('max_page_count = 1073741823');
  expect((await call('POST', '/api/v1/hosts/', hosts)).status).toBe(201);
});

it('is not ready while outcomes of a task cannot be stored', async () => {
  let openGate: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  const services = Array.from({ length: 200 }, (_, i) =>
    service(i + 1, { banner: 'x'.repeat(1000) }),
  );
  const { call, ctx } = await testApp({
    types: [
      fakeType(async () => {
        await gate;
        return { ...DONE, scan: { services, scanned_ports: [1] } };
      }),
    ],
  });
  await call('POST', '/api/v1/hosts/', [{ ip: '10.0.0.1' }]);
  await call('POST', '/api/v1/templates/', {
    name: 't',
    type: 'pentest',
    hosts: [1],
    enabled: true,
  });
  await until(() => ctx.engine.status().hostsInFlight === 1);
  ctx.database.sqlite.pragma(
    `max_page_count = ${ctx.database.sqlite.pragma('page_count', { simple: true }) as number}`,
  );
  expect((await call('GET', '/readyz')).status).toBe(200);
  openGate();
  await until(() => ctx.engine.status().storage === 'failing');
  expect(await call('GET', '/readyz')).toMatchObject({
    status: 503,
    body: { code: 'not_ready', detail: 'Not ready: database' },
  });
  ctx.database.sqlite.pragma('max_page_count = 1073741823');
  await ctx.engine.idle();
  expect((await call('GET', '/readyz')).status).toBe(200);
});
