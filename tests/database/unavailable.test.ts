import { expect, it } from 'vitest';
import { toAppError } from '../../src/http/problem.js';
import { testApp } from '../support/app.js';

it('answers writes with 503, and reads with 200, until a read-only database is writable again', async () => {
  const { call, ctx } = await testApp();
  ctx.database.sqlite.pragma('query_only = 1'); // like a disk that was remounted read-only
  expect(await call('POST', '/hosts', [{ current_ip: '10.0.0.1' }])).toMatchObject({
    status: 503,
    body: {
      code: 'database_unavailable',
      detail: expect.stringContaining('read-only') as string,
    },
  });
  expect((await call('GET', '/hosts')).status).toBe(200);
  ctx.database.sqlite.pragma('query_only = 0');
  expect((await call('POST', '/hosts', [{ current_ip: '10.0.0.1' }])).status).toBe(201);
});

it.each([
  ['SQLITE_READONLY_DBMOVED', 'database_unavailable', 503],
  ['SQLITE_IOERR_READ', 'database_unavailable', 503],
  ['SQLITE_IOERR_FSYNC', 'database_unavailable', 503],
  ['SQLITE_CANTOPEN', 'database_unavailable', 503],
  ['SQLITE_IOERR_WRITE', 'disk_full', 507],
  ['SQLITE_FULL', 'disk_full', 507],
  ['ENOSPC', 'disk_full', 507],
  ['EDQUOT', 'disk_full', 507],
  ['SQLITE_BUSY_SNAPSHOT', 'database_busy', 503],
  ['SQLITE_CONSTRAINT', 'internal', 500],
])('maps %s to the error code %s', (sqliteCode, code, status) => {
  expect(
    toAppError(Object.assign(new Error('message of the system'), { code: sqliteCode })),
  ).toMatchObject({
    code,
    status,
  });
});
