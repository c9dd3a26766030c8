import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { hostKey, sshServer } from '../../support/ssh-server.js';
import { keptKey, sshRejection, session } from '../../support/ssh-session.js';
import { tcpServer } from '../../support/tcp-server.js';

describe('SSH login', () => {
  it('trusts the first key, returns it, and recognizes it again', async () => {
    const server = await sshServer();
    const first = await session(server);
    expect(first.hostKey).toEqual({
      type: 'ssh-ed25519',
      fingerprint_sha256: expect.stringMatching(/^SHA256:[\w+/]{43}$/) as string,
      pinned: false,
    });
    expect(first.localAddress).toBe('127.0.0.1');
    const pinned = keptKey(first);
    expect((await session(server, { pinned })).hostKey).toEqual({ ...pinned, pinned: true });
  });

  it('does not send the password to a host whose key has changed', async () => {
    const before = await sshServer();
    const pinned = keptKey(await session(before));
    const after = await sshServer({ hostKeys: [hostKey('ed25519', 'another')] });
    const error = await sshRejection(session(after, { pinned }));
    expect(error).toMatchObject({
      code: 'host_key_changed',
      evidence: { hostKeys: { expected: pinned } },
    });
    expect(error.message).toContain(pinned.fingerprint_sha256);
    expect(error.message).toContain(error.evidence.hostKeys?.found.fingerprint_sha256);
    expect(after.log).toEqual({ logins: [], passwords: 0, commands: [] });
  });

  it.each(['ed25519', 'ecdsa', 'rsa'] as const)(
    'requests the pinned %s key from a server with several keys',
    async (type) => {
      const only = await sshServer({ hostKeys: [hostKey(type)] });
      const pinned = keptKey(await session(only));
      const several = await sshServer({
        hostKeys: [hostKey('rsa'), hostKey('ed25519'), hostKey('ecdsa')],
      });
      expect((await session(several, { pinned })).hostKey).toEqual({ ...pinned, pinned: true });
    },
  );

  it('answers a password prompt if password authentication is off', async () => {
    const server = await sshServer({
      users: { admin: { password: 'pässwörd "x"', methods: ['keyboard-interactive'] } },
    });
    await session(server);
    expect(server.log.logins).toEqual([
      { user: 'admin', method: 'keyboard-interactive', isAccepted: true },
    ]);
  });

  it('answers both if both are required', async () => {
    const server = await sshServer({
      users: { admin: { password: 'x', methods: ['password'], then: 'keyboard-interactive' } },
    });
    await session(server);
    expect(server.log.logins.map((login) => login.method)).toEqual([
      'password',
      'keyboard-interactive',
    ]);
  });

  it('sends its password to no other prompt', async () => {
    const prompts = [
      { prompt: 'Password: ', echo: false },
      { prompt: 'Verification code: ', echo: false },
    ];
    const server = await sshServer({
      users: { admin: { password: 'x', methods: ['keyboard-interactive'], prompts } },
    });
    server.knobs.refuseAuth = true;
    expect(await sshRejection(session(server))).toMatchObject({
      code: 'auth_failed',
      message: 'the server requested more than a password: "Verification code:"',
    });
  });

  it('sends a wrong password once, and no error contains it', async () => {
    const server = await sshServer();
    const error = await sshRejection(session(server, { password: 'wrong-horse-battery' }));
    expect(error).toMatchObject({
      code: 'auth_failed',
      message: 'the server rejected the user name or password (password)',
    });
    expect(server.log.passwords).toBe(1);
    expect(JSON.stringify({ ...error, stack: error.stack, message: error.message })).not.toContain(
      'wrong-horse',
    );
  });

  it('reports missing common algorithms', async () => {
    const server = await sshServer({ algorithms: { kex: ['diffie-hellman-group1-sha1'] } });
    expect(await sshRejection(session(server))).toMatchObject({
      code: 'protocol_error',
      message: expect.stringContaining('no matching key exchange') as string,
    });
    expect(server.log.passwords).toBe(0);
  });

  it('does not compress, even for a server that offers nothing else', async () => {
    const server = await sshServer({ algorithms: { compress: ['zlib', 'zlib@openssh.com'] } });
    expect(await sshRejection(session(server))).toMatchObject({ code: 'protocol_error' });
    expect(server.log.passwords).toBe(0);
  });

  it('supports servers of 2010', async () => {
    const server = await sshServer({
      hostKeys: [hostKey('rsa')],
      algorithms: {
        kex: ['diffie-hellman-group14-sha1'],
        cipher: ['aes128-cbc'],
        hmac: ['hmac-sha1'],
        serverHostKey: ['ssh-rsa'],
      },
    });
    expect((await session(server)).hostKey.type).toBe('ssh-rsa');
  });

  it('calls the guard before it connects', async () => {
    const server = await sshServer();
    const guard = (ip: string): { reason: string; detail: string } => ({
      reason: 'denied',
      detail: `${ip} is in SCAN_DENY`,
    });
    expect(await sshRejection(session(server, { guard }))).toMatchObject({
      code: 'not_allowed',
      message: '127.0.0.1 is in SCAN_DENY',
    });
    expect(await sshRejection(session(server, { ip: 'localhost' }))).toMatchObject({
      code: 'not_allowed',
    });
    expect(server.connections()).toBe(0);
  });

  it('distinguishes sshRejection, silence, invalid data and a closed connection', async () => {
    const server = await sshServer();
    const gone = await tcpServer(() => undefined);
    gone.server.close();
    expect(await sshRejection(session(server, { port: gone.port }))).toMatchObject({
      code: 'connection_refused',
    });
    const shut = await tcpServer((socket) => {
      socket.end();
    });
    expect(await sshRejection(session(server, { port: shut.port }))).toMatchObject({
      code: 'connection_lost',
    });
    const barred = await tcpServer((socket) => {
      socket.end('Not allowed\u0007 at this time\r\n');
    }); // the text of OpenSSH for a penalized address
    expect(await sshRejection(session(server, { port: barred.port }))).toMatchObject({
      code: 'connection_lost',
      message:
        'the server closed the connection before its identification; message: Not allowed  at this time',
    });
    const rubbish = await tcpServer((socket) => {
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\nSSH-2.0-x\r\n\0\0\0\x01');
    });
    expect(['protocol_error', 'connection_lost']).toContain(
      (await sshRejection(session(server, { port: rubbish.port }))).code,
    );
    server.knobs.isMute = true;
    expect(await sshRejection(session(server, { timeoutMs: 300 }))).toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('no SSH key exchange') as string,
    });
  });

  it('can be aborted before, during and after the login', async () => {
    const server = await sshServer();
    expect(await sshRejection(session(server, { signal: AbortSignal.abort() }))).toMatchObject({
      code: 'aborted',
    });
    server.knobs.isMute = true;
    const midway = new AbortController();
    const attempt = sshRejection(session(server, { signal: midway.signal }));
    while (server.connections() === 0)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    midway.abort();
    expect(await attempt).toMatchObject({ code: 'aborted' });
    server.knobs.isMute = false;
    const later = new AbortController();
    const open = await session(server, { signal: later.signal });
    const running = sshRejection(open.run('sleep 60', { timeoutMs: 60_000, maxBytes: 10 }));
    later.abort();
    expect(await running).toMatchObject({ code: 'aborted' });
  });

  it('leaves no connection open, on success and on failure', async () => {
    const server = await sshServer();
    const signal = new AbortController().signal;
    const sockets = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    const before = sockets(); // left by earlier tests of this process
    for (let i = 0; i < 3; i += 1) {
      await sshRejection(session(server, { password: 'wrong', signal }));
      const open = await session(server, { signal });
      await open.run('true', { timeoutMs: 5_000, maxBytes: 10, signal });
      await open.close();
    }
    await expect.poll(() => server.connections(), { timeout: 30_000 }).toBe(0);
    await expect.poll(sockets, { timeout: 30_000 }).toBeLessThanOrEqual(before);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('survives a connection that is cut at any byte of the login', async () => {
    const server = await sshServer();
    for (const bytes of [1, 20, 500, 1_000, 1_400, 1_600, 1_800, 2_000]) {
      server.knobs.cutAtByte = bytes;
      const attempt = await session(server)
        .then((open) => open.run('true', { timeoutMs: 5_000, maxBytes: 10 }))
        .then(
          () => 'worked',
          (error: { code: string }) => error.code,
        );
      expect(['worked', 'connection_lost', 'auth_failed']).toContain(attempt);
      server.knobs.cutAtByte = null;
    }
  });
});
