import { expect, it } from 'vitest';
import { testApp } from '../support/app.js';

it('a full disk is told as such, nothing is half made, and the service goes on when there is room again', async () => {
  const { call, ctx } = await testApp();
  const pages = ctx.sqlite.pragma('page_count', { simple: true }) as number;
  ctx.sqlite.pragma(`max_page_count = ${pages + 1}`); // as full as a disk can be
  const hosts = Array.from({ length: 5000 }, (_, i) => ({ ip: `10.0.${i >> 8}.${i & 255}`, description: 'x'.repeat(200) }));
  const full = await call('POST', '/api/v1/hosts/', hosts);
  expect(full.status).toBe(507);
  expect(full.body).toMatchObject({ code: 'disk_full' });
  expect(ctx.sqlite.prepare('SELECT count(*) AS n FROM hosts').get()).toEqual({ n: 0 });
  ctx.sqlite.pragma('max_page_count = 1073741823');
  expect((await call('POST', '/api/v1/hosts/', hosts)).status).toBe(201);
});
