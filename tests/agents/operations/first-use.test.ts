import { describe, expect, it, onTestFinished } from 'vitest';
import type { Operation } from '../../../src/agents/operations/operations.js';
import { agentHost } from '../../support/agent-host.js';
import { agentService, type AgentServiceOptions } from '../../support/agent-service.js';
import { winRmServer } from '../../support/winrm-server.js';

const STRICT = { TRUST_ON_FIRST_USE: 'false' };
const FACTS =
  'administrator=True\r\npowershell=5.1.20348\r\nfree_kb=900000\r\ninstalled=False\r\ntraces=False\r\n';

async function setUp(
  os_family: 'linux' | 'windows',
  password: string,
  { env = {}, ...options }: AgentServiceOptions,
) {
  const service = await agentService({ env: { ...STRICT, ...env }, ...options });
  onTestFinished(() => service.close());
  const hostId = await service.addHost('127.0.0.1');
  const credential_id = await service.addCredential(
    'admin',
    password,
    os_family === 'linux' ? 'ssh_password' : 'winrm_password',
  );
  const path = `/hosts/${hostId}/${os_family === 'linux' ? 'ssh-host-key' : 'winrm-certificate'}`;
  return {
    service,
    hostId,
    logIn: async (): Promise<Operation> =>
      service.ended(
        await service.start(hostId, { action: 'install', os_family, credential_id, dry_run: true }),
      ),
    pin: (key: object) => service.call('PUT', path, key),
    forget: () => service.call('DELETE', path),
  };
}

async function linux(env: Record<string, string> = {}) {
  const host = await agentHost({ sudo: 'nopasswd' });
  return {
    host,
    ...(await setUp('linux', host.password('admin'), {
      env: { SSH_PORT: `${host.port}`, ...env },
      operations: { root: host.sandbox.root },
    })),
  };
}

async function windows({ tls = true, env = {} } = {}) {
  const server = await winRmServer({
    tls,
    users: { admin: 'Win-1' },
    powershell: ({ script }) => ({
      exitCode: 0,
      stdout: script.includes("'reach'") ? 'dotnet 0\r\n' : FACTS,
    }),
  });
  const ports: Record<string, string> = tls
    ? { WINRM_TLS_PORT: `${server.port}`, WINRM_PORT: '1' }
    : { WINRM_TLS_PORT: '1', WINRM_PORT: `${server.port}` };
  return { server, ...(await setUp('windows', 'Win-1', { env: { ...ports, ...env } })) };
}

const failed = (code: string, detail: RegExp): object => ({
  status: 'failed',
  step: 'authenticate',
  error: { code, detail: expect.stringMatching(detail) as string },
});
const completed = { status: 'completed', error: null };

describe('without trust on first use', () => {
  it('does not send the password to a host whose SSH key is not pinned, and logs in once it is', async () => {
    const { host, service, hostId, logIn, pin } = await linux();
    const first = await logIn();
    expect(first).toMatchObject(
      failed('host_key_unknown', /ssh-ed25519 SHA256:[A-Za-z0-9+/]{43}$/),
    );
    expect(host.log.passwords).toBe(0);
    expect((await service.agent(hostId)).ssh_host_key).toBe(null);
    const [, type, fingerprint_sha256] =
      / (\S+) (SHA256:\S+)$/.exec(first.error?.detail ?? '') ?? [];
    expect(await pin({ type, fingerprint_sha256 })).toMatchObject({
      status: 200,
      body: { data: { type, fingerprint_sha256 } },
    });
    expect(await logIn()).toMatchObject(completed);
    expect(service.events.filter(({ step }) => step === 'authenticate').at(-1)?.message).toBe(
      `Logged in as admin, host key ${type} ${fingerprint_sha256}, pinned`,
    );
    expect(
      (
        await pin({
          ...(await service.agent(hostId)).ssh_host_key,
          fingerprint_sha256: `SHA256:${'A'.repeat(43)}`,
        })
      ).status,
    ).toBe(200);
    expect(await logIn()).toMatchObject(
      failed(
        'host_key_changed',
        new RegExp(`${fingerprint_sha256?.replaceAll('+', '\\+')} instead of`),
      ),
    );
  });

  it('sends nothing to a Windows host whose certificate is not pinned, and logs in once it is', async () => {
    const { server, service, hostId, logIn, pin } = await windows();
    expect(await logIn()).toMatchObject(
      failed('certificate_untrusted', new RegExp(server.fingerprint)),
    );
    expect(server.seen).toEqual([]);
    expect(
      await pin({
        fingerprint_sha256: server.fingerprint.toUpperCase().replace(/..(?=.)/g, '$&:'),
      }),
    ).toMatchObject({ status: 200, body: { data: { fingerprint_sha256: server.fingerprint } } });
    expect(await logIn()).toMatchObject(completed);
    expect((await service.agent(hostId)).winrm_certificate).toMatchObject({
      fingerprint_sha256: server.fingerprint,
    });
  });

  it('never uses HTTP for Windows hosts, because it does not authenticate the host', async () => {
    const { server, logIn } = await windows({ tls: false });
    expect(await logIn()).toMatchObject({
      status: 'failed',
      error: { code: 'connection_refused' },
    });
    expect(server.seen).toEqual([]);
  });
});

describe('with trust on first use', () => {
  it('pins the first certificate, reports it in an event, and sends nothing to a host with another one', async () => {
    const { server, service, hostId, logIn, pin, forget } = await windows({
      env: { TRUST_ON_FIRST_USE: 'true' },
    });
    expect(await logIn()).toMatchObject(completed);
    expect(service.events.map(({ message }) => message)).toContain(
      `Logged in as admin, certificate SHA-256 ${server.fingerprint}, trusted on first use`,
    );
    expect((await service.agent(hostId)).winrm_certificate).toMatchObject({
      fingerprint_sha256: server.fingerprint,
    });
    const before = server.seen.length;
    await pin({ fingerprint_sha256: 'ab'.repeat(32) });
    expect(await logIn()).toMatchObject(failed('host_key_changed', new RegExp(server.fingerprint)));
    expect(server.seen.length).toBe(before);
    expect((await forget()).status).toBe(204);
    expect((await service.agent(hostId)).winrm_certificate).toBe(null);
    expect(await logIn()).toMatchObject(completed);
  });

  it('reports in an event that an SSH key was trusted on first use', async () => {
    const { service, logIn } = await linux({ TRUST_ON_FIRST_USE: 'true' });
    expect(await logIn()).toMatchObject(completed);
    expect(service.events.find(({ step }) => step === 'authenticate')?.message).toMatch(
      /^Logged in as admin, host key ssh-ed25519 SHA256:\S+, trusted on first use$/,
    );
  });
});

describe('pinning a key', () => {
  it.each([
    ['ssh-host-key', { type: 'ssh-dss', fingerprint_sha256: `SHA256:${'A'.repeat(43)}` }, 400],
    ['ssh-host-key', { type: 'ssh-rsa', fingerprint_sha256: 'MD5:aa' }, 400],
    ['ssh-host-key', {}, 400],
    ['winrm-certificate', { fingerprint_sha256: 'ab'.repeat(20) }, 400],
    ['winrm-certificate', { fingerprint_sha256: 'ab'.repeat(32), type: 'x509' }, 400],
    ['winrm-certificate', { fingerprint_sha256: 'ab'.repeat(32), pinned_at: 7 }, 200],
  ])('PUT %s with %j returns %i', async (path, body, status) => {
    const { service, hostId } = await setUp('linux', 'x', {});
    expect((await service.call('PUT', `/hosts/${hostId}/${path}`, body)).status).toBe(status);
    if (status === 200)
      expect((await service.call('PUT', `/hosts/99/${path}`, body)).status).toBe(404);
  });
});
