import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SudoMode } from '../../support/ssh-sandbox.js';
import { sshServer } from '../../support/ssh-server.js';
import { limits, sshRejection, session } from '../../support/ssh-session.js';

const asRoot = { ...limits, root: true };

describe('root access over SSH', () => {
  it.each<[SudoMode, string, object]>([
    ['absent', 'root', { kind: 'root', pty: false }],
    ['nopasswd', 'admin', { kind: 'sudo', pty: false }],
    ['password', 'admin', { kind: 'sudo_password', pty: false }],
    ['requiretty', 'admin', { kind: 'sudo_password', pty: true }],
  ])(
    'with sudo "%s" as %s is %j, and all input and output belongs to the command',
    async (sudo, username, expected) => {
      const open = await session(await sshServer({ sudo }), { username });
      expect(await open.elevate()).toEqual(expected);
      const bytes = randomBytes(200_000);
      const result = await open.run('id -u >&2; cat; exit 5', { ...asRoot, stdin: bytes });
      const { pty } = await open.elevate();
      expect(result.exitCode).toBe(5);
      expect(result.stderr.toString()).toBe(pty ? '' : '0\n');
      expect(result.stdout.subarray(pty ? 2 : 0).equals(bytes)).toBe(true);
      expect(await open.run('cat; id -u', asRoot)).toMatchObject({
        exitCode: 0,
        stdout: Buffer.from('0\n'),
      });
    },
  );

  it.each<[SudoMode, string, object]>([
    ['absent', 'root', { kind: 'root', pty: false }],
    ['nopasswd', 'admin', { kind: 'sudo', pty: false }],
    ['password', 'admin', { kind: 'sudo_password', pty: false }],
    ['requiretty', 'admin', { kind: 'sudo_password', pty: true }],
  ])(
    'with sudo "%s" as %s is %j also where the startup file of the shell prints lines',
    async (sudo, username, expected) => {
      const startup = 'echo 1000; echo "/usr/bin/doas"; echo 0 >&2';
      const open = await session(await sshServer({ sudo, startup }), { username });
      expect(await open.elevate()).toEqual(expected);
      const { stdout } = await open.run('cat', { ...asRoot, stdin: 'input' });
      expect(stdout.toString().trim()).toBe('input');
    },
  );

  it.each<[SudoMode, RegExp]>([
    ['denied', /admin is not in the sudoers file/],
    ['absent', /^$/],
  ])('fails with sudo "%s", and the error contains the output of sudo', async (sudo, stderr) => {
    const open = await session(await sshServer({ sudo }));
    const error = await sshRejection(open.run('id', asRoot));
    expect(error.code).toBe('sudo_denied');
    expect(error.evidence.stderr ?? '').toMatch(stderr);
    expect((await open.run('echo yes', limits)).stdout.toString()).toBe('yes\n');
  });

  it('sends a password that sudo rejects only once', async () => {
    const server = await sshServer({ users: { admin: { password: 'right' } } });
    const open = await session(server);
    writeFileSync(join(server.sandbox.root, 'etc', 'password-admin'), 'another\n');
    const error = await sshRejection(open.run('id', asRoot));
    expect(error).toMatchObject({
      code: 'sudo_denied',
      message: 'sudo rejected the password',
      evidence: { stderr: expect.stringContaining('Sorry, try again.') as string },
    });
    expect(error.evidence.stderr?.match(/Sorry/g)).toHaveLength(1);
    expect(JSON.stringify(error.evidence)).not.toContain('right');
  });

  it('puts the password into no command line, environment or output of the host', async () => {
    const users = { admin: { password: 'Tr0ub4dor-and-3' } };
    const server = await sshServer({ users });
    const open = await session(server);
    const result = await open.run(
      'cat /proc/self/environ /proc/[0-9]*/cmdline 2>/dev/null; env; cat',
      { ...asRoot, stdin: 'input', maxBytes: 20_000_000 },
    );
    expect(result.stdout.length).toBeGreaterThan(100);
    expect(result.stdout.includes('Tr0ub4dor')).toBe(false);
    expect(result.stderr.includes('Tr0ub4dor')).toBe(false);
    expect(server.log.commands.join('\n')).not.toContain('Tr0ub4dor');
  });

  it('kills an abandoned command of root', async () => {
    const open = await session(await sshServer());
    const abort = new AbortController();
    const error = await sshRejection(
      open.run('echo $$ >&2; exec sleep 61', {
        ...asRoot,
        timeoutMs: 60_000,
        signal: abort.signal,
        onStderr: () => {
          abort.abort();
        },
      }),
    );
    const pid = (error.evidence.stderr ?? '').split('\n').at(-1) ?? '';
    expect(pid).toMatch(/^\d+$/);
    await expect
      .poll(() => {
        try {
          return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
        } catch {
          return true;
        }
      })
      .toBe(true);
  });

  it('uploads as root', async () => {
    const server = await sshServer();
    const open = await session(server);
    const path = join(server.sandbox.home, 'owned');
    await open.upload(Buffer.from('text'), path, '0600', { root: true });
    expect(readFileSync(path, 'utf8')).toBe('text');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});
