import { describe, expect, it, onTestFinished } from 'vitest';
import { openSsh } from '../../../src/platform/ssh/open-ssh.js';
import { sshErrorText } from '../../../src/platform/ssh/ssh-error.js';
import type { SshSession } from '../../../src/platform/ssh/ssh.js';
import { startPeer } from '../../evil/support/start-peer.mjs';
import { sshServer } from '../../support/ssh-server.js';
import { limits, session, sshRejection } from '../../support/ssh-session.js';
import { tcpServer } from '../../support/tcp-server.js';

const MAX_MS = 120_000; // only an endless wait fails at it

/** Logs in to a server in another process, which attacks where it should run a command. */
async function attacked(mode: string): Promise<SshSession> {
  const peer = await startPeer('peer-ssh.mjs', { mode, addresses: ['127.0.0.1'], port: 0 });
  onTestFinished(peer.close);
  const open = await openEvil(peer.ports[0] ?? 0);
  onTestFinished(() => open.close());
  return open;
}

const openEvil = (port: number): Promise<SshSession> =>
  openSsh({
    ip: '127.0.0.1',
    port,
    username: 'admin',
    password: 'Attack-pass-1',
    guard: () => null,
    timeoutMs: MAX_MS,
    signal: new AbortController().signal,
    pinned: null,
  });

describe('a command on an evil SSH server', () => {
  const options = { ...limits, timeoutMs: MAX_MS };

  it.each(['bytes', 'packets'])(
    'is given up when the error output has no start, in %s',
    async (mode) => {
      const error = await sshRejection((await attacked(mode)).run('true', options));
      expect(error).toMatchObject({
        code: 'protocol_error',
        message: 'the server wrote too much before the command started',
      });
      expect(error.evidence.stderr).toMatch(/^x{1000,4096}$/);
    },
    MAX_MS,
  );

  it(
    'ends as truncated when its output never ends',
    async () => {
      const open = await attacked('stdout');
      expect(await open.run('true', { ...options, maxBytes: 1_000 })).toMatchObject({
        exitCode: null,
        stdout: Buffer.alloc(1_000, 'x'),
        truncated: { stdout: true, stderr: false },
      });
    },
    MAX_MS,
  );

  it.each([
    ['keys', 'the server started more than 16 key exchanges'],
    ['hostkeys', 'the server listed its host keys more than 4 times'],
    ['requests', 'the server has not read 1048576 bytes of replies'],
  ])(
    'fails when the server floods the connection with %s',
    async (mode, message) => {
      const error = await sshRejection((await attacked(mode)).run('true', options));
      expect([error.code, error.message]).toEqual(['connection_lost', message]);
    },
    MAX_MS,
  );
});

describe('a login on an evil SSH server', () => {
  it.each([
    ['in lines', Buffer.from('welcome\n'.repeat(4_000))],
    ['byte by byte', Buffer.from('x')],
  ])('ends when the text before its identification has no end, %s', async (_, part) => {
    const server = await tcpServer((socket) => {
      socket.setNoDelay(true);
      const more = (): void => {
        if (socket.destroyed) return;
        socket.write(part);
        setImmediate(more);
      };
      more();
    });
    expect(await sshRejection(openEvil(server.port))).toMatchObject({ code: 'protocol_error' });
  });

  it('ends when the server has more prompts than a person would answer', async () => {
    const prompts = Array.from({ length: 500 }, () => ({ prompt: 'Password: ', echo: false }));
    const users = {
      admin: { password: 'x', methods: ['keyboard-interactive' as const], prompts },
    };
    expect(await sshRejection(session(await sshServer({ users })))).toMatchObject({
      code: 'auth_failed',
    });
  });

  it.each(['diffie-hellman-group-exchange-sha256', 'diffie-hellman-group18-sha512'] as const)(
    'offers no key exchange in groups of the server or of 8,192 bits: %s',
    async (kex) => {
      const server = await sshServer({ algorithms: { kex: [kex] } });
      expect(await sshRejection(session(server))).toMatchObject({ code: 'protocol_error' });
    },
  );
});

describe('the text of remote output', () => {
  it('never contains a part of the secret, wherever its end is cut', () => {
    for (let length = 0; length < 40; length += 1) {
      const output = `${'secret-password'.repeat(3_000)}${'\u0001'.repeat(length)}`;
      expect(sshErrorText(Buffer.from(output), ['secret-password'])).toMatch(/^[*]+$/);
    }
  });

  it('never contains a part of the secret when the rest is white space', () => {
    for (let length = 16_380; length < 16_420; length += 1) {
      const output = `secret-password${'\u0001'.repeat(length)}`;
      expect(sshErrorText(output, ['secret-password'])).toMatch(/^(?:[*]{3})?$/);
    }
  });
});
