import { expect, it } from 'vitest';
import { buildLogin } from '../../../src/inventory/session/login.js';
import { testApp } from '../../support/app.js';

it('says of a credential that cannot be decrypted that it is so, and records the use of others', async () => {
  const { call, ctx } = await testApp();
  await call('POST', '/credentials', {
    name: 'lab',
    type: 'ssh_password',
    username: 'root',
    password: 'first',
  });
  const build = () =>
    buildLogin(ctx, { credentialId: 1, address: '192.0.2.1', role: 'admin' as const });
  expect(await build()).toMatchObject({ password: 'first' });
  expect((await call('GET', '/credentials/1')).body).toMatchObject({
    data: { last_used_at: null },
  });
  await (await build())?.recordUse();
  expect((await call('GET', '/credentials/1')).body).toMatchObject({
    data: { last_used_at: expect.any(Number) as number },
  });
  ctx.database.sqlite.exec("UPDATE credentials SET secret = x'00'");
  await expect(build()).rejects.toMatchObject({
    result: { outcome: 'failed', reason: 'credential_unreadable' },
  });
});
