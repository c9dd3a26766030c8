import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { openSsh } from '../../src/platform/ssh/open-ssh.js';
import type { HostKey } from '../../src/platform/ssh/host-key.js';
import type { SshError } from '../../src/platform/ssh/ssh-error.js';
import type { SshSession } from '../../src/platform/ssh/ssh.js';
import { openLabHosts, removeHosts, type LabHost, type Role } from './hosts.js';

const roles: Role[] = ['systemd', 'bare', 'cron', 'full', 'openrc', 'busybox', 'ro'];
const { hosts, skipReason } = openLabHosts(roles);
if (skipReason !== null) console.log(`ssh lab skipped: ${skipReason}`);

const limits = { timeoutMs: 20_000, maxBytes: 1_000_000 };
const host = (role: Role): LabHost => hosts.find((one) => one.role === role) as LabHost;

async function as(
  user: 'root' | 'admin' | 'nosudo',
  role: Role,
  work: (session: SshSession) => Promise<void>,
  fields: { password?: string; pinned?: HostKey; port?: number } = {},
): Promise<void> {
  const { ip, passwords } = host(role);
  const session = await openSsh({
    ip,
    port: 22,
    username: user,
    password: passwords[user],
    guard: () => null,
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    pinned: null,
    ...fields,
  });
  try {
    await work(session);
  } finally {
    await session.close();
  }
}
const text = async (session: SshSession, command: string, options = {}): Promise<string> =>
  (await session.run(command, { ...limits, ...options })).stdout.toString().trim();
const refusal = (attempt: Promise<unknown>): Promise<SshError> =>
  attempt.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: unknown) => error as SshError,
  );

afterAll(removeHosts);

describe.skipIf(skipReason !== null)('SSH to real hosts', () => {
  it.each(roles)(
    '%s: logs in, becomes root with a password, and transfers bytes unchanged',
    async (role) => {
      await as('admin', role, async (session) => {
        expect(session.localAddress).toBe('10.77.0.254');
        expect(await session.elevate()).toEqual({ kind: 'sudo_password', pty: false });
        const bytes = randomBytes(500_000);
        const result = await session.run('id -u >&2; cat; exit 7', {
          ...limits,
          stdin: bytes,
          root: true,
        });
        expect({
          code: result.exitCode,
          stderr: result.stderr.toString(),
          isSame: result.stdout.equals(bytes),
        }).toEqual({ code: 7, stderr: '0\n', isSame: true });
      });
      await as('root', role, async (session) => {
        expect((await session.elevate()).kind).toBe('root');
      });
    },
  );

  it.each<Role>(['systemd', 'busybox', 'openrc', 'cron'])(
    '%s: uploads a file as root, with its mode and owner',
    async (role) => {
      await as('admin', role, async (session) => {
        const bytes = randomBytes(300_000);
        await session.upload(bytes, '/usr/local/bin/lab file', '0750', { root: true });
        expect(
          await text(
            session,
            'ls -ln "/usr/local/bin/lab file" | cut -c1-10; stat -c %u "/usr/local/bin/lab file"; ls /usr/local/bin',
            { root: true },
          ),
        ).toBe('-rwxr-x---\n0\nlab file');
        expect(
          (
            await session.run('cat "/usr/local/bin/lab file"', { ...limits, root: true })
          ).stdout.equals(bytes),
        ).toBe(true);
        await session.run('rm "/usr/local/bin/lab file"', { ...limits, root: true });
      });
    },
  );

  it.each<[Role, RegExp]>([
    ['full', /No space left/i],
    ['ro', /Read-only file system/i],
  ])(
    '%s: reports why a file cannot be written, and leaves no temporary file',
    async (role, pattern) => {
      await as('admin', role, async (session) => {
        const error = await refusal(
          session.upload(randomBytes(100_000), '/usr/local/lab-file', '0644', { root: true }),
        );
        expect(error).toMatchObject({
          code: 'upload_failed',
          evidence: { stderr: expect.stringMatching(pattern) as string },
        });
        expect(await text(session, 'ls /usr/local | grep lab-file || true')).toBe('');
      });
    },
  );

  it('returns the fingerprint that ssh-keyscan and ssh-keygen print, for each type of key', async () => {
    const { ip } = host('systemd');
    for (const [name, type] of [
      ['ed25519', 'ssh-ed25519'],
      ['ecdsa', 'ecdsa-sha2-nistp256'],
      ['rsa', 'ssh-rsa'],
    ] as const) {
      const scanned = execFileSync('ssh-keyscan', ['-t', name, ip], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const fingerprint =
        execFileSync('ssh-keygen', ['-lf', '-'], { input: scanned, encoding: 'utf8' }).split(
          ' ',
        )[1] ?? '';
      await as(
        'admin',
        'systemd',
        async (session) => {
          expect(session.hostKey).toEqual({ type, fingerprint_sha256: fingerprint, pinned: true });
        },
        { pinned: { type, fingerprint_sha256: fingerprint } },
      );
    }
    const other = {
      type: 'ssh-ed25519',
      fingerprint_sha256: 'SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    };
    expect(
      await refusal(as('admin', 'systemd', async () => undefined, { pinned: other })),
    ).toMatchObject({ code: 'host_key_changed' });
  });

  it('reports a wrong password and missing sudo rights', async () => {
    expect(
      await refusal(as('admin', 'cron', async () => undefined, { password: 'wrong' })),
    ).toMatchObject({ code: 'auth_failed' });
    await as('nosudo', 'cron', async (session) => {
      const error = await refusal(session.run('id', { ...limits, root: true }));
      expect(error).toMatchObject({
        code: 'sudo_denied',
        evidence: { stderr: expect.stringMatching(/nosudo is not in the sudoers file/) as string },
      });
    });
  });

  it.each([
    [
      'that is old',
      '-o HostKeyAlgorithms=ssh-rsa -o KexAlgorithms=diffie-hellman-group14-sha1,' +
        'diffie-hellman-group1-sha1 -o Ciphers=aes128-cbc,3des-cbc -o MACs=hmac-sha1',
    ],
    [
      'that asks by prompt alone',
      '-o PasswordAuthentication=no -o KbdInteractiveAuthentication=yes',
    ],
    [
      'that is of today',
      '-o KexAlgorithms=curve25519-sha256 -o Ciphers=chacha20-poly1305@openssh.com -o HostKeyAlgorithms=ssh-ed25519',
    ],
    ['that ends old sessions slowly and keeps few', '-o MaxSessions=2'],
  ])('logs in on an sshd %s', async (_name, options) => {
    const port = 2200 + Math.abs(options.length % 700);
    await as('root', 'cron', async (root) => {
      await root.run(
        `/usr/sbin/sshd -p ${port} -o PidFile=/run/lab-sshd.pid -f /etc/ssh/sshd_config ` +
          `${options} && until [ -s /run/lab-sshd.pid ]; do sleep 0.1; done`,
        limits,
      ); // written once it listens
      try {
        await as(
          'admin',
          'cron',
          async (session) => {
            expect(await text(session, 'id -u', { root: true })).toBe('0');
            expect(
              await refusal(session.run('sleep 986', { ...limits, timeoutMs: 1_000 })),
            ).toMatchObject({ code: 'timeout' });
            expect(
              await text(
                session,
                `cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' | grep -c 'sleep[ ]986' || true`,
              ),
            ).toBe('0');
          },
          { port },
        );
      } finally {
        await root.run('kill $(cat /run/lab-sshd.pid); rm -f /run/lab-sshd.pid', limits);
      }
    });
  });

  it('supports a sudo without a password, and one that requires a terminal', async () => {
    const rule = (line: string): Promise<void> =>
      as('root', 'systemd', async (root) => {
        await root.upload(Buffer.from(`${line}\n`), '/etc/sudoers.d/lab', '0440');
      });
    try {
      await rule('admin ALL=(ALL) NOPASSWD: ALL');
      await as('admin', 'systemd', async (session) => {
        expect(await session.elevate()).toEqual({ kind: 'sudo', pty: false });
        expect(await text(session, 'cat; id -u', { root: true, stdin: 'input ' })).toBe('input 0');
      });
      await rule('Defaults:admin requiretty');
      await as('admin', 'systemd', async (session) => {
        expect(await session.elevate()).toEqual({ kind: 'sudo_password', pty: true });
        const bytes = randomBytes(100_000);
        const result = await session.run('cat; exit 7', { ...limits, root: true, stdin: bytes });
        expect(result.exitCode).toBe(7);
        expect(result.stdout.equals(bytes)).toBe(true);
        await session.upload(bytes, '/root/by-terminal', '0600', { root: true });
        expect(await text(session, 'wc -c </root/by-terminal', { root: true })).toBe('100000');
      });
    } finally {
      await as('root', 'systemd', async (root) => {
        await root.run('rm -f /etc/sudoers.d/lab /root/by-terminal', limits);
      });
    }
  });

  it.each<Role>(['systemd', 'busybox'])(
    '%s: kills a command on timeout, of the user and of root',
    async (role) => {
      await as('admin', role, async (session) => {
        expect(
          await refusal(session.run('sleep 987 & sleep 987', { ...limits, timeoutMs: 1_500 })),
        ).toMatchObject({ code: 'timeout' });
        expect(
          await refusal(
            session.run('sleep 987 & sleep 987', { ...limits, timeoutMs: 1_500, root: true }),
          ),
        ).toMatchObject({ code: 'timeout' });
        expect(
          await text(
            session,
            `cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' | grep -c 'sleep[ ]987' || true`,
          ),
        ).toBe('0');
      });
    },
  );

  it("keeps the password out of the host's process list, environments and logs", async () => {
    const { passwords } = host('systemd');
    await as('admin', 'systemd', async (session) => {
      await session.elevate();
      const running = session.run('sleep 3', { ...limits, root: true });
      await as('root', 'systemd', async (root) => {
        const seen = await text(
          root,
          "cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n'; " +
            'journalctl --no-pager 2>/dev/null | tail -2000',
        );
        expect(seen).toContain('sleep 3');
        expect(seen).not.toContain(passwords.admin);
      });
      expect((await running).exitCode).toBe(0);
    });
  });

  it('loses the connection at once when the host goes down', async () => {
    await as('root', 'openrc', async (session) => {
      const waiting = refusal(
        session.run('reboot; sleep 60', { timeoutMs: 60_000, maxBytes: 100 }),
      );
      expect((await waiting).code).toBe('connection_lost');
    });
    await expect
      .poll(
        () =>
          as('root', 'openrc', async (session) => {
            expect(await text(session, 'echo back')).toBe('back');
          }).then(
            () => true,
            () => false,
          ),
        { timeout: 40_000, interval: 500 },
      )
      .toBe(true);
  });
});
