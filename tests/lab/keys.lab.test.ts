import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createSshKey, type SshKey } from '../../src/platform/ssh/keys/ssh-key.js';
import { openSsh } from '../../src/platform/ssh/open-ssh.js';
import type { SshError } from '../../src/platform/ssh/ssh-error.js';
import type { SshSession } from '../../src/platform/ssh/ssh.js';
import { agentService, type AgentService } from '../support/agent-service.js';
import { KEY_NAMES, SSH_KEYS } from '../support/ssh-keys.js';
import { agentLab, as, run, SERVER, until } from './agent-lab.js';
import { removeHosts, rootOf, type Role } from './hosts.js';

const roles: Role[] = ['systemd', 'bare', 'cron', 'full', 'openrc', 'busybox', 'ro'];
const { skipReason, host, onHost, traces } = agentLab(roles);
afterAll(removeHosts);

const { keys, certificates, authority, passphrase } = SSH_KEYS;
const limits = { timeoutMs: 20_000, maxBytes: 100_000 };

/** Puts the public keys on a host, from outside: one has a full disk, another is read-only. */
function authorize(role: Role): void {
  const text = KEY_NAMES.map((name) => keys[name].public).join('\n');
  const script = `set -e; cd "$1"
    [ "$2" != full ] || truncate -s -32k var/filler
    for home in root home/admin; do
      mkdir -p $home/.ssh; printf '%s\\n' "$3" >$home/.ssh/authorized_keys
      chmod 700 $home/.ssh; chmod 600 $home/.ssh/authorized_keys
    done
    chown -R --reference=home/admin home/admin/.ssh
    [ "$2" != full ] || dd if=/dev/zero of=var/filler bs=4k oflag=append conv=notrunc status=none 2>/dev/null || true`;
  execFileSync('sh', ['-c', script, 'authorize', rootOf(host(role)), role, text]);
}

beforeAll(() => {
  if (skipReason === null) roles.forEach(authorize);
});

async function serve(role: Role, credential: object, env: Record<string, string> = {}) {
  const service = await agentService({
    host: SERVER,
    operations: { verifyMs: 8_000 },
    hasTaskTypes: true,
    env,
  });
  onTestFinished(() => service.close());
  const hostId = await service.addHost(host(role).ip);
  const created = await service.call('POST', '/credentials', {
    name: 'key',
    type: 'ssh_key',
    ...credential,
  });
  expect(created.status).toBe(201);
  return { service, hostId, credentialId: 1 };
}

interface LoginTest {
  ok: boolean;
  steps: { step: string; message: string }[];
  error: { code: string; detail: string | null } | null;
}

async function testLogin(service: AgentService, host_id: number): Promise<LoginTest> {
  const { body } = await service.call('POST', '/credentials/1/test', { host_id });
  return (body as { data: LoginTest }).data;
}

/** Runs a task of the type inventory on the host; returns its outcome there. */
async function inventory({ call }: AgentService, hostId: number): Promise<string | null> {
  const template = {
    ...{ name: 'i', shares_name: true, type: 'inventory', hosts: [hostId], enabled: false },
    params: { credential_id: 1 },
  };
  const { body } = await call('POST', '/api/v1/templates', template);
  const { id } = (body as { data: { id: number } }).data;
  const started = await call('POST', `/api/v1/templates/${id}`);
  const { id: task } = (started.body as { data: { id: number } }).data;
  const read = async () => {
    const answer = await call('GET', `/api/v1/tasks/${task}/hosts`);
    return (answer.body as { data: { outcome: string | null }[] }).data[0]?.outcome ?? null;
  };
  return until(read, (outcome) => outcome !== null);
}

/** The failure of an installation on hosts that cannot have an agent. */
const FAILURES: Partial<Record<Role, string>> = {
  bare: 'missing_tool',
  full: 'disk_full',
  ro: 'read_only_root',
};
const USERS = [
  ['root', { username: 'root' }, 'The user is root'],
  [
    'admin',
    { username: 'admin', sudo_password: 'Lab-admin-1' },
    'The user becomes root by sudo, with a password',
  ],
] as const;
const login = { private_key: keys.ed25519.openssh_encrypted, passphrase };

describe.skipIf(skipReason !== null)('a key on real hosts', () => {
  const cases = roles.flatMap((role) => USERS.map((user) => [role, ...user] as const));

  it.each(cases)('%s as %s: is tested, installs an agent and collects', async (role, ...user) => {
    const [, fields, rights] = user;
    const served = await serve(role, { ...login, ...fields });
    const { service, hostId } = served;
    const tested = await testLogin(service, hostId);
    expect(tested).toMatchObject({ ok: true, error: null });
    expect(tested.steps.at(-1)?.message).toBe(rights);
    expect(await traces(role)).toBe('');
    const failure = FAILURES[role] ?? null;
    expect(await run(served, 'install')).toMatchObject(as(failure));
    if (failure === null) {
      expect(await service.agent(hostId)).toMatchObject({ state: 'online' });
      expect(await run(served, 'update')).toMatchObject(as(null));
      expect(await run(served, 'uninstall')).toMatchObject(as(null));
    }
    expect(await traces(role)).toBe('');
    expect(await inventory(service, hostId)).toBe('done');
  });

  it.each(KEY_NAMES)('of the type %s logs in', async (name) => {
    const { service, hostId } = await serve('cron', {
      username: 'root',
      private_key: keys[name].pkcs8,
    });
    expect(await testLogin(service, hostId)).toMatchObject({ ok: true });
  });

  it('that sudo needs a password for fails at the rights, and still collects', async () => {
    const { service, hostId } = await serve('cron', { ...login, username: 'admin' });
    expect(await testLogin(service, hostId)).toMatchObject({
      ok: false,
      error: {
        code: 'sudo_denied',
        detail: expect.stringMatching(/the credential has none for it/) as string,
      },
    });
    expect(await inventory(service, hostId)).toBe('done');
  });

  it('that is not authorized is refused with its fingerprint', async () => {
    const served = await serve('systemd', { ...login, username: 'nosudo' });
    const { service, hostId } = served;
    const detail = expect.stringContaining(keys.ed25519.fingerprint) as string;
    const error = { code: 'auth_failed', detail };
    expect(await testLogin(service, hostId)).toMatchObject({ ok: false, error });
    expect(await run(served, 'install')).toMatchObject({ ...as('auth_failed'), error });
    expect(await inventory(service, hostId)).toBe('auth_failed');
  });

  it.each([
    ['the wrong passphrase', { passphrase: 'wrong' }, 'passphrase_wrong'],
    ['no passphrase', { passphrase: undefined }, 'passphrase_missing'],
    ['an expired certificate', { certificate: certificates.expired }, 'certificate_expired'],
  ])('with %s is not stored', async (_name, fields, code) => {
    const service = await agentService({ host: SERVER });
    onTestFinished(() => service.close());
    const body = { name: 'key', type: 'ssh_key', username: 'root', ...login, ...fields };
    expect((await service.call('POST', '/credentials', body)).body).toMatchObject({ code });
  });
});

const portOf = (options: string): number => 2900 + (options.length % 90);

/** Starts one more sshd on a host for the time of `work`. */
async function withSshd(options: string, work: (port: number) => Promise<void>): Promise<void> {
  const port = portOf(options);
  const pid = '/run/lab-keys-sshd.pid';
  const asRoot = (command: string) =>
    onHost('cron', async (session) => void (await session.run(command, limits)));
  await asRoot(
    `printf '%s\\n' '${authority}' >/run/lab-ca.pub; printf '%s\\n' '${keys.rsa.public}' >/run/lab-keys
    /usr/sbin/sshd -p ${port} -o PidFile=${pid} -f /etc/ssh/sshd_config ${options}
    until [ -s ${pid} ]; do sleep 0.1; done`,
  );
  try {
    await work(port);
  } finally {
    await asRoot(`kill $(cat ${pid}); rm -f ${pid} /run/lab-ca.pub /run/lab-keys`);
  }
}

interface Login {
  port: number;
  username?: string;
  key?: SshKey;
  password?: string;
}

async function logIn(
  { username = 'root', ...more }: Login,
  work: (session: SshSession) => Promise<unknown> = (session) => session.elevate(),
): Promise<unknown> {
  const session = await openSsh({
    ip: host('cron').ip,
    username,
    guard: () => null,
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    pinned: null,
    ...more,
  });
  return work(session).finally(() => session.close());
}

const failureOf = (attempt: Promise<unknown>): Promise<SshError> =>
  attempt.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: unknown) => error as SshError,
  );
const plain = createSshKey(keys.ed25519.pkcs8, null);
const BY_CERTIFICATE = '-o TrustedUserCAKeys=/run/lab-ca.pub -o AuthorizedKeysFile=none';

describe.skipIf(skipReason !== null)('an agent-only host', () => {
  it('fails the test of a credential at the connection, and says that it has an agent', async () => {
    const options = '-o MaxStartups=20';
    const env = { SSH_PORT: String(portOf(options)) };
    const served = await serve('cron', { ...login, username: 'root' }, env);
    await withSshd(options, async () => {
      expect(await run(served, 'install')).toMatchObject(as(null));
    });
    try {
      const tested = await testLogin(served.service, served.hostId);
      expect(tested).toMatchObject({
        ok: false,
        steps: [{ step: 'connect' }],
        error: { code: 'connection_refused' },
      });
      expect(tested.error?.detail).toMatch(/agent on this host needs no login/);
    } finally {
      await withSshd(options, async () => {
        expect(await run(served, 'uninstall')).toMatchObject(as(null));
      });
    }
  });
});

describe.skipIf(skipReason !== null)('an sshd', () => {
  it('that trusts an authority accepts certificates of every type, and no plain key', async () => {
    await withSshd(BY_CERTIFICATE, async (port) => {
      for (const name of KEY_NAMES) {
        const key = createSshKey(keys[name].pkcs8, certificates[name]);
        expect(await logIn({ port, key }), name).toEqual({ kind: 'root', pty: false });
      }
      expect(await failureOf(logIn({ port, key: plain }))).toMatchObject({ code: 'auth_failed' });
    });
  });

  it('refuses a certificate for other users, and the error names them', async () => {
    await withSshd(BY_CERTIFICATE, async (port) => {
      const key = createSshKey(keys.ed25519.pkcs8, certificates.ed25519);
      const error = await failureOf(logIn({ port, key, username: 'nosudo' }));
      expect(error.code).toBe('auth_failed');
      expect(error.message).toMatch(/with a certificate for root, admin$/);
    });
  });

  it('is not asked with a certificate that has expired', async () => {
    const key = createSshKey(keys.ed25519.pkcs8, certificates.expired);
    expect(await failureOf(logIn({ port: 22, key }))).toMatchObject({
      code: 'certificate_expired',
    });
  });

  it('that allows root with a key only refuses a password', async () => {
    await withSshd('-o PermitRootLogin=prohibit-password', async (port) => {
      expect(await logIn({ port, key: plain })).toEqual({ kind: 'root', pty: false });
      const { root: password } = host('cron').passwords;
      expect(await failureOf(logIn({ port, password }))).toMatchObject({ code: 'auth_failed' });
    });
  });

  it('without passwords says so', async () => {
    const options = '-o PasswordAuthentication=no -o KbdInteractiveAuthentication=no';
    await withSshd(options, async (port) => {
      expect(await logIn({ port, key: plain })).toEqual({ kind: 'root', pty: false });
      expect((await failureOf(logIn({ port, password: 'x' }))).message).toBe(
        'the server does not accept passwords (it offers: publickey)',
      );
    });
  });

  it.each(['256', '512'])(
    'that accepts RSA with SHA-%s only gets such a signature',
    async (bits) => {
      const options = `-o PubkeyAcceptedAlgorithms=rsa-sha2-${bits} -o AuthorizedKeysFile=/run/lab-keys`;
      await withSshd(options, async (port) => {
        const key = createSshKey(keys.rsa.pkcs8, null);
        expect(await logIn({ port, key })).toEqual({ kind: 'root', pty: false });
      });
    },
  );

  it('that requires a password as well says so', async () => {
    await withSshd('-o AuthenticationMethods=publickey,password', async (port) => {
      const error = await failureOf(logIn({ port, key: plain }));
      expect([error.code, error.message]).toEqual([
        'auth_failed',
        'the key was accepted, but the server requires another method (password)',
      ]);
    });
  });

  it.each([
    ['a forced command', '-o ForceCommand=/bin/true'],
    ['a forced command that ends with an error', '-o ForceCommand=/bin/false'],
    ['an SFTP server', '-o ForceCommand=internal-sftp'],
  ])('with %s has no shell', async (_name, options) => {
    await withSshd(options, async (port) => {
      expect(await failureOf(logIn({ port, key: plain }))).toMatchObject({ code: 'no_shell' });
    });
  });

  it('has no shell for an account without one', async () => {
    const change = (shell: string) =>
      onHost('cron', async (session) => {
        await session.run(`usermod -s ${shell} admin`, limits);
      });
    await change('/usr/sbin/nologin');
    try {
      const error = await failureOf(logIn({ port: 22, key: plain, username: 'admin' }));
      expect(error.code).toBe('no_shell');
      expect(error.message).toMatch(/not available/);
    } finally {
      await change('/bin/bash');
    }
  });

  it('has no shell for a key that allows one command', async () => {
    const file = `${rootOf(host('cron'))}/home/admin/.ssh/authorized_keys`;
    execFileSync('sed', ['-i', 's/^ssh-ed25519/command="echo no" &/', file]);
    try {
      const attempt = logIn({ port: 22, key: plain, username: 'admin' });
      expect(await failureOf(attempt)).toMatchObject({ code: 'no_shell' });
    } finally {
      authorize('cron');
    }
  });
});
