import { describe, expect, it } from 'vitest';
import { rekey } from '../../src/data-dir/rekey.js';
import { filesOf } from '../../src/data-dir/paths.js';
import { createVault } from '../../src/credentials/vault.js';
import { openChannel } from '../../src/notifications/channels/channel-secrets.js';
import { testApp } from '../support/app.js';

const URL_SECRET = 'T000-hook-secret';
const KEY = 'signing key';
const webhook = {
  name: 'ops',
  type: 'webhook',
  format: 'slack',
  url: `https://chat.example.org/hooks/${URL_SECRET}`,
  secret: KEY,
};

async function tokenOf(app: Awaited<ReturnType<typeof testApp>>, role: string): Promise<string> {
  const { body } = await app.call('POST', '/tokens', { name: role, role });
  return (body as { data: { token: string } }).data.token;
}

describe.each(['/notification-channels', '/api/v2/notification-channels'])('%s', (path) => {
  it('keeps secrets sealed: none is in a response, the database or the audit log', async () => {
    const app = await testApp();
    const created = await app.call('POST', path, webhook);
    expect([created.status, created.text.includes(KEY)]).toEqual([201, false]);
    const changed = await app.call('PUT', `${path}/1`, { secret: `${KEY} 2`, enabled: false });
    expect(changed.body).toMatchObject({ data: { has_secret: true, url: webhook.url } });
    const operator = await tokenOf(app, 'operator');
    for (const url of [path, `${path}/1`]) {
      const { text, status } = await app.call('GET', url, undefined, { token: operator });
      expect([status, text.includes(URL_SECRET), text.includes(KEY)]).toEqual([200, false, false]);
      expect(text).toContain('https://chat.example.org/…');
    }
    const audit = await app.call('GET', '/audit');
    expect(audit.text).toContain('"resource":"notification_channel"');
    expect(audit.text).not.toMatch(new RegExp(`${URL_SECRET}|${KEY}`));
    const { sqlite } = app.ctx.database;
    const row = sqlite.prepare('SELECT * FROM notification_channels').get() as { secret: Buffer };
    expect(JSON.stringify(row) + row.secret.toString('latin1')).not.toContain(URL_SECRET);
  });

  it('is for admins; operators read, viewers do not', async () => {
    const app = await testApp();
    await app.call('POST', path, webhook);
    const statuses = async (role: string): Promise<number[]> => {
      const options = { token: await tokenOf(app, role) };
      const get = await app.call('GET', path, undefined, options);
      const post = await app.call('POST', path, { ...webhook, name: 'x' }, options);
      const test = await app.call('POST', `${path}/1/test`, undefined, options);
      return [get.status, post.status, test.status];
    };
    expect(await statuses('viewer')).toEqual([403, 403, 403]);
    expect(await statuses('operator')).toEqual([200, 403, 403]);
  });

  it('rejects fields that do not fit together', async () => {
    const { call } = await testApp();
    await call('POST', path, webhook);
    const email = { name: 'mail', type: 'email', to: ['ops@example.org'] };
    const cases: [object, number, object][] = [
      [{ ...webhook }, 409, { code: 'name_taken', conflict: { id: 1 } }],
      [{ name: 'x', type: 'webhook' }, 400, { errors: [{ path: '/url' }] }],
      [{ ...webhook, name: 'x', url: 'ftp://a.example/' }, 400, { errors: [{ path: '/url' }] }],
      [{ ...webhook, name: 'x', url: 'https://a:b@c.example/' }, 400, {}],
      [{ ...webhook, name: 'x', to: ['a@b.example'] }, 400, { errors: [{ path: '/to' }] }],
      [{ ...webhook, name: 'x', secret: 'a\nb' }, 400, { errors: [{ path: '/secret' }] }],
      [{ ...email, to: [] }, 400, { errors: [{ path: '/to' }] }],
      [{ ...email, to: ['a@b\r\nBcc: c@d'] }, 400, { errors: [{ path: '/to/0' }] }],
      [{ ...email, to: ['"a b"@c.example'] }, 400, {}],
      [{ ...email, url: webhook.url }, 400, { errors: [{ path: '/url' }] }],
      [{ ...email, smtp_password: 'x' }, 400, { errors: [{ path: '/smtp_password' }] }],
      [{ ...email, smtp_url: 'smtps://u:secret@m.example' }, 400, {}],
      [{ ...email, smtp_url: 'https://m.example' }, 400, { errors: [{ path: '/smtp_url' }] }],
      [{ ...email, format: 'slack' }, 400, { errors: [{ path: '/format' }] }],
    ];
    for (const [body, status, more] of cases) {
      const answer = await call('POST', path, body);
      expect([answer.status, body]).toEqual([status, body]);
      expect(answer.body).toMatchObject(more);
    }
  });
});

it('rekey seals the secrets of channels with the new key', async () => {
  const app = await testApp();
  await app.call('POST', '/notification-channels', webhook);
  const { sqlite } = app.ctx.database;
  const next = Buffer.alloc(32, 7);
  expect(rekey(sqlite, filesOf(app.dir), { given: undefined, next, now: 0 })).toBe(1);
  const row = sqlite.prepare('SELECT id, secret FROM notification_channels').get();
  const opened = openChannel(createVault(next), row as { id: number; secret: Buffer });
  expect(opened).toMatchObject({ url: webhook.url, secret: KEY });
});

it('deleting a channel deletes its rules and deliveries', async () => {
  const { call, ctx } = await testApp();
  await call('POST', '/notification-channels', webhook);
  await call('POST', '/notification-rules', { channel_id: 1, events: ['task.failed'] });
  expect((await call('DELETE', '/notification-channels/1')).status).toBe(204);
  const left = ctx.database.sqlite.prepare('SELECT count(*) FROM notification_rules').pluck();
  expect(left.get()).toBe(0);
  const unknown = await call('POST', '/notification-rules', {
    channel_id: 1,
    events: ['task.failed'],
  });
  expect(unknown.body).toMatchObject({ status: 422, code: 'unknown_reference' });
});

describe('a URL of another server', () => {
  const email = {
    name: 'mail',
    type: 'email',
    to: ['ops@example.org'],
    smtp_url: 'smtps://u@mail.example.org',
    smtp_password: 'p',
  };

  it.each([
    [webhook, { url: 'https://other.example/x' }, 400, '/secret'],
    [webhook, { url: 'http://chat.example.org/x' }, 400, '/secret'],
    [webhook, { url: new URL('/other/path', webhook.url).href }, 200, null],
    [webhook, { url: 'https://other.example/x', secret: 'new' }, 200, null],
    [webhook, { url: 'https://other.example/x', secret: null }, 200, null],
    [email, { smtp_url: 'smtps://u@other.example' }, 400, '/smtp_password'],
    [email, { smtp_url: 'smtps://v@mail.example.org' }, 200, null],
    [email, { smtp_url: 'smtps://u@other.example', smtp_password: 'q' }, 200, null],
  ])(
    'in a change of %j needs the secret again: %j is %i',
    async (channel, change, status, path) => {
      const { call } = await testApp();
      await call('POST', '/notification-channels', channel);
      const answer = await call('PUT', '/notification-channels/1', change);
      expect(answer.status).toBe(status);
      if (path !== null) expect(answer.body).toMatchObject({ errors: [{ path }] });
    },
  );
});

describe('PUT /notification-rules/{id}', () => {
  it('keeps the ids of what was deleted since, and refuses unknown ones that are added', async () => {
    const { call } = await testApp();
    await call('POST', '/notification-channels', webhook);
    await call('POST', '/groups', { name: 'servers' });
    const rule = { channel_id: 1, events: ['task.failed'], group_ids: [1] };
    expect((await call('POST', '/notification-rules', rule)).status).toBe(201);
    expect((await call('DELETE', '/groups/1')).status).toBe(204);
    const changed = await call('PUT', '/notification-rules/1', {
      severity: 'high',
      group_ids: [1],
    });
    expect(changed).toMatchObject({ status: 200 });
    const refused = await call('PUT', '/notification-rules/1', { group_ids: [1, 2] });
    expect(refused.body).toMatchObject({ status: 422, code: 'unknown_reference' });
  });
});
