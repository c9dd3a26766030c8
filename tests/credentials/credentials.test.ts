import { describe, expect, it } from 'vitest';
import { credentialBinding } from '../../src/credentials/vault.js';
import { testApp } from '../support/app.js';

const NOW = 1_790_000_000;
const SECRET = 'correct horse 😀 "battery" \\staple';
const root = { name: 'lab root', type: 'ssh_password', username: 'root', password: SECRET };

describe.each(['/credentials', '/api/v2/credentials'])('credentials at %s', (path) => {
  it('stores the password sealed, bound to id and type, and never returns it', async () => {
    const { call, ctx } = await testApp();
    const shown = {
      id: 1,
      name: 'lab root',
      type: 'ssh_password',
      username: 'root',
      fingerprint: null,
      certificate_expires_at: null,
      has_sudo_password: false,
      created_at: NOW,
      updated_at: NOW,
      last_used_at: null,
      used_by: { template_ids: [], operation_ids: [] },
      scope: null,
    };
    const created = await call('POST', path, root);
    expect([created.status, created.body]).toEqual([201, { data: shown }]);
    const listed = await call('GET', `${path}/`);
    expect(listed.body).toEqual({ data: [shown], meta: { page: 1, limit: 50, total: 1 } });
    expect(created.text + listed.text).not.toContain('battery');
    const row = ctx.database.sqlite.prepare('SELECT * FROM credentials').get() as Record<
      string,
      unknown
    > & {
      secret: Buffer;
    };
    expect(JSON.stringify(row) + row.secret.toString('latin1')).not.toContain('battery');
    expect(ctx.vault.open(row.secret, credentialBinding(1, 'ssh_password'))).toBe(SECRET);
    for (const [id, type] of [
      [2, 'ssh_password'],
      [1, 'winrm_password'],
    ] as const)
      expect(() => ctx.vault.open(row.secret, credentialBinding(id, type))).toThrow();
  });

  it('rejects invalid requests without repeating the password, and stores nothing', async () => {
    const { call, ctx } = await testApp();
    await call('POST', path, root);
    const cases: [unknown, number, object][] = [
      [{ ...root, username: 'other' }, 409, { code: 'name_taken', conflict: { id: 1 } }],
      [{ ...root, name: 'x', type: 'ftp' }, 400, { errors: [{ path: '/type' }] }],
      [
        { ...root, name: 'x', type: 'ssh_key' },
        400,
        { errors: [{ path: '/private_key' }, { path: '/password' }] },
      ],
      [{ ...root, name: 'x', private_key: SECRET }, 400, { errors: [{ path: '/private_key' }] }],
      [{ ...root, name: 'x', type: 'winrm_password', sudo_password: SECRET }, 400, {}],
      [{ ...root, name: 'x', password: '' }, 400, { errors: [{ path: '/password' }] }],
      [{ ...root, name: 'x', password: `${SECRET}\0` }, 400, {}],
      [{ ...root, name: 'x', password: [SECRET] }, 400, {}],
      [{ ...root, name: 'x', pasword: SECRET }, 400, { errors: [{ path: '/pasword' }] }],
      [{ name: 'x', type: 'ssh_password', username: 'root' }, 400, {}],
      [{ ...root, name: '' }, 400, {}],
      [[root], 400, {}],
      [`{"password":"${'battery'}`, 400, { code: 'malformed_json' }],
    ];
    for (const [body, status, more] of cases) {
      const answer = await call('POST', path, body);
      expect(answer.body).toMatchObject({ status, ...more });
      expect(answer.text, answer.text).not.toContain(SECRET);
    }
    expect(ctx.database.sqlite.prepare('SELECT count(*) FROM credentials').pluck().get()).toBe(1);
  });

  it('deletes a credential once and never reuses its id', async () => {
    const { call } = await testApp();
    await call('POST', path, root);
    expect(await call('DELETE', `${path}/1`)).toMatchObject({ status: 204, text: '' });
    expect((await call('DELETE', `${path}/1`)).body).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect((await call('POST', path, { ...root, type: 'winrm_password' })).body).toMatchObject({
      data: { id: 2, type: 'winrm_password' },
    });
  });
});
