import { readdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { credentialBinding } from '../../../src/credentials/vault.js';
import { stepOf } from '../../../src/agents/login-test/login-steps.js';
import { agentService, type AgentServiceOptions } from '../../support/agent-service.js';
import { blobOf, certificateValid, SSH_KEYS } from '../../support/ssh-keys.js';
import { sshServer, type SshServerOptions } from '../../support/ssh-server.js';
import { winRmServer } from '../../support/winrm-server.js';

const { keys, certificates } = SSH_KEYS;
const users = {
  admin: {
    password: 'Sandbox-admin-1',
    methods: ['publickey'] as const,
    publicKeys: [blobOf(keys.ed25519.public)],
  },
};
const key = {
  name: 'key',
  type: 'ssh_key',
  username: 'admin',
  private_key: keys.ed25519.openssh,
  sudo_password: users.admin.password,
};
const STEPS = ['connect', 'login', 'commands', 'rights'];

interface TestResult {
  ok: boolean;
  steps: { step: string; ok: boolean; message: string }[];
  error: { code: string; detail: string | null } | null;
}

async function setUp(credential: object, port: number, options: AgentServiceOptions = {}) {
  const { env = {}, ...more } = options;
  const service = await agentService({ env: { SSH_PORT: `${port}`, ...env }, ...more });
  onTestFinished(() => service.close());
  const hostId = await service.addHost('127.0.0.1');
  const created = await service.call('POST', '/credentials', credential);
  expect(created.status).toBe(201);
  const test = async (): Promise<TestResult> => {
    const { body } = await service.call('POST', '/credentials/1/test', { host_id: hostId });
    return (body as { data: TestResult }).data;
  };
  return { service, hostId, test };
}

async function linux(credential: object, server: SshServerOptions = {}, options = {}) {
  const host = await sshServer({ users, ...server });
  return { host, ...(await setUp(credential, host.port, options)) };
}

describe('the test of a credential', () => {
  it('logs in, determines the rights and changes nothing on the host', async () => {
    const { host, service, test } = await linux(key);
    const filesOf = () => readdirSync(host.sandbox.root, { recursive: true }).sort();
    const before = filesOf();
    const result = await test();
    expect(result).toMatchObject({ ok: true, error: null });
    expect(result.steps.map(({ step, ok }) => [step, ok])).toEqual(STEPS.map((s) => [s, true]));
    expect(result.steps[1]?.message).toMatch(/trusted on first use$/);
    expect((await test()).steps[1]?.message).toMatch(/pinned$/);
    expect(filesOf()).toEqual(before);
    expect((await service.call('GET', '/credentials/1')).body).toMatchObject({
      data: { last_used_at: expect.any(Number) as number },
    });
    expect((await service.call('GET', '/audit?resource=credential')).body).toMatchObject({
      data: [{ action: 'run', resource_id: '1', outcome: 'ok' }, {}, { action: 'create' }],
    });
  });

  it.each<[string, object, SshServerOptions, string, string]>([
    ['a refused key', { ...key, private_key: keys.rsa.openssh }, {}, 'auth_failed', 'login'],
    ['sudo without a password', { ...key, sudo_password: 'wrong' }, {}, 'sudo_denied', 'rights'],
    ['a user without sudo', key, { sudo: 'denied' }, 'sudo_denied', 'rights'],
  ])('names the step that failed for %s', async (_name, credential, server, code, step) => {
    const { service, test } = await linux(credential, server);
    const result = await test();
    const index = STEPS.indexOf(step);
    expect(result).toMatchObject({ ok: false, error: { code } });
    expect(result.steps.map((s) => [s.step, s.ok])).toEqual(
      STEPS.slice(0, index + 1).map((s, i) => [s, i < index]),
    );
    const used = (await service.call('GET', '/credentials/1')).body as {
      data: { last_used_at: unknown };
    };
    expect(used.data.last_used_at !== null).toBe(step !== 'login'); // by a login that succeeds only
    const { body } = await service.call('GET', '/hosts/1/agent');
    expect(JSON.stringify(body).includes('SHA256')).toBe(step !== 'login'); // pinned after a login only
  });

  it('names the step for a host that does not listen, and for one that is not allowed', async () => {
    const { test } = await setUp(key, 1);
    expect(await test()).toMatchObject({
      ok: false,
      steps: [{ step: 'connect', ok: false }],
      error: { code: 'connection_refused' },
    });
    const denied = await setUp(key, 1, { env: { SCAN_DENY: '127.0.0.0/8' } });
    expect(await denied.test()).toMatchObject({ error: { code: 'not_allowed' } });
  });

  it('does not trust a new host key where trust on first use is disabled', async () => {
    const { host, test } = await linux(key, {}, { env: { TRUST_ON_FIRST_USE: 'false' } });
    expect(await test()).toMatchObject({
      steps: [{ step: 'connect', ok: false }],
      error: { code: 'host_key_unknown' },
    });
    expect(host.log.logins).toEqual([]);
  });

  it.each<[string, string | null, string]>([
    ['a secret that cannot be decrypted', null, 'credential_unreadable'],
    ['an expired certificate', certificates.expired, 'certificate_expired'],
    [
      'a certificate that is not valid yet',
      certificateValid(certificates.ed25519, 4_000_000_000n, 4_100_000_000n),
      'certificate_not_yet_valid',
    ],
  ])('fails at the login for %s, and does not connect', async (_name, certificate, code) => {
    const { host, service, test } = await linux(key);
    const stored = JSON.stringify({ private_key: keys.ed25519.pkcs8, certificate });
    const secret =
      certificate === null
        ? Buffer.alloc(1)
        : service.ctx.vault.seal(stored, credentialBinding(1, 'ssh_key'));
    service.ctx.database.sqlite.prepare('UPDATE credentials SET secret = ?').run(secret);
    expect(await test()).toMatchObject({
      ok: false,
      steps: [{ step: 'login', ok: false }],
      error: { code },
    });
    expect(host.connections()).toBe(0);
    expect((await service.call('GET', '/credentials/1')).body).toMatchObject({
      data: { last_used_at: null },
    });
  });

  it.each([
    ['the wrong passphrase', { passphrase: 'wrong' }, 'passphrase_wrong'],
    ['no passphrase', {}, 'passphrase_missing'],
  ])(
    'is not reached with %s, which is refused when the key is stored',
    async (_name, fields, code) => {
      const service = await agentService();
      onTestFinished(() => service.close());
      const body = { ...key, private_key: keys.ed25519.openssh_encrypted, ...fields };
      expect(await service.call('POST', '/credentials', body)).toMatchObject({
        status: 422,
        body: { code },
      });
    },
  );

  it('says of an agent-only host that its agent needs no login', async () => {
    const { service, test } = await setUp(key, 1);
    const hint = /needs no login/;
    expect((await test()).error?.detail).not.toMatch(hint);
    service.ctx.database.sqlite.exec(
      "INSERT INTO agents (host_id, os_family, installed_at) VALUES (1, 'linux', 1)",
    );
    const result = await test();
    expect(result).toMatchObject({
      ok: false,
      steps: [{ step: 'connect', ok: false }],
      error: { code: 'connection_refused' },
    });
    expect(result.error?.detail).toMatch(hint);
  });

  it('is not run for unknown hosts and credentials', async () => {
    const { service } = await setUp(key, 1);
    const run = (id: number, host_id: number) =>
      service.call('POST', `/credentials/${id}/test`, { host_id });
    expect(await run(1, 9)).toMatchObject({ status: 422, body: { code: 'unknown_reference' } });
    expect(await run(9, 1)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each([
    ['True', true, null],
    ['False', false, 'access_denied'],
  ])('checks the rights of a Windows user (%s)', async (stdout, ok, code) => {
    const server = await winRmServer({
      tls: true,
      users: { admin: 'Win-1' },
      powershell: () => ({ exitCode: 0, stdout: `${stdout}\r\n` }),
    });
    const windows = { name: 'w', type: 'winrm_password', username: 'admin', password: 'Win-1' };
    const env = { WINRM_TLS_PORT: `${server.port}`, WINRM_PORT: '1' };
    const { test } = await setUp(windows, 1, { env });
    const result = await test();
    expect(result).toMatchObject(code === null ? { ok, error: null } : { ok, error: { code } });
    expect(result.steps.map(({ step }) => step)).toEqual(STEPS);
  });

  it('is refused to operators on hosts that no admin has chosen, before anything is sent', async () => {
    const { host, service } = await linux(key);
    const created = await service.call('POST', '/tokens', { name: 'op', role: 'operator' });
    const { token } = (created.body as { data: { token: string } }).data;
    const answer = await service.app.inject({
      method: 'POST',
      url: '/credentials/1/test',
      headers: { authorization: `Bearer ${token}` },
      payload: { host_id: 1 },
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.json<{ code: string }>().code).toBe('credential_not_allowed');
    expect(host.log.logins).toEqual([]);
  });
});

describe('the step of a failure', () => {
  it.each([
    ['auth_failed', 0, 'login'],
    ['certificate_expired', 0, 'login'],
    ['certificate_not_yet_valid', 0, 'login'],
    ['credential_unreadable', 0, 'login'],
    ['access_denied', 0, 'login'],
    ['host_key_changed', 0, 'connect'],
    ['no_shell', 2, 'commands'],
    ['command_timeout', 2, 'commands'],
    ['sudo_denied', 2, 'rights'],
    ['access_denied', 2, 'rights'],
  ])('%s after %i steps is %s', (code, passed, step) => {
    expect(stepOf(code, passed)).toBe(step);
  });
});
