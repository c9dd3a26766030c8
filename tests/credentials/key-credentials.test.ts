import { createPrivateKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openCredential } from '../../src/credentials/credentials.service.js';
import { testApp } from '../support/app.js';
import { certificateValid, SSH_KEYS } from '../support/ssh-keys.js';

const { keys, certificates, passphrase } = SSH_KEYS;
const key = {
  name: 'cloud',
  type: 'ssh_key',
  username: 'admin',
  private_key: keys.ed25519.openssh,
};
const SUDO = 'sudo-battery-staple';

/** Every place where a secret must not be: the rows, the answers, the audit log. */
async function visibleTexts({ call, ctx }: Awaited<ReturnType<typeof testApp>>): Promise<string> {
  const answers = await Promise.all(
    ['/credentials', '/credentials/1', '/audit'].map((path) => call('GET', path)),
  );
  const rows = ['credentials', 'audit'].map((table) =>
    ctx.database.sqlite.prepare(`SELECT * FROM ${table}`).all(),
  );
  const bytes = (rows[0] as Record<string, Buffer | null>[]).flatMap((row) => [
    row['secret']?.toString('latin1'),
    row['sudo_secret']?.toString('latin1'),
  ]);
  return [...answers.map(({ text }) => text), JSON.stringify(rows), ...bytes].join('\n');
}

describe('a credential with a key', () => {
  it('is stored sealed and decrypted, with its fingerprint, and never returned', async () => {
    const app = await testApp();
    const created = await app.call('POST', '/credentials', {
      ...key,
      private_key: keys.rsa.openssh_encrypted,
      passphrase,
      certificate: certificates.rsa,
      sudo_password: SUDO,
    });
    expect(created).toMatchObject({
      status: 201,
      body: {
        data: {
          type: 'ssh_key',
          fingerprint: keys.rsa.fingerprint,
          certificate_expires_at: null,
          has_sudo_password: true,
        },
      },
    });
    const login = await openCredential(app.ctx, 1);
    expect(login).toMatchObject({ type: 'ssh_key', username: 'admin', sudoPassword: SUDO });
    const stored = login?.type === 'ssh_key' ? login.key : null;
    const expected = createPrivateKey(keys.rsa.pkcs8);
    expect(stored?.privateKey.equals(expected)).toBe(true);
    expect(stored?.certificate?.principals).toEqual(['root', 'admin']);
    const visible = `${created.text}\n${await visibleTexts(app)}`;
    const lines = keys.rsa.pkcs8.split('\n').slice(1, -2);
    for (const secret of [SUDO, passphrase, 'PRIVATE KEY', ...lines])
      expect(visible).not.toContain(secret);
  });

  it.each([
    ['after the year 9999', 0n, 2n ** 63n, null],
    ['in 2099, and is valid from 2096 on', 4_000_000_000n, 4_100_000_000n, 4_100_000_000],
  ])('is stored with a certificate that expires %s', async (_name, after, before, end) => {
    const { call } = await testApp();
    const certificate = certificateValid(certificates.ed25519, after, before);
    expect(await call('POST', '/credentials', { ...key, certificate })).toMatchObject({
      status: 201,
      body: { data: { certificate_expires_at: end } },
    });
  });

  it('shows when its certificate expires', async () => {
    const { call } = await testApp();
    const { body } = await call('POST', '/credentials', {
      ...key,
      certificate: certificates.until_2100,
    });
    const { certificate_expires_at: end } = (body as { data: Record<string, number> }).data;
    expect(end).toBeGreaterThan(4_102_000_000);
  });

  it.each([
    ['key_unreadable', '/private_key', { private_key: 'no key' }],
    ['key_unreadable', '/private_key', { private_key: keys.rsa.public }],
    ['passphrase_missing', '/passphrase', { private_key: keys.rsa.openssh_encrypted }],
    [
      'passphrase_wrong',
      '/passphrase',
      { private_key: keys.rsa.openssh_encrypted, passphrase: 'wrong' },
    ],
    ['certificate_unreadable', '/certificate', { certificate: keys.ed25519.public }],
    ['certificate_unreadable', '/certificate', { certificate: certificates.host }],
    ['certificate_of_another_key', '/certificate', { certificate: certificates.rsa }],
    ['certificate_expired', '/certificate', { certificate: certificates.expired }],
  ])('is refused with %s at %s', async (code, path, fields) => {
    const { call, ctx } = await testApp();
    const answer = await call('POST', '/credentials', { ...key, ...fields });
    expect(answer.body).toMatchObject({ status: 422, code, errors: [{ in: 'body', path }] });
    expect(answer.text).not.toContain('PRIVATE KEY');
    expect(ctx.database.sqlite.prepare('SELECT count(*) FROM credentials').pluck().get()).toBe(0);
  });

  it('is rotated, and keeps the secrets that a request does not name', async () => {
    const app = await testApp();
    await app.call('POST', '/credentials', { ...key, sudo_password: SUDO });
    const before = await openCredential(app.ctx, 1);
    expect(
      await app.call('PUT', '/credentials/1', {
        private_key: keys['ecdsa-256'].pem_encrypted,
        passphrase,
        username: 'deploy',
      }),
    ).toMatchObject({
      status: 200,
      body: {
        data: { username: 'deploy', fingerprint: keys['ecdsa-256'].fingerprint, name: 'cloud' },
      },
    });
    const after = await openCredential(app.ctx, 1);
    expect(before).not.toEqual(after);
    expect(after).toMatchObject({ username: 'deploy', sudoPassword: SUDO });
    await app.call('PUT', '/credentials/1', { certificate: certificates['ecdsa-256'] });
    await app.call('PUT', '/credentials/1', { sudo_password: null });
    expect(await openCredential(app.ctx, 1)).toMatchObject({
      sudoPassword: null,
      key: { certificate: { principals: ['root', 'admin'] } },
    });
    await app.call('PUT', '/credentials/1', { certificate: null });
    expect(await openCredential(app.ctx, 1)).toMatchObject({ key: { certificate: null } });
  });

  it.each([
    [422, 'certificate_of_another_key', { private_key: keys.rsa.openssh }],
    [422, 'credential_type_fixed', { type: 'ssh_password' }],
    [422, 'credential_type_fixed', { password: 'x' }],
    [422, 'certificate_expired', { certificate: certificates.expired }],
    [409, 'name_taken', { name: 'other' }],
    [400, 'validation_failed', { passphrase: 'x' }],
    [400, 'validation_failed', {}],
    [400, 'validation_failed', { private_key: '' }],
  ])('stays as it is after %i %s', async (status, code, change) => {
    const { call, ctx } = await testApp();
    await call('POST', '/credentials', { ...key, certificate: certificates.ed25519 });
    await call('POST', '/credentials', { ...key, name: 'other' });
    const row = () => ctx.database.sqlite.prepare('SELECT * FROM credentials WHERE id = 1').get();
    const before = row();
    expect(await call('PUT', '/credentials/1', change)).toMatchObject({ status, body: { code } });
    expect(row()).toEqual(before);
  });

  it('may be used for Linux hosts, and not for Windows', async () => {
    const { call } = await testApp();
    await call('POST', '/credentials', key);
    await call('POST', '/hosts', [{ current_ip: '10.0.0.1' }]);
    const body = { action: 'install', os_family: 'windows', credential_id: 1 };
    expect((await call('POST', '/hosts/1/agent', body)).body).toMatchObject({
      code: 'credential_mismatch',
    });
  });
});

describe('a credential with a password', () => {
  it('is rotated, with another password for sudo', async () => {
    const { call, ctx } = await testApp();
    const password = { name: 'lab', type: 'ssh_password', username: 'root', password: 'first' };
    await call('POST', '/credentials', password);
    expect(await openCredential(ctx, 1)).toMatchObject({ password: 'first', sudoPassword: null });
    await call('PUT', '/credentials/1', { password: 'second', sudo_password: SUDO });
    expect(await openCredential(ctx, 1)).toMatchObject({ password: 'second', sudoPassword: SUDO });
    expect((await call('GET', '/credentials/1')).body).toMatchObject({
      data: { has_sudo_password: true, fingerprint: null },
    });
  });

  it('shows the templates that use it', async () => {
    const { call, ctx } = await testApp();
    const password = { name: 'lab', type: 'ssh_password', username: 'root', password: 'first' };
    await call('POST', '/credentials', password);
    await call('POST', '/credentials', { ...password, name: 'other' });
    const insert = ctx.database.sqlite.prepare(
      "INSERT INTO templates (name, type, params, created_at, updated_at) VALUES ('t', 'inventory', ?, 1, 1)",
    );
    for (const params of ['{"credential_id":1}', '{"credential_id":1}', '{"imported":true}', null])
      insert.run(params);
    expect((await call('GET', '/credentials')).body).toMatchObject({
      data: [
        { id: 1, used_by: { template_ids: [1, 2], operation_ids: [] } },
        { id: 2, used_by: { template_ids: [], operation_ids: [] } },
      ],
    });
  });
});
