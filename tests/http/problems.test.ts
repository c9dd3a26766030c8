// cspell:ignore pentets
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ADMIN, testApp } from '../support/app.js';
import { listOperations, readOpenApi } from '../support/openapi.js';

interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  request_id: string;
  errors?: { in: string; path: string; message: string }[];
}

describe('error responses', () => {
  it('are problem+json with type, title, status, detail, code and request id', async () => {
    const { call } = await testApp();
    const cases: [string, string, unknown, number, string, Record<string, string>?][] = [
      ['GET', '/hosts/99', undefined, 404, 'not_found'],
      ['GET', '/nothing', undefined, 404, 'route_not_found'],
      ['GET', '/api/v1/nothing', undefined, 404, 'route_not_found'],
      ['GET', '/api/v3/hosts', undefined, 404, 'route_not_found'],
      ['GET', '/', undefined, 404, 'route_not_found'],
      ['GET', '/hosts/abc', undefined, 400, 'validation_failed'],
      ['GET', '/hosts/1.5', undefined, 400, 'validation_failed'],
      ['GET', '/hosts/-1', undefined, 400, 'validation_failed'],
      ['GET', '/hosts/%00', undefined, 400, 'validation_failed'],
      ['GET', '/hosts/0', undefined, 404, 'not_found'],
      ['GET', `/hosts/${'9'.repeat(30)}`, undefined, 404, 'not_found'],
      ['GET', `/hosts/${'9'.repeat(600)}`, undefined, 404, 'route_not_found'],
      ['GET', '/hosts/%ff', undefined, 400, 'malformed_http'],
      ['GET', '/hosts?x=%00', undefined, 400, 'validation_failed'],
      ['GET', '/hosts?__proto__=1', undefined, 400, 'validation_failed'],
      ['PUT', '/hosts', {}, 405, 'method_not_allowed'],
      ['POST', '/hosts', '{"a":', 400, 'malformed_json'],
      ['POST', '/hosts', Buffer.from([0x22, 0xff, 0x22]), 400, 'malformed_json'],
      ['POST', '/hosts', '[1,]', 400, 'malformed_json'],
      ['POST', '/hosts', 'NaN', 400, 'malformed_json'],
      ['POST', '/hosts', '', 400, 'validation_failed'],
      ['POST', '/hosts', '[{"current_ip":"10.0.0.1","__proto__":{"x":1}}]', 400, 'malformed_json'],
      [
        'POST',
        '/hosts',
        '[{"current_ip":"10.0.0.1","\\u005f_proto__":{"x":1}}]',
        400,
        'malformed_json',
      ],
      [
        'POST',
        '/hosts',
        '[{"current_ip":"10.0.0.1","constructor":{"x":1}}]',
        400,
        'validation_failed',
      ],
      ['POST', '/hosts', '['.repeat(1_000_000), 400, 'malformed_json'],
      [
        'POST',
        '/hosts',
        `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
        400,
        'malformed_json',
      ],
      [
        'POST',
        '/hosts',
        `{"__proto__":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
        400,
        'malformed_json',
      ],
      [
        'PATCH',
        '/api/v1/templates',
        '{"templates_id":1e400,"enable":true}',
        400,
        'validation_failed',
      ],
      ['POST', '/hosts', Buffer.alloc(10 * 1024 ** 2, 0x20), 413, 'body_too_large'],
      [
        'POST',
        '/hosts',
        'ip=1',
        415,
        'unsupported_media_type',
        { 'content-type': 'application/x-www-form-urlencoded' },
      ],
      ['POST', '/hosts', '[]', 415, 'unsupported_media_type', { 'content-type': 'text/plain' }],
      ['PROPFIND', '/hosts/1/', undefined, 405, 'method_not_allowed'],
      ['QUERY', '/api/v1/tasks/1/hosts?x=1', undefined, 405, 'method_not_allowed'],
      ['LOCK', '/nothing', undefined, 404, 'route_not_found'],
      ['POST', '/nothing', '{', 404, 'route_not_found'],
      ['POST', '/nothing', 'x', 404, 'route_not_found', { 'content-type': 'text/plain' }],
      ['GET', '/docs/static/nothing.js', undefined, 404, 'route_not_found'],
      ['GET', '/hosts', { a: 1 }, 400, 'validation_failed'],
      ['DELETE', '/hosts/1', { a: 1 }, 400, 'validation_failed'],
      ['POST', '/api/v1/templates/1', [], 400, 'validation_failed'],
    ];
    for (const [method, url, body, status, code, headers] of cases) {
      const name = `${method} ${url.slice(0, 60)} ${String(body).slice(0, 40)}`;
      const answer = await call(method, url, body, headers && { headers });
      const problem = answer.body as Problem;
      expect([answer.status, problem.code], name).toEqual([status, code]);
      expect(problem, name).toMatchObject({
        type: 'about:blank',
        status,
        title: expect.any(String) as string,
        detail: expect.any(String) as string,
      });
      expect(answer.type).toBe('application/problem+json; charset=utf-8');
      expect(problem.detail.length).toBeLessThan(1000);
      expect(answer.headers['x-request-id']).toBe(problem.request_id);
      if (code === 'validation_failed') expect(problem.errors?.length, name).toBeGreaterThan(0);
    }
  });

  it('name the paths of other versions of the API for a route that only they have', async () => {
    const { call } = await testApp();
    const details = async (url: string) => ((await call('GET', url)).body as Problem).detail;
    const expected: [string, string][] = [
      ['/tasks/1', 'Route GET /tasks/1 not found; it exists as /api/v1/tasks/1'],
      ['/api/v2/template/', 'Route GET /api/v2/template/ not found; it exists as /api/v1/template'],
      ['/api/v1/feeds', 'Route GET /api/v1/feeds not found; it exists as /feeds'],
      ['/api/v3/hosts', 'Route GET /api/v3/hosts not found; it exists as /hosts and /api/v1/hosts'],
      ['/v1/tasks?x=1', 'Route GET /v1/tasks not found; it exists as /api/v1/tasks'],
      ['/api/v1/nothing', 'Route GET /api/v1/nothing not found'],
    ];
    for (const [url, detail] of expected) expect(await details(url), url).toBe(detail);
  });

  it('name the known fields, also those of the params of a task type', async () => {
    const { call } = await testApp();
    const template = { name: 't', type: 'pentest', hosts: [], enabled: false };
    const body = { ...template, params: { prots: ['22'] } };
    const answers = [
      await call('POST', '/api/v1/templates', body),
      await call('POST', '/api/v1/templates', template),
      await call('PUT', '/api/v1/templates/1', { params: { prots: ['22'] } }),
      await call('POST', '/api/v1/templates', { ...template, type: 'pentets' }),
    ];
    expect(answers.map(({ body: answer }) => (answer as Problem).errors?.[0])).toEqual([
      {
        in: 'body',
        path: '/params/prots',
        message: expect.stringContaining('did you mean "ports"? Known: ports, speed') as string,
      },
      undefined,
      {
        in: 'body',
        path: '/params/prots',
        message: expect.stringContaining('did you mean "ports"?') as string,
      },
      {
        in: 'body',
        path: '/type',
        message: expect.stringContaining('did you mean "pentest"?') as string,
      },
    ]);
  });

  it('have a unique request id, also if the client sends one', async () => {
    const { call } = await testApp();
    const ids = await Promise.all(
      Array.from(
        { length: 20 },
        async () =>
          (
            (
              await call('GET', '/hosts/99', undefined, {
                headers: { 'request-id': 'mine', 'x-request-id': 'mine' },
              })
            ).body as Problem
          ).request_id,
      ),
    );
    expect(new Set(ids).size).toBe(20);
    expect(ids).not.toContain('mine');
  });

  it('list at most 50 invalid fields by JSON pointer', async () => {
    const { call } = await testApp();
    const { body } = await call(
      'POST',
      '/hosts',
      Array.from({ length: 500 }, () => ({ current_ip: 'x', 'a/b~c': 1 })),
    );
    const { errors, detail } = body as Problem;
    expect(errors).toHaveLength(50);
    expect(errors?.slice(0, 2).map((e) => e.path)).toEqual(['/0/current_ip', '/0/a~1b~0c']);
    expect(detail).toContain('999 more');
  });

  it('hide the message of an unexpected error behind a 500', async () => {
    const { call, ctx } = await testApp();
    ctx.database.sqlite.exec('DROP TABLE services; DROP TABLE schedule_history');
    await call('POST', '/hosts', [{ current_ip: '10.0.0.1' }]);
    const answer = await call('GET', '/hosts/1/services');
    expect(answer.body).toMatchObject({ status: 500, code: 'internal' });
    expect(answer.text).not.toMatch(/sql|services|table/i);
  });
});

describe('endpoints', () => {
  it('answer other methods with 405 and Allow, without a token if none is needed', async () => {
    const app = await testApp();
    const byPath = new Map<string, string[]>();
    for (const { method, path } of listOperations(await readOpenApi(app)))
      byPath.set(path.replace(/\/$/, ''), [...(byPath.get(path.replace(/\/$/, '')) ?? []), method]);
    for (const [path, methods] of byPath) {
      const url = path.replace(/\{\w+\}/g, '1');
      const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
      for (const method of [
        'GET',
        'HEAD',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'OPTIONS',
        'TRACE',
      ].filter((m) => !allowed.includes(m))) {
        const answer = await app.call(method, url, undefined, {
          token: /healthz|readyz|openapi/.test(path) ? null : ADMIN,
        });
        expect(
          [answer.status, String(answer.headers.allow).split(', ').sort()],
          `${method} ${path}`,
        ).toEqual([405, [...allowed].sort()]);
      }
    }
  });

  it('work with and without a trailing slash, with HEAD, bare and under /api/v2', async () => {
    const app = await testApp();
    await app.call('POST', '/hosts', [{ current_ip: '10.0.0.1' }]);
    await app.call('POST', '/groups', { name: 'g' });
    await app.call('POST', '/api/v1/templates', {
      name: 't',
      type: 'pentest',
      hosts: [1],
      enabled: true,
      schedule: { type: 3, recurrence: 1 },
    });
    const credential = { name: 'c', type: 'ssh_password', username: 'u', password: 'p' };
    await app.call('POST', '/credentials', credential);
    const url = 'https://192.0.2.1/hook';
    await app.call('POST', '/notification-channels', { name: 'c', type: 'webhook', url });
    await app.call('POST', '/notification-rules', { channel_id: 1, events: ['task.failed'] });
    await app.ctx.engine.idle();
    const paths = listOperations(await readOpenApi(app))
      .filter(({ method }) => method === 'GET')
      .map(({ path }) =>
        path
          .replace('{name}', 'kev')
          .replace(/\{\w+\}/g, '1')
          .replace(/\/$/, ''),
      );
    for (const path of paths.filter(
      (p) =>
        !/\/(session|ws\/(agents|events)|operations\/1|vulnerabilities\/1(\/findings)?|acceptances\/1)$/.test(
          p,
        ),
    )) {
      // A handshake, a session, and endpoints that need a reachable host or a feed, have their own tests.
      const plain = await app.call('GET', path);
      const slashed = await app.call('GET', `${path}/`);
      const head = await app.call('HEAD', path);
      expect([plain.status, slashed.status, head.status, head.text], path).toEqual([
        200,
        200,
        200,
        '',
      ]);
      const length = plain.headers['content-length']; // absent for reports, which are streamed
      expect([slashed.body, head.headers['content-length'], length ?? '?'], path).toEqual([
        plain.body,
        length,
        /\/(diff|report)$/.test(path) ? '?' : String(Buffer.byteLength(plain.text)),
      ]);
      if (!path.startsWith('/api') && path !== '/tokens')
        expect((await app.call('GET', `/api/v2${path}`)).body, path).toEqual(plain.body);
    }
    expect((await app.call('GET', '/api/v2/docs')).headers.location).toBe('../../docs');
  });

  it('accept a DELETE with a JSON content type and no body', async () => {
    const { call } = await testApp();
    await call('POST', '/hosts', [{ current_ip: '10.0.0.1' }]);
    expect(
      (
        await call('DELETE', '/hosts/1', undefined, {
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(204);
  });
});

describe('limits of requests', () => {
  it('answers a token over RATE_LIMIT_PER_MINUTE with 429, and counts neither probes nor invalid tokens', async () => {
    const { call } = await testApp({ env: { RATE_LIMIT_PER_MINUTE: '3' } });
    const viewer = (
      (await call('POST', '/tokens', { name: 'v', role: 'viewer' })).body as {
        data: { token: string };
      }
    ).data.token;
    for (const n of [2, 3]) expect((await call('GET', '/hosts')).status, String(n)).toBe(200);
    const refused = await call('GET', '/hosts');
    expect(refused.body).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(refused.type).toContain('application/problem+json');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    for (let n = 0; n < 9; n += 1)
      for (const path of ['/healthz', '/readyz', '/api/v2/healthz', '/openapi.json'])
        expect((await call('GET', path, undefined, { token: null })).status).toBe(200);
    for (let n = 0; n < 9; n += 1)
      expect((await call('GET', '/hosts', undefined, { token: 'wrong' })).status).toBe(401);
    expect((await call('GET', '/hosts', undefined, { token: viewer })).status).toBe(200);
  });

  it('takes BODY_LIMIT_BYTES and MAX_HOSTS_PER_REQUEST from the environment', async () => {
    const { call } = await testApp({
      env: { BODY_LIMIT_BYTES: '2048', MAX_HOSTS_PER_REQUEST: '2' },
    });
    expect(
      (
        await call(
          'POST',
          '/hosts',
          [1, 2, 3].map((n) => ({ current_ip: `10.0.0.${n}` })),
        )
      ).body,
    ).toMatchObject({ status: 400 });
    expect(
      (await call('POST', '/hosts', [{ current_ip: '10.0.0.1', description: 'x'.repeat(2048) }]))
        .body,
    ).toMatchObject({ status: 413, detail: expect.stringContaining('BODY_LIMIT_BYTES') as string });
  });
});

describe('service state', () => {
  it('is answered with 503 during the shutdown', async () => {
    const { call, ctx } = await testApp();
    ctx.beginClosing();
    for (const path of ['/hosts', '/healthz', '/api/v1/template/'])
      expect((await call('GET', path)).body, path).toMatchObject({
        status: 503,
        code: 'shutting_down',
      });
  });

  it('is alive and ready before the shutdown', async () => {
    const { call } = await testApp();
    expect((await call('GET', '/readyz')).body).toEqual({
      status: 'ok',
      checks: { database: 'ok', migrations: 'ok', ticker: 'ok' },
    });
    expect((await call('GET', '/healthz')).body).toEqual({ status: 'ok' });
  });
});

describe('malformed requests on a socket', () => {
  async function talk(bytes: string | Buffer): Promise<string> {
    const { app } = await testApp();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(bytes);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  }

  it('answers bytes that are not HTTP with 400', async () => {
    const text = await talk('\u0016\u0003\u0001 hello\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('application/problem+json');
    expect(text).toContain('"code":"malformed_http"');
  });

  it.each([
    ['a proxy request', 'CONNECT other:443 HTTP/1.1\r\nhost: other:443\r\n\r\n', 'malformed_http'],
    [
      'a request without a host',
      'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n',
      'malformed_http',
    ],
  ])('answers %s with a problem', async (_what, bytes, code) => {
    expect(await talk(bytes)).toMatch(
      new RegExp(`^HTTP/1\\.1 400 [^]*application/problem\\+json[^]*"code":"${code}"`),
    );
  });

  it('ignores an unknown expectation', async () => {
    expect(
      await talk(
        'GET /healthz HTTP/1.1\r\nhost: a\r\nexpect: unknown\r\nconnection: close\r\n\r\n',
      ),
    ).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('answers a header that is too large with 431', async () => {
    expect(
      await talk(`GET /hosts HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('rejects a body by its Content-Length before it is sent', async () => {
    expect(
      await talk(
        `POST /hosts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${ADMIN}\r\n` +
          'content-type: application/json\r\ncontent-length: 99999999999\r\n' +
          'connection: close\r\n\r\n',
      ),
    ).toMatch(/^HTTP\/1\.1 413 [^]*body_too_large/);
  });

  it('reads the filter of the template list from the body of a GET', async () => {
    const body = '{"type":"pentest"}';
    expect(
      await talk(
        `GET /api/v1/template/ HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${ADMIN}\r\n` +
          `content-type: application/json\r\ncontent-length: ${body.length}\r\n` +
          `connection: close\r\n\r\n${body}`,
      ),
    ).toMatch(/^HTTP\/1\.1 200 [^]*\{"data":\[\]\}/);
  });
});
