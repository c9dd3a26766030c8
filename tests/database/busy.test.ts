import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqlite } from '../../src/database/sqlite.js';
import { testApp } from '../support/app.js';

it('answers writes with 503 and reads without delay while another process locks the database', async () => {
  const { call, ctx, dir } = await testApp();
  const other = openSqlite(join(dir, 'hostwarden.db'));
  onTestFinished(() => {
    other.close();
  });
  other.exec('BEGIN EXCLUSIVE');
  expect(await call('POST', '/hosts', [{ current_ip: '10.0.0.1' }])).toMatchObject({
    status: 503,
    body: { code: 'database_busy' },
  });
  expect(await call('POST', '/groups', { name: 'g' })).toMatchObject({
    status: 503,
    body: { code: 'database_busy' },
  });
  expect((await call('GET', '/hosts')).status).toBe(200);
  // waiting blocks the event loop
  expect(ctx.database.sqlite.pragma('busy_timeout', { simple: true })).toBeLessThanOrEqual(200);
  other.exec('ROLLBACK');
  expect((await call('POST', '/hosts', [{ current_ip: '10.0.0.1' }])).status).toBe(201);
});
