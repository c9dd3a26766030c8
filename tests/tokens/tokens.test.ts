import { describe, expect, it } from 'vitest';
import { tokenHash } from '../../src/tokens/tokens.js';
import { ADMIN, testApp, type TestApp } from '../support/app.js';
import { listOperations, readOpenApi } from '../support/openapi.js';

const NOW = 1_790_000_000;
interface NewToken {
  id: number;
  token: string;
}
async function createToken({ call }: TestApp, role: string, more: object = {}): Promise<NewToken> {
  return ((await call('POST', '/tokens', { name: role, role, ...more })).body as { data: NewToken })
    .data;
}

describe.each(['/tokens', '/api/v2/tokens'])('tokens at %s', (path) => {
  it('are returned once, and only their SHA-256 is stored', async () => {
    const app = await testApp();
    const created = await app.call('POST', path, {
      name: 'dashboard',
      role: 'viewer',
      expires_at: '2026-09-21T14:13:30Z',
    });
    expect([created.status, created.body]).toEqual([
      201,
      {
        data: {
          id: 2,
          name: 'dashboard',
          role: 'viewer',
          created_at: NOW,
          expires_at: NOW + 10,
          last_used_at: null,
          token: expect.stringMatching(/^hw_[\w-]{43}$/) as string,
        },
      },
    ]);
    const { token } = (created.body as { data: NewToken }).data;
    const listed = await app.call('GET', `${path}/`);
    expect(listed.body).toMatchObject({
      data: [
        { id: 1, name: 'admin', role: 'admin' },
        { id: 2, name: 'dashboard', expires_at: NOW + 10 },
      ],
      meta: { page: 1, limit: 50, total: 2 },
    });
    expect(listed.text).not.toContain('token');
    expect(app.ctx.database.sqlite.prepare('SELECT sha256 FROM tokens WHERE id = 2').get()).toEqual(
      {
        sha256: tokenHash(token),
      },
    );
    expect((await app.call('GET', `${path}/current`, undefined, { token })).body).toEqual({
      data: {
        id: 2,
        name: 'dashboard',
        role: 'viewer',
        created_at: NOW,
        expires_at: NOW + 10,
        last_used_at: null,
      },
    });
    expect(
      app.ctx.database.sqlite.prepare('SELECT last_used_at FROM tokens WHERE id = 2').get(),
    ).toEqual({
      last_used_at: NOW,
    });
  });

  it('expire, and can be revoked, but not with themselves', async () => {
    const app = await testApp();
    const short = await createToken(app, 'viewer', { expires_at: NOW + 10 });
    const admin = await createToken(app, 'admin');
    const status = async (token: string) =>
      (await app.call('GET', `${path}/current`, undefined, { token })).status;
    expect(await status(short.token)).toBe(200);
    app.clock.advance(10);
    expect(await status(short.token)).toBe(401);
    expect(
      (await app.call('DELETE', `${path}/${admin.id}`, undefined, { token: admin.token })).body,
    ).toMatchObject({ status: 409, code: 'own_token' });
    expect(
      await app.call('DELETE', `${path}/${short.id}`, undefined, { token: admin.token }),
    ).toMatchObject({ status: 204, text: '' });
    expect((await app.call('DELETE', `${path}/${short.id}`)).status).toBe(404);
    expect((await app.call('DELETE', `${path}/${admin.id}`)).status).toBe(204);
    expect(await status(admin.token)).toBe(401);
    expect((await createToken(app, 'viewer')).id).toBe(4);
  });

  it('are rejected with 400 for invalid input', async () => {
    const app = await testApp();
    for (const body of [
      {},
      { name: 'x' },
      { name: 'x', role: 'root' },
      { name: '', role: 'viewer' },
      { name: 'x', role: 'viewer', expires_at: NOW },
      { name: 'x', role: 'viewer', expires_at: NOW * 1000 },
      { name: 'x', role: 'viewer', expires_at: '2027-01-01' },
      { name: 'x', role: 'viewer', token: 'mine' },
      undefined,
    ]) {
      expect((await app.call('POST', path, body)).body, JSON.stringify(body)).toMatchObject({
        status: 400,
        code: 'validation_failed',
      });
    }
    expect(
      (await app.call('POST', path, { name: 'x', role: 'viewer', expires_at: null })).status,
    ).toBe(201);
  });
});

describe('API_TOKEN', () => {
  it('is an administrator with id null, and is not stored', async () => {
    const { call, ctx } = await testApp();
    expect((await call('GET', '/tokens/current')).body).toEqual({
      data: {
        id: null,
        name: 'API_TOKEN',
        role: 'admin',
        created_at: NOW,
        expires_at: null,
        last_used_at: NOW,
      },
    });
    expect(ctx.database.sqlite.prepare('SELECT count(*) FROM tokens').pluck().get()).toBe(1);
  });
});

describe('authentication', () => {
  it('accepts a token again in the same and in the next seconds', async () => {
    const app = await testApp();
    const { token } = await createToken(app, 'viewer');
    for (let second = 0; second < 3; second += 1) {
      for (let again = 0; again < 2; again += 1)
        expect((await app.call('GET', '/hosts', undefined, { token })).status).toBe(200);
      app.clock.advance(1);
    }
  });
});

describe('roles', () => {
  const RANK = { viewer: 1, operator: 2, admin: 3 };

  /** The required role as decided, by path and method: independent of what the routes declare. */
  function requiredRole(method: string, path: string): keyof typeof RANK | null {
    if (/\/(healthz|readyz|openapi\.json)$/.test(path)) return null;
    if (path.endsWith('/tokens/current')) return 'viewer';
    if (/\/audit$|\/sessions(\/|$)/.test(path)) return 'admin';
    if (/\/session(\/codes)?$/.test(path)) return 'viewer'; // a code has no other rights than its caller
    if (/\/tokens(\/|$)/.test(path) || /\/(ssh-host-key|winrm-certificate)$/.test(path))
      return 'admin';
    if (path.endsWith('/ws/tickets')) return 'viewer'; // a ticket opens what a viewer may see
    if (/\/feeds(\/|$)/.test(path)) return method === 'GET' ? 'viewer' : 'admin';
    if (/\/notification-\w+(\/|$)/.test(path)) return method === 'GET' ? 'operator' : 'admin';
    if (path.endsWith('/credentials/{id}/test')) return 'operator';
    if (/\/credentials(\/|$)/.test(path)) return method === 'GET' ? 'operator' : 'admin';
    return method === 'GET' ? 'viewer' : 'operator';
  }

  it('every route requires its role and a valid token', async () => {
    const app = await testApp();
    const tokens = {
      viewer: (await createToken(app, 'viewer')).token,
      operator: (await createToken(app, 'operator')).token,
      admin: (await createToken(app, 'admin')).token,
    };
    const expired = (await createToken(app, 'admin', { expires_at: NOW + 1 })).token;
    app.clock.advance(1);
    let calls = 0;
    for (const { method, path } of listOperations(await readOpenApi(app))) {
      if (path.startsWith('/agent/v1/')) continue; // agents have their own tokens: tests/agents
      if (method === 'POST' && path.endsWith('/session')) continue; // a sign-in: tests/sessions
      const url = path.replace(/\{\w+\}/g, '999');
      const name = `${method} ${path}`;
      const role = requiredRole(method, path);
      for (const token of [
        null,
        '',
        expired,
        'hw_unknown',
        ADMIN.slice(0, -1),
        `${ADMIN}x`,
        'x'.repeat(3000),
      ]) {
        calls += 1;
        const address = `10.0.${calls >> 8}.${calls & 255}`; // one address would be slowed down
        const answer = await app.call(method, url, undefined, { token, address });
        if (role === null) expect(answer.status, name).toBe(200);
        else
          expect([answer.status, answer.headers['www-authenticate'], answer.body], name).toEqual([
            401,
            expect.stringMatching(/^Bearer/),
            expect.objectContaining({ code: 'unauthorized', status: 401 }),
          ]);
      }
      for (const [has, token] of Object.entries(tokens)) {
        const { status, body } = await app.call(method, url, undefined, { token });
        const isAllowed = role === null || RANK[has as keyof typeof RANK] >= RANK[role];
        if (isAllowed) expect([401, 403], `${name} as ${has}`).not.toContain(status);
        else
          expect([status, body], `${name} as ${has}`).toEqual([
            403,
            expect.objectContaining({
              code: 'forbidden',
              detail: expect.stringContaining(String(role)) as string,
            }),
          ]);
      }
    }
  });

  it('the authorization header requires the scheme Bearer', async () => {
    const { call } = await testApp();
    const status = async (authorization: string) =>
      (await call('GET', '/hosts', undefined, { token: null, headers: { authorization } })).status;
    for (const good of [`Bearer ${ADMIN}`, `bearer ${ADMIN}`])
      expect(await status(good), good).toBe(200);
    for (const bad of [
      `Basic ${Buffer.from(`a:${ADMIN}`).toString('base64')}`,
      ADMIN,
      'Bearer',
      'Bearer ',
      `Token ${ADMIN}`,
      `Bearer${ADMIN}`,
    ])
      expect(await status(bad), bad).toBe(401);
  });

  it('an unknown URL requires a token too', async () => {
    const { call } = await testApp();
    expect((await call('GET', '/nothing', undefined, { token: null })).status).toBe(401);
    expect((await call('GET', '/nothing')).body).toMatchObject({
      status: 404,
      code: 'route_not_found',
    });
  });
});
