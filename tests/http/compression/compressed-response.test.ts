import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ADMIN, testApp } from '../../support/app.js';

const REMOTE = { 'x-forwarded-for': '198.51.100.7', 'accept-encoding': 'gzip, br' };

async function setUp() {
  const app = await testApp({ env: { TRUST_PROXY: '127.0.0.1' } });
  const hosts = Array.from({ length: 40 }, (_, i) => ({
    current_ip: `10.0.0.${i}`,
    hostname: `host-${i}-ü`,
  }));
  await app.call('POST', '/hosts', hosts);
  const get = (url: string, headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    app.app.inject({
      method,
      url,
      remoteAddress: '127.0.0.1',
      headers: { authorization: `Bearer ${ADMIN}`, ...headers },
    });
  return { ...app, get };
}

it('compresses a larger list for a client on another machine, which reads the same', async () => {
  const { get } = await setUp();
  const plain = await get('/hosts', { 'x-forwarded-for': '198.51.100.7' });
  const small = await get('/hosts', REMOTE);
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding' });
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(small.headers).toMatchObject({ vary: 'accept-encoding', 'content-encoding': 'gzip' });
  expect(Number(small.headers['content-length'])).toBe(small.rawPayload.length);
  expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
  expect(gunzipSync(small.rawPayload).toString()).toBe(plain.body);
});

it.each([
  ['a client on this machine', '/hosts', { 'accept-encoding': 'gzip' }, 'GET'],
  ['a client that refuses it', '/hosts', { ...REMOTE, 'accept-encoding': 'gzip;q=0' }, 'GET'],
  ['a small response', '/hosts?limit=1', REMOTE, 'GET'],
  ['a request without a body in its response', '/hosts', REMOTE, 'HEAD'],
] as const)('sends as it is: for %s', async (_, url, headers, method) => {
  const { get } = await setUp();
  const response = await get(url, headers, method);
  expect(response.statusCode).toBe(200);
  expect(response.headers).not.toHaveProperty('content-encoding');
});
