import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NTLM_FLAG, CLIENT_FLAGS } from '../../../src/platform/winrm/ntlm/flags.js';
import { openWinRm, type WinRm, type WinRmOptions } from '../../../src/platform/winrm/winrm.js';
import { winRmRejection } from '../../support/winrm-failure.js';
import { tcpServer } from '../../support/tcp-server.js';
import { type WinRmServer, winRmServer } from '../../support/winrm-server.js';
import { faultBody } from '../../support/winrm-shells.js';

type Target = Pick<WinRmServer, 'ip' | 'port'> & { tls?: boolean; fingerprint?: string };

async function open(server: Target, given: Partial<WinRmOptions> = {}): Promise<WinRm> {
  const session = await openWinRm({
    ip: server.ip,
    port: server.port,
    tls: server.tls ?? false,
    username: 'LAB\\hwadmin',
    password: 'Pass-1',
    guard: () => null,
    ...(server.tls === true && server.fingerprint !== undefined && { pinned: server.fingerprint }),
    ...given,
  });
  onTestFinished(() => session.close());
  return session;
}

describe.each([
  ['HTTP, sealed', false],
  ['HTTPS, bound to the certificate', true],
] as const)('WinRM commands over %s', (_, tls) => {
  it('return their output and exit code', async () => {
    const session = await open(await winRmServer({ tls }));
    const result = await session.run('echo', ['"grün & <gut>"; echo err >&2; exit 3']);
    expect({
      ...result,
      stdout: result.stdout.toString(),
      stderr: result.stderr.toString(),
    }).toEqual({ exitCode: 3, stdout: 'grün & <gut>\n', stderr: 'err\n' });
  });

  it('read standard input of more than one envelope, byte for byte', async () => {
    const session = await open(await winRmServer({ tls }));
    const stdin = Buffer.from(Array.from({ length: 300_000 }, (_unused, i) => (i * i) & 255));
    const { stdout, exitCode } = await session.run('cat', [], { stdin });
    expect(exitCode).toBe(0);
    expect(stdout.equals(stdin)).toBe(true);
  });

  it('share one connection, one login and one shell, which is deleted at the end', async () => {
    const server = await winRmServer({ tls });
    const session = await open(server);
    const results = await Promise.all([session.run('echo', ['1']), session.run('echo', ['2'])]);
    expect(results.map(({ stdout }) => stdout.toString())).toEqual(['1\n', '2\n']);
    expect([
      server.connections(),
      server.shells.count(),
      server.seen.filter(({ scheme }) => scheme !== '').length,
    ]).toEqual([1, 1, 2]);
    await session.close();
    expect(server.shells.count()).toBe(0);
  });

  it('are never sent with a login other than Negotiate', async () => {
    const server = await winRmServer({ tls });
    await (await open(server)).run('true');
    expect(new Set(server.seen.map(({ scheme }) => scheme))).toEqual(new Set(['Negotiate', '']));
    expect(
      server.seen
        .filter(({ scheme }) => scheme === '')
        .every(({ type }) => type.startsWith('multipart/encrypted') === !tls),
    ).toBe(true);
  });

  it('fail with a wrong password', async () => {
    const server = await winRmServer({ tls });
    const error = await winRmRejection(open(server, { password: 'Secret-wrong-9' }));
    expect(error.code).toBe('auth_failed');
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('Secret-wrong-9');
    expect(server.actions).toEqual([]);
  });

  it('report the text of a fault', async () => {
    const server = await winRmServer({
      tls,
      meddle: (action) =>
        action === 'Create'
          ? {
              fault: faultBody(
                2150859173,
                'This user is allowed a maximum number of 5 concurrent shells.',
                'w:QuotaLimit',
              ),
            }
          : null,
    });
    const error = await winRmRejection((await open(server)).run('true'));
    expect([error.code, error.faultCode, error.message]).toEqual([
      'shell_quota',
      2150859173,
      'This user is allowed a maximum number of 5 concurrent shells.',
    ]);
  });

  it('are terminated when they write too much', async () => {
    const server = await winRmServer({ tls });
    const error = await winRmRejection((await open(server)).run('yes', [], { maxBytes: 100_000 }));
    expect(error.code).toBe('too_much_output');
    expect([server.actions.at(-1), server.shells.running()]).toEqual(['Signal', 0]);
  });

  it('are terminated on timeout', async () => {
    const server = await winRmServer({ tls });
    const error = await winRmRejection((await open(server)).run('sleep', ['60'], { timeoutMs: 1 }));
    expect(error.code).toBe('timeout');
    expect([
      server.actions.at(-1) === 'Signal' || !server.actions.includes('Command'),
      server.shells.running(),
    ]).toEqual([true, 0]);
  });

  it('are polled again after a long poll without output', async () => {
    let polls = 0;
    const server = await winRmServer({
      tls,
      meddle: (action) => {
        if (action !== 'Receive') return null;
        polls += 1;
        return polls <= 3 ? { fault: faultBody(2150858793, 'not in time', 'w:TimedOut') } : null;
      },
    });
    expect((await (await open(server)).run('echo', ['late'])).stdout.toString()).toBe('late\n');
    expect(polls).toBeGreaterThan(3);
  });

  it('stop waiting when they are aborted', async () => {
    const server = await winRmServer({ tls });
    const session = await open(server);
    const abort = new AbortController();
    const running = winRmRejection(session.run('sleep', ['60'], { signal: abort.signal }));
    while (!server.actions.includes('Receive'))
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    abort.abort();
    expect((await running).code).toBe('aborted');
    expect((await winRmRejection(session.run('true'))).code).toBe('connection_lost');
  });

  it('fail when the connection is cut, and no other one is opened', async () => {
    const server = await winRmServer({
      tls,
      meddle: (action) => (action === 'Command' ? 'cut' : null),
    });
    const session = await open(server);
    expect((await winRmRejection(session.run('true'))).code).toBe('connection_lost');
    expect((await winRmRejection(session.run('true'))).code).toBe('connection_lost');
    expect(server.connections()).toBe(1);
  });
});

describe('WinRM over HTTP', () => {
  it.each(['plain', 'tampered'] as const)(
    'rejects a %s response, and closes the connection',
    async (what) => {
      const server = await winRmServer({
        meddle: (action) => (action === 'Receive' ? what : null),
      });
      const session = await open(server);
      const error = await winRmRejection(session.run('true'));
      expect([error.code, error.message]).toEqual([
        'protocol_error',
        what === 'plain'
          ? 'the server answered without encryption, status 200; the response was discarded'
          : 'an encrypted response was corrupted or modified',
      ]);
      expect((await winRmRejection(session.run('true'))).code).toBe('connection_lost');
    },
  );

  it('does not answer the challenge of a server without sealing', async () => {
    const server = await winRmServer({ flags: (CLIENT_FLAGS & ~NTLM_FLAG.seal) >>> 0 });
    expect((await winRmRejection(open(server))).code).toBe('protocol_error');
    expect(server.seen.length).toBe(1);
  });

  it.each([
    [
      'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="WSMAN"\r\nContent-Length: 0\r\n\r\n',
      'the server offers no Negotiate login',
    ],
    [
      'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Negotiate\r\nWWW-Authenticate: Kerberos\r\n' +
        'Content-Length: 0\r\n\r\n',
      'the server does not accept NTLM in its Negotiate login',
    ],
    [
      'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Negotiate TlRMTVNTUAAC\r\nContent-Length: 0\r\n\r\n',
      'invalid NTLM challenge',
    ],
    ['HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n', 'no WS-Management service at /wsman'],
    [
      'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
      'the server did not request a login: status 200',
    ],
  ])('does not log in after %j', async (answer, message) => {
    const heard: string[] = [];
    const server = await tcpServer((socket) => {
      socket.on('data', (data) => {
        heard.push(data.toString('latin1'));
        socket.write(answer);
      });
    });
    const error = await winRmRejection(open(server));
    expect([error.code, error.message]).toEqual(['protocol_error', message]);
    expect(heard.length).toBe(1);
  });

  it('limits the size of a response', async () => {
    const server = await tcpServer((socket) => {
      socket.on('data', () => {
        socket.write(
          `HTTP/1.1 401 Unauthorized\r\nContent-Length: 99999999\r\n\r\n${'x'.repeat(2_000_000)}`,
        );
      });
    });
    expect((await winRmRejection(open(server))).message).toBe(
      'a response of more than 219136 bytes',
    );
  });

  it('rejects a server without HTTP as a protocol error', async () => {
    const server = await tcpServer((socket) => {
      socket.end('SSH-2.0-x\r\n');
    });
    expect((await winRmRejection(open(server))).code).toBe('protocol_error');
  });
});

describe('WinRM over HTTPS', () => {
  it('sends nothing to a server with another certificate than the pinned one', async () => {
    const server = await winRmServer({ tls: true });
    const error = await winRmRejection(open(server, { pinned: 'ab'.repeat(32) }));
    expect([error.code, server.seen.length]).toEqual(['certificate_changed', 0]);
    expect(error.message).toContain(server.fingerprint);
  });

  it('passes an unknown certificate to the caller before anything is sent', async () => {
    const server = await winRmServer({ tls: true });
    const { fingerprint, ...unpinned } = server;
    const shown: unknown[] = [];
    const trust: WinRmOptions['trust'] = (certificate) => {
      shown.push([certificate.fingerprint, certificate.verified, server.seen.length]);
      return shown.length > 1;
    };
    expect((await winRmRejection(open(unpinned, { trust }))).code).toBe('certificate_untrusted');
    expect((await open(unpinned, { trust })).fingerprint).toBe(fingerprint);
    expect(shown).toEqual([
      [fingerprint, false, 0],
      [fingerprint, false, 0],
    ]);
  });

  it('rejects an unverified certificate without a trust callback', async () => {
    const { ip, port, tls } = await winRmServer({ tls: true });
    expect((await winRmRejection(open({ ip, port, tls }))).code).toBe('certificate_untrusted');
  });

  it('accepts a pin with colons and capitals', async () => {
    const server = await winRmServer({ tls: true });
    expect(
      (
        await open(server, {
          pinned: server.fingerprint.toUpperCase().replace(/(..)(?=.)/g, '$1:'),
        })
      ).fingerprint,
    ).toBe(server.fingerprint);
  });

  it('reports a server without TLS as a protocol error or a lost connection', async () => {
    const error = await winRmRejection(open({ ...(await winRmServer()), tls: true }));
    expect(['protocol_error', 'connection_lost']).toContain(error.code);
  });
});

describe('WinRM connection', () => {
  it('calls the guard first', async () => {
    const server = await tcpServer((socket) => {
      socket.destroy();
    });
    const error = await winRmRejection(
      open(server, { guard: (ip) => ({ reason: 'denied', detail: `${ip} is in SCAN_DENY` }) }),
    );
    expect([error.code, error.message, server.connections()]).toEqual([
      'not_allowed',
      '127.0.0.1 is in SCAN_DENY',
      0,
    ]);
  });

  it('accepts no names', async () => {
    expect((await winRmRejection(open({ ip: 'localhost', port: 1 }))).code).toBe('not_allowed');
  });

  it('reports a closed port', async () => {
    const probe = createServer();
    await new Promise<void>((resolve) => {
      probe.listen(0, '127.0.0.1', resolve);
    });
    const { port } = probe.address() as { port: number };
    await new Promise((resolve) => {
      probe.close(resolve);
    });
    expect((await winRmRejection(open({ ip: '127.0.0.1', port }))).code).toBe('connection_refused');
  });

  it('times out on a silent server', async () => {
    const server = await tcpServer(() => undefined);
    expect((await winRmRejection(open(server, { timeoutMs: 50 }))).code).toBe('timeout');
    expect((await winRmRejection(open({ ...server, tls: true }, { timeoutMs: 50 }))).code).toBe(
      'connect_timeout',
    );
  });

  it('can be aborted, before and during the connect', async () => {
    const abort = new AbortController();
    const server = await tcpServer((socket) => {
      socket.on('data', () => {
        abort.abort();
      });
    });
    expect((await winRmRejection(open(server, { signal: abort.signal }))).code).toBe('aborted');
    expect((await winRmRejection(open(server, { signal: abort.signal }))).code).toBe('aborted');
  });
});

describe('PowerShell over WinRM', () => {
  it.each([
    ['short', 'Get-Date'],
    ['long', `# ${'ä'.repeat(20_000)}`],
  ])('receives a %s script and its standard input', async (_, script) => {
    const seen: { script: string; stdin: string }[] = [];
    const text = `${script}\n$input`;
    const server = await winRmServer({
      powershell: ({ script: given, stdin }) => {
        seen.push({ script: given, stdin: stdin.toString() });
        return { exitCode: 7, stdout: 'out', stderr: 'err' };
      },
    });
    const result = await (
      await open(server)
    ).powershell(text, { stdin: Buffer.from('input\r\nmore') });
    expect([result.exitCode, result.stdout.toString(), result.stderr.toString()]).toEqual([
      7,
      'out',
      'err',
    ]);
    expect(seen.length).toBe(1);
    expect(seen[0]?.script.endsWith(text)).toBe(true);
    expect(seen[0]?.stdin).toBe('input\r\nmore');
  });

  it('writes an uploaded file, and compares its hash', async () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 7) & 255));
    let written = Buffer.alloc(0);
    let answer = '';
    const server = await winRmServer({
      powershell: ({ stdin }) => {
        written = Buffer.concat(
          stdin
            .toString()
            .split('\r\n')
            .map((line) => Buffer.from(line, 'base64')),
        );
        return { exitCode: 0, stdout: `${answer}\r\n` };
      },
    });
    const session = await open(server);
    answer = (await import('node:crypto'))
      .createHash('sha256')
      .update(bytes)
      .digest('hex')
      .toUpperCase();
    await session.upload(bytes, "C:\\Program Files\\it's here\\agent.ps1");
    expect(written.equals(bytes)).toBe(true);
    answer = '00'.repeat(32);
    expect((await winRmRejection(session.upload(bytes, 'C:\\x'))).code).toBe('upload_failed');
  });

  it('reports why an upload failed', async () => {
    const server = await winRmServer({
      powershell: () => ({
        exitCode: 1,
        stderr:
          '#< CLIXML\r\n<Objs Version="1.1.0.1" ' +
          'xmlns="http://schemas.microsoft.com/powershell/2004/04">' +
          '<S S="Error">Access to the path is denied._x000D__x000A_</S></Objs>',
      }),
    });
    const error = await winRmRejection(
      (await open(server)).upload(Buffer.from('x'), 'C:\\Windows\\x'),
    );
    expect([error.code, error.message]).toEqual(['upload_failed', 'Access to the path is denied.']);
  });
});
