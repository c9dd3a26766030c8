import { describe, expect, it } from 'vitest';
import { ADMIN, testApp, type TestApp } from '../support/app.js';

type Options = { token: null; headers: Record<string, string> };

async function signIn({ call }: TestApp, body: unknown): Promise<Options> {
  const { status, body: answer, headers } = await call('POST', '/session', body, { token: null });
  expect(status).toBe(201);
  const { data } = answer as { data: { header: string } };
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  return { token: null, headers: { cookie, 'hostwarden-session': data.header } };
}

async function newToken({ call }: TestApp, role = 'viewer'): Promise<string> {
  const { body } = await call('POST', '/tokens', { name: `${role} ${Math.random()}`, role });
  return (body as { data: { token: string } }).data.token;
}

async function newCode({ call }: TestApp, options: Parameters<TestApp['call']>[3]) {
  const { status, body } = await call('POST', '/session/codes', {}, options);
  expect(status).toBe(201);
  return (body as { data: { code: string } }).data.code;
}

const statusOf = async ({ call }: TestApp, options: Options): Promise<number> =>
  (await call('GET', '/session', undefined, options)).status;

const redeem = async ({ call }: TestApp, code: string): Promise<number> =>
  (await call('POST', '/session', { code }, { token: null })).status;

describe('the sessions of a token', () => {
  it('are at most 20: the one that was not used for longest ends', async () => {
    const app = await testApp();
    const other = await signIn(app, { token: ADMIN });
    const token = await newToken(app);
    const first = await signIn(app, { token });
    const second = await signIn(app, { token });
    for (let i = 0; i < 18; i += 1) await signIn(app, { token });
    app.clock.advance(60);
    expect(await statusOf(app, first)).toBe(200);
    await signIn(app, { token });
    expect(await statusOf(app, first)).toBe(200);
    expect(await statusOf(app, second)).toBe(401);
    expect(await statusOf(app, other)).toBe(200);
    const { body } = await app.call('GET', '/sessions');
    expect(body).toMatchObject({ meta: { total: 21 } });
  });

  it('are started at most 30 times a minute', async () => {
    const app = await testApp();
    const token = await newToken(app);
    const attempt = (t: string) => app.call('POST', '/session', { token: t }, { token: null });
    for (let i = 0; i < 30; i += 1) expect((await attempt(token)).status).toBe(201);
    expect(await attempt(token)).toMatchObject({
      status: 429,
      body: { code: 'rate_limited' },
      headers: { 'retry-after': '60' },
    });
    expect((await attempt(ADMIN)).status).toBe(201);
  });

  it('are found by an index', async () => {
    const { ctx } = await testApp();
    const plan = (sql: string): string =>
      (ctx.database.sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
        .map(({ detail }) => detail)
        .join();
    for (const sql of [
      'DELETE FROM sessions WHERE expires_at <= 1 OR last_used_at <= 1',
      "SELECT id FROM sessions WHERE token_sha256 = x'00' ORDER BY last_used_at DESC, id DESC LIMIT -1 OFFSET 20",
      'DELETE FROM sessions WHERE id = 1',
    ])
      expect(plan(sql)).not.toMatch(/SCAN/);
  });
});

describe('the code that a session makes', () => {
  it('is void once the session has ended', async () => {
    const app = await testApp();
    const session = await signIn(app, { token: ADMIN });
    const code = await newCode(app, session);
    await app.call('DELETE', '/sessions/1');
    expect(await redeem(app, code)).toBe(401);
  });

  it('starts a session that ends with it, and not later', async () => {
    const app = await testApp();
    const parent = await signIn(app, { token: ADMIN });
    for (let day = 0; day < 12; day += 1) {
      app.clock.advance(40_000);
      expect(await statusOf(app, parent)).toBe(200);
    }
    const child = await signIn(app, { code: await newCode(app, parent) });
    const grandchild = await signIn(app, { code: await newCode(app, child) });
    const expiryOf = async (o: Options) =>
      ((await app.call('GET', '/session', undefined, o)).body as { data: { expires_at: number } })
        .data.expires_at;
    expect(await expiryOf(child)).toBe(await expiryOf(parent));
    expect(await expiryOf(grandchild)).toBe(await expiryOf(parent));
    await app.call('DELETE', '/sessions/1');
    for (const session of [parent, child, grandchild])
      expect(await statusOf(app, session)).toBe(401);
  });

  it('is not made without its line in the audit log', async () => {
    const app = await testApp();
    app.ctx.database.sqlite.exec(`CREATE TRIGGER full BEFORE INSERT ON audit
      BEGIN SELECT RAISE(ABORT, 'no space'); END`);
    const answer = await app.call('POST', '/session/codes', {});
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('hwc_');
    app.ctx.database.sqlite.exec('DROP TRIGGER full');
    await newCode(app, {});
    const { body } = await app.call('GET', '/audit?resource=sign_in_code&action=create');
    expect(body).toMatchObject({ data: [{ outcome: 'ok', status: 201, count: 1 }] });
  });

  it('is not voided by the codes and tickets of another token', async () => {
    const app = await testApp();
    const token = await newToken(app);
    const first = await newCode(app, { token });
    const mine = await newCode(app, {});
    for (let i = 0; i < 150; i += 1) await newCode(app, { token });
    expect(await redeem(app, mine)).toBe(201);
    expect(await redeem(app, first)).toBe(401);
  });
});
