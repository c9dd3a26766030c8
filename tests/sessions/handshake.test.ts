import { describe, expect, it } from 'vitest';
import { ADMIN, type TestApp } from '../support/app.js';
import { connectFollower, handshakeError, listeningApp } from '../support/ws.js';

/** Returns the two halves of a new session, as headers. */
async function signIn({ call }: TestApp): Promise<{ cookie: string; half: string }> {
  const { body, headers } = await call('POST', '/session', { token: ADMIN }, { token: null });
  const { header } = (body as { data: { header: string } }).data;
  return { cookie: String(headers['set-cookie']).split(';')[0] ?? '', half: header };
}

const OPENED = 101;

describe('the handshake of a WebSocket', () => {
  it('needs a ticket or both halves, and a page of the service', async () => {
    const app = await listeningApp();
    const { cookie, half } = await signIn(app);
    const other = await signIn(app);
    const session = { 'hostwarden-session': half };
    const own = `http://127.0.0.1:${app.port}`;
    const newTicket = async (): Promise<string> => {
      const headers = { cookie, ...session };
      const { body } = await app.call('POST', '/ws/tickets', undefined, { token: null, headers });
      return `?ticket=${(body as { data: { ticket: string } }).data.ticket}`;
    };
    const callers: [string, Record<string, string>, boolean, () => Promise<string> | string][] = [
      ['nothing', {}, false, () => ''],
      ['the cookie', { cookie }, false, () => ''],
      ['the header', session, false, () => ''],
      ['both halves', { cookie, ...session }, true, () => ''],
      ['a foreign header', { cookie, 'hostwarden-session': other.half }, false, () => ''],
      ['a ticket', { cookie }, true, newTicket],
    ];
    const pages: [string, Record<string, string>, boolean][] = [
      ['same origin', { origin: own }, true],
      ['other port', { origin: `http://127.0.0.1:${app.port + 1}` }, false],
      ['other host', { origin: 'http://evil.example' }, false],
      ['no Origin', {}, true],
    ];
    for (const path of ['/ws/events', '/ws/agents', '/api/v1/ws/events'])
      for (const [caller, callerHeaders, isAccepted, query] of callers)
        for (const [page, pageHeaders, isOwnPage] of pages) {
          const headers = { ...callerHeaders, ...pageHeaders };
          const url = `${path}${await query()}`;
          const status = await connectFollower(app, url, { headers }).then(
            ({ socket }) => {
              socket.terminate();
              return OPENED;
            },
            async (error: unknown) => (await handshakeError(Promise.reject(error as Error))).status,
          );
          const isRefusedAsForeign = !isOwnPage && (isAccepted || 'hostwarden-session' in headers);
          const refusal = isRefusedAsForeign ? 403 : 401;
          const expected = isAccepted && isOwnPage ? OPENED : refusal;
          expect(status, `${path}, ${caller}, ${page}`).toBe(expected);
        }
  });
});

describe('the answer with a ticket', () => {
  it('has the session of the request, with the role that the request has', async () => {
    const app = await listeningApp();
    const { cookie, half } = await signIn(app);
    const options = { token: null, headers: { cookie, 'hostwarden-session': half } };
    const { body } = await app.call('POST', '/ws/tickets', undefined, options);
    const own = await app.call('GET', '/session', undefined, options);
    expect(body).toMatchObject({ data: { session: (own.body as { data: object }).data } });
    expect(body).toMatchObject({ data: { session: { role: 'admin', is_current: true } } });
  });

  it('has the role of a link that gives fewer rights than its token', async () => {
    const app = await listeningApp();
    const code = app.ctx.sessions.issueCode({ id: null, role: 'admin' }, 'viewer')?.code;
    const { body, headers } = await app.call('POST', '/session', { code }, { token: null });
    const { header } = (body as { data: { header: string } }).data;
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const options = { token: null, headers: { cookie, 'hostwarden-session': header } };
    const answer = await app.call('POST', '/ws/tickets', undefined, options);
    expect(answer.body).toMatchObject({ data: { session: { role: 'viewer' } } });
  });

  it('has no session for a request with a token, and none without the second half', async () => {
    const app = await listeningApp();
    const { cookie } = await signIn(app);
    expect((await app.call('POST', '/ws/tickets')).body).toMatchObject({ data: { session: null } });
    const options = { token: null, headers: { cookie } };
    expect((await app.call('POST', '/ws/tickets', undefined, options)).status).toBe(401);
  });
});

describe('the WebSocket of a session', () => {
  it.each([
    ['12 hours without use', {}, 12 * 3600],
    ['the last day', { SESSION_IDLE_HOURS: '48', SESSION_MAX_DAYS: '1' }, 86_400],
  ])('is closed after %s', async (_name, env, seconds) => {
    const app = await listeningApp({ env });
    const { cookie, half } = await signIn(app);
    const headers = { cookie, 'hostwarden-session': half };
    const { closed } = await connectFollower(app, '/ws/events', { headers });
    app.clock.advance(seconds);
    expect(await closed).toBe(4401);
  });
});
