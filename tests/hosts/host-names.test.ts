import { describe, expect, it } from 'vitest';
import { findNameProblem, mergeHosts } from '../../src/hosts/host-names.js';
import { testApp } from '../support/app.js';

describe('the name of a host', () => {
  it.each([
    ['web-1', true],
    ['127.0.0.31', true], // its own
    ['0:0:0:0:0:ffff:127.0.0.31', true],
    ['127', true],
    ['1.2.3', true],
    ['printer 10.0.0.7', true],
    ['127.0.0.32', false],
    ['127.0.0.32,', false],
    ['127.0.0.31, 127.0.0.32', false],
    ['::1', false],
    ['10.0.0.0/24', false],
    ['10.0.0.1-5', false],
    ['10.0.0.1-10.0.0.5', false],
  ])('may be %j: %s', (name, isFine) => {
    expect(findNameProblem(name, '127.0.0.31') === null).toBe(isFine);
  });
});

const host = (ip: string, name = ip, description = '') => ({ ip, name, description });

describe('hosts of a request with one address', () => {
  it('are one, with the first name and description that they state', () => {
    expect(mergeHosts([host('10.0.0.1'), host('10.0.0.2'), host('10.0.0.1', 'a', 'x')])).toEqual([
      host('10.0.0.1', 'a', 'x'),
      host('10.0.0.2'),
    ]);
  });
});

describe.each([
  ['/api/v1/hosts/', 'ip', 'name'],
  ['/hosts', 'current_ip', 'hostname'],
])('%s', (path, ip, name) => {
  it('refuses names that are addresses, and stores nothing', async () => {
    const { call, ctx } = await testApp();
    const body = [{ [ip]: '127.0.0.31', [name]: '127.0.0.32' }, { [ip]: '127.0.0.33' }];
    const { status, body: problem } = await call('POST', path, body);
    expect([status, problem]).toMatchObject([400, { errors: [{ path: `/0/${name}` }] }]);
    expect(ctx.database.sqlite.prepare('SELECT count(*) FROM hosts').pluck().get()).toBe(0);
  });

  it('refuses to rename a host to an address, except to its own and to the name that it has', async () => {
    const { call, ctx } = await testApp();
    await call('POST', path, [{ [ip]: '10.0.0.1', [name]: 'a' }]);
    const url = `${path.replace(/\/$/, '')}/1`;
    const put = async (body: object) => (await call('PUT', url, body)).status;
    expect(await put({ [name]: '10.0.0.9' })).toBe(400);
    expect(await put({ [name]: '10.0.0.1' })).toBe(200);
    expect(await put({ [ip]: '10.0.0.9', [name]: '10.0.0.9' })).toBe(200);
    expect(await put({ [ip]: '10.0.0.1', [name]: '10.0.0.9' })).toBe(200); // it had this name
    ctx.database.sqlite.prepare("UPDATE hosts SET name = '10.0.0.7'").run();
    expect(await put({ [name]: '10.0.0.7' })).toBe(200);
  });
});
