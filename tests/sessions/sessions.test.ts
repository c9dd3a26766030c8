import { describe, expect, it } from 'vitest';
import { ADMIN, testApp, type TestApp } from '../support/app.js';

interface Halves {
  cookie: string;
  header: string;
}

/** The headers of a page of the service. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

async function signIn({ call }: Pick<TestApp, 'call'>, body: unknown): Promise<Halves> {
  const { status, body: answer, headers } = await call('POST', '/session', body, { token: null });
  expect(status).toBe(201);
  const { data } = answer as { data: { header: string } };
  return { cookie: String(headers['set-cookie']).split(';')[0] ?? '', header: data.header };
}

const toHeaders = ({ cookie, header }: Halves) => ({ cookie, 'hostwarden-session': header });

const createToken = async ({ call }: TestApp, role: string, expires_at?: number) =>
  (
    (await call('POST', '/tokens', { name: `${role} token`, role, expires_at })).body as {
      data: { id: number; token: string };
    }
  ).data;

describe('a session', () => {
  it('needs both halves and a page of the service', async () => {
    const app = await testApp();
    const both = await signIn(app, { token: ADMIN });
    const other = await signIn(app, { token: ADMIN });
    const { cookie, 'hostwarden-session': half } = toHeaders(both);
    const halves: [string, Record<string, string>, boolean][] = [
      ['none', {}, false],
      ['the cookie', { cookie }, false],
      ['the header', { 'hostwarden-session': half }, false],
      ['both', { cookie, 'hostwarden-session': half }, true],
      ['a foreign header', { cookie, 'hostwarden-session': other.header }, false],
    ];
    const host = '127.0.0.1:8700';
    const pages: [string, Record<string, string>, boolean][] = [
      ['same origin', { 'sec-fetch-site': 'same-origin', origin: `http://${host}` }, true],
      ['other port', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:9000' }, false],
      ['other host', { 'sec-fetch-site': 'cross-site', origin: 'http://evil.example' }, false],
      ['no Origin', {}, true],
      ['LAN, same origin', { origin: `http://${host}` }, true],
      ['LAN, other port', { origin: 'http://127.0.0.1:9000' }, false],
    ];
    const requests: [string, string, number][] = [
      ['GET', '/hosts', 200],
      ['POST', '/ws/tickets', 201],
      ['GET', '/ws/events', 426],
    ];
    for (const [name, halfHeaders, isComplete] of halves)
      for (const [page, pageHeaders, isOwnPage] of pages)
        for (const [method, url, success] of requests) {
          const headers = { host, ...halfHeaders, ...pageHeaders };
          const { status } = await app.call(method, url, undefined, { token: null, headers });
          const isSession = 'hostwarden-session' in halfHeaders;
          const accepted = isComplete ? success : 401;
          const expected = isSession && !isOwnPage ? 403 : accepted;
          expect(status, `${name}, ${page}, ${method} ${url}`).toBe(expected);
        }
  });

  it('has the rights of its token, and ends with it', async () => {
    const app = await testApp();
    const token = await createToken(app, 'viewer');
    const options = { token: null, headers: toHeaders(await signIn(app, { token: token.token })) };
    expect((await app.call('GET', '/hosts', undefined, options)).status).toBe(200);
    expect((await app.call('GET', '/tokens', undefined, options)).status).toBe(403);
    await app.call('DELETE', `/tokens/${token.id}`);
    expect((await app.call('GET', '/hosts', undefined, options)).status).toBe(401);
  });

  it('ends when its token expires', async () => {
    const app = await testApp();
    const token = await createToken(app, 'admin', app.clock.now() + 60);
    const options = { token: null, headers: toHeaders(await signIn(app, { token: token.token })) };
    expect((await app.call('GET', '/session', undefined, options)).status).toBe(200);
    app.clock.advance(60);
    expect((await app.call('GET', '/session', undefined, options)).status).toBe(401);
  });

  it('ends after 12 hours without use, and after 7 days of use', async () => {
    const app = await testApp();
    const HOUR = 3600;
    const idle = { token: null, headers: toHeaders(await signIn(app, { token: ADMIN })) };
    app.clock.advance(12 * HOUR);
    expect((await app.call('GET', '/session', undefined, idle)).status).toBe(401);

    const used = { token: null, headers: toHeaders(await signIn(app, { token: ADMIN })) };
    const statuses: number[] = [];
    for (let i = 0; i < 15; i += 1) {
      app.clock.advance(11.5 * HOUR);
      statuses.push((await app.call('GET', '/session', undefined, used)).status);
    }
    expect(statuses).toEqual([...Array<number>(14).fill(200), 401]);
  });

  it.each([
    ['12 hours without use', 12 * 3600, 0],
    ['7 days of use', 3600, 7 * 24],
  ])('is not listed after %s, and its row is deleted', async (_name, step, uses) => {
    const app = await testApp();
    const { cookie, ...half } = toHeaders(await signIn(app, { token: ADMIN }));
    const used = { token: null, headers: { cookie, ...half } };
    for (let i = 0; i < uses; i += 1) {
      app.clock.advance(step);
      const { status } = await app.call('GET', '/session', undefined, used);
      expect(status).toBe(i + 1 < uses ? 200 : 401);
    }
    if (uses === 0) app.clock.advance(step);
    const list = async () => (await app.call('GET', '/sessions')).body;
    expect(await list()).toMatchObject({ data: [], meta: { total: 0 } });
    await signIn(app, { token: ADMIN });
    expect(await list()).toMatchObject({ data: [{ id: 2 }], meta: { total: 1 } });
    const rows = app.ctx.database.sqlite.prepare('SELECT id FROM sessions').pluck().all();
    expect(rows).toEqual([2]);
  });

  it('does not outlive a change of API_TOKEN', async () => {
    const app = await testApp();
    const options = { token: null, headers: toHeaders(await signIn(app, { token: ADMIN })) };
    await app.close();
    const later = await testApp({ dir: app.dir, env: { API_TOKEN: 'another-token-0123456789' } });
    expect((await later.call('GET', '/session', undefined, options)).status).toBe(401);
  });

  it('survives a restart of the service', async () => {
    const app = await testApp();
    const options = { token: null, headers: toHeaders(await signIn(app, { token: ADMIN })) };
    await app.close();
    const later = await testApp({ dir: app.dir });
    expect((await later.call('GET', '/session', undefined, options)).status).toBe(200);
  });

  it('is listed without secrets, and ended by an administrator', async () => {
    const app = await testApp();
    const halves = await signIn(app, { token: ADMIN });
    const options = { token: null, headers: toHeaders(halves) };
    const list = await app.call('GET', '/sessions', undefined, options);
    expect(list.body).toMatchObject({
      data: [{ id: 1, token_id: null, token_name: 'API_TOKEN', role: 'admin', is_current: true }],
      meta: { total: 1 },
    });
    expect(list.text).not.toMatch(/hws[ch]_|sha256/);
    expect((await app.call('DELETE', '/sessions/1')).status).toBe(204);
    expect((await app.call('DELETE', '/sessions/1')).status).toBe(404);
    expect((await app.call('GET', '/session', undefined, options)).status).toBe(401);
  });

  it('ends by signing out, which deletes the cookie', async () => {
    const app = await testApp();
    const options = {
      token: null,
      headers: { ...OWN_PAGE, ...toHeaders(await signIn(app, { token: ADMIN })) },
    };
    const { status, headers } = await app.call('DELETE', '/session', undefined, options);
    expect(status).toBe(204);
    expect(headers['set-cookie']).toMatch(/^hostwarden-[0-9a-f]{8}=; Max-Age=0; /);
    expect(headers).not.toHaveProperty('clear-site-data'); // it would clear all services of the origin
    expect((await app.call('GET', '/session', undefined, options)).status).toBe(401);
  });

  it('is not one of a request with a token', async () => {
    const { call } = await testApp();
    expect((await call('GET', '/session')).status).toBe(404);
    expect((await call('DELETE', '/session')).status).toBe(404);
  });
});

describe('the code of a link', () => {
  const newCode = async ({ call }: TestApp, body: unknown = {}): Promise<string> =>
    ((await call('POST', '/session/codes', body)).body as { data: { code: string } }).data.code;

  it('starts one session, within two minutes', async () => {
    const app = await testApp();
    const code = await newCode(app);
    await signIn(app, { code });
    const attempt = (c: string) => app.call('POST', '/session', { code: c }, { token: null });
    expect((await attempt(code)).status).toBe(401);
    const late = await newCode(app);
    app.clock.advance(120);
    expect((await attempt(late)).status).toBe(401);
  });

  it('starts a session with fewer rights, but not with more', async () => {
    const app = await testApp();
    const code = await newCode(app, { role: 'viewer' });
    const options = { token: null, headers: toHeaders(await signIn(app, { code })) };
    expect((await app.call('GET', '/session', undefined, options)).body).toMatchObject({
      data: { role: 'viewer' },
    });
    expect((await app.call('POST', '/groups', { name: 'a' }, options)).status).toBe(403);
    const more = await app.call('POST', '/session/codes', { role: 'admin' }, options);
    expect(more.status).toBe(403);
  });

  it('is refused when it is guessed: audited, slowed, and at last with 429', async () => {
    const app = await testApp();
    const attempts = Array.from({ length: 40 }, (_, i) =>
      app.call('POST', '/session', { code: `hwc_${i}` }, { token: null, address: '192.0.2.9' }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    await app.ctx.audit.flush();
    const { body } = await app.call('GET', '/audit?action=login_failed');
    expect(body).toMatchObject({
      data: [{ resource: 'session', actor: { address: '192.0.2.9' }, count: 40 }],
    });
  });

  it('is audited with the owner of the token when it is used', async () => {
    const app = await testApp();
    await signIn(app, { code: await newCode(app) });
    const { body, text } = await app.call('GET', '/audit?resource=session');
    expect(body).toMatchObject({
      data: [{ action: 'create', actor: { name: 'API_TOKEN' }, outcome: 'ok' }],
    });
    expect(text).not.toContain('hwc_');
  });
});

describe('the cookie', () => {
  it.each([
    ['plain HTTP', {}, {}, false],
    ['a proxy that is not trusted', {}, { 'x-forwarded-proto': 'https' }, false],
    [
      'a trusted proxy with TLS',
      { TRUST_PROXY: '127.0.0.1' },
      { 'x-forwarded-proto': 'https' },
      true,
    ],
  ])('over %s', async (_name, env, headers, isSecure) => {
    const { call } = await testApp({ env });
    const answer = await call('POST', '/session', { token: ADMIN }, { token: null, headers });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict/);
    expect(cookie.endsWith('; Secure')).toBe(isSecure);
    expect(cookie).not.toMatch(/path=|domain=/i);
  });
});
