import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';

const large = (bytes: number): string => JSON.stringify({ x: 'x'.repeat(bytes) });

describe('limits of request bodies', () => {
  it.each([
    ['GET', '/api/v1/templates/', 413],
    ['GET', '/hosts', 413],
    ['DELETE', '/hosts/1', 413],
    ['PUT', '/hosts/1', 413],
    ['POST', '/credentials', 413],
    ['POST', '/hosts', 400],
    ['DELETE', '/hosts', 400],
    ['POST', '/api/v1/hosts/', 400],
    ['POST', '/groups', 400],
    ['PUT', '/groups/1', 400],
    ['POST', '/api/v1/templates/', 400],
    ['PUT', '/api/v1/templates/1', 400],
    ['POST', '/vex', 422],
  ])('%s %s answers %s to a body of 100 KB', async (method, path, status) => {
    const { call } = await testApp();
    expect((await call(method, path, large(100_000))).status).toBe(status);
  });

  it('accepts bodies of 60 KB everywhere', async () => {
    const { call } = await testApp();
    await call('POST', '/hosts', [{ current_ip: '192.0.2.1' }]);
    const description = 'x'.repeat(9999);
    const body = { description, hostname: 'a' };
    const padded = JSON.stringify(body).replace('{', `{${' '.repeat(50_000)}`);
    expect((await call('PUT', '/hosts/1', padded)).status).toBe(200);
  });

  it('rejects JSON that is nested too deep, and repeats nothing of it', async () => {
    const { call } = await testApp();
    const answer = await call('POST', '/hosts', `${'['.repeat(2_000_000)}`);
    expect(answer.body).toMatchObject({
      status: 400,
      code: 'malformed_json',
      detail: 'Request body is nested deeper than 64 levels',
    });
  });

  it('is a 400 for a body that is null, in each PUT', async () => {
    const { call } = await testApp();
    await call('POST', '/hosts', [{ current_ip: '192.0.2.1' }]);
    const { body } = await call('GET', '/openapi.json');
    const { paths } = body as { paths: Record<string, { put?: { requestBody?: unknown } }> };
    const urls = Object.entries(paths).filter(
      ([url, { put }]) => put?.requestBody && !url.includes('/feeds/'),
    );
    expect(urls.length).toBeGreaterThan(10);
    for (const [url] of urls)
      expect(await call('PUT', url.replace(/\{\w+\}/g, '1'), 'null'), url).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
  });
});

describe('headers of responses', () => {
  it.each([
    ['GET', '/hosts', 200],
    ['POST', '/tokens', 400],
    ['GET', '/nowhere', 404],
    ['GET', '/healthz', 200],
    ['GET', '/docs/', 200],
  ])('%s %s is neither stored nor guessed at', async (method, path, status) => {
    const { call } = await testApp();
    expect(await call(method, path)).toMatchObject({
      status,
      headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    });
  });
});

describe('the OpenAPI document', () => {
  it('is the same bytes at all of its paths, and is not sent twice to one client', async () => {
    const { call } = await testApp();
    const first = await call('GET', '/openapi.json', undefined, { token: null });
    expect(first.status).toBe(200);
    for (const path of ['/api/v2/openapi.json', '/docs/json'])
      expect((await call('GET', path, undefined, { token: null })).text).toBe(first.text);
    const etag = String(first.headers.etag);
    const again = await call('GET', '/openapi.json', undefined, {
      token: null,
      headers: { 'if-none-match': `"other", W/${etag}` },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});
