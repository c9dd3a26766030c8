import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { ADMIN, testApp, type TestApp } from '../support/app.js';
import { connectFollower, handshakeError, listeningApp } from '../support/ws.js';

const newCode = async ({ call }: TestApp, body: unknown = {}): Promise<string> =>
  ((await call('POST', '/session/codes', body)).body as { data: { code: string } }).data.code;

const attempt = ({ call }: TestApp, code: string, address = '192.0.2.9') =>
  call('POST', '/session', { code }, { token: null, address });

describe('the code of a link', () => {
  it('ends with its service', async () => {
    const app = await testApp();
    const code = await newCode(app);
    await app.close();
    const later = await testApp({ dir: app.dir });
    expect((await attempt(later, code)).status).toBe(401);
  });

  it('ends with its token', async () => {
    const app = await testApp();
    const { body } = await app.call('POST', '/tokens', { name: 'a', role: 'viewer' });
    const { id, token } = (body as { data: { id: number; token: string } }).data;
    const created = await app.call('POST', '/session/codes', {}, { token });
    const { code } = (created.body as { data: { code: string } }).data;
    await app.call('DELETE', `/tokens/${id}`);
    expect((await attempt(app, code)).status).toBe(401);
  });

  it('survives 10,000 guesses, which are refused, slowed down, and audited in one line', async () => {
    const app = await testApp();
    const code = await newCode(app);
    const statuses = new Map<number, number>();
    for (let batch = 0; batch < 100; batch += 1) {
      const guesses = Array.from({ length: 100 }, (_, i) =>
        // The last of a batch waits for those that are slowed down: it is not awaited.
        attempt(app, `hwc_${batch * 100 + i}`).then(({ status }) => {
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }),
      );
      await (batch === 99 ? Promise.all(guesses) : Promise.race(guesses));
    }
    await expect
      .poll(() => [...statuses.values()].reduce((sum, n) => sum + n, 0), { timeout: 20_000 })
      .toBe(10_000);
    expect([...statuses.keys()].sort()).toEqual([401, 429]);
    expect(statuses.get(401)).toBeLessThan(500);
    await app.ctx.audit.flush();
    const { body } = await app.call('GET', '/audit?action=login_failed');
    expect(body).toMatchObject({ data: [{ count: 10_000 }], meta: { total: 1 } });
    expect((await attempt(app, code)).status).toBe(201);
  });
});

describe('secrets of a sign-in', () => {
  it('are in no line of the log, at any level', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const app = await listeningApp({ log });
    const code = await newCode(app);
    const wrong = 'hwc_wrong-0123456789';
    await attempt(app, wrong);
    await app.call('POST', '/session', { code: [code] }, { token: null });
    await app.call('POST', '/session', `{"code":"${code}",`, { token: null });
    await app.call('POST', '/session', { token: ADMIN }, { token: null });
    const { body, headers } = await attempt(app, code);
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const { header } = (body as { data: { header: string } }).data;
    const session = { token: null, headers: { cookie, 'hostwarden-session': header } };
    const answer = await app.call('POST', '/ws/tickets', undefined, session);
    const { ticket } = (answer.body as { data: { ticket: string } }).data;
    await connectFollower(app, `/ws/events?ticket=${ticket}`, {});
    const again = connectFollower(app, `/api/v2/ws/events?since=0&ticket=${ticket}`, {});
    expect(await handshakeError(again)).toEqual({ status: 401, code: 'unauthorized' });
    expect(lines.length).toBeGreaterThan(5);
    for (const secret of [code, wrong, ADMIN, cookie.split('=')[1] ?? '', header, ticket])
      expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  });
});
