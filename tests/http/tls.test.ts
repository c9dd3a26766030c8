import { execFile } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { httpClient } from '../../src/commands/client/client.http.js';
import { readConfig } from '../../src/config.js';
import { filesOf } from '../../src/data-dir/paths.js';
import { certificateNames, readTls } from '../../src/data-dir/tls.js';
import { signCertificate } from '../../src/data-dir/x509.js';
import { ADMIN, temporaryFolder } from '../support/app.js';
import { testTls } from '../support/tcp-server.js';
import { emit, connectFollower, listeningApp, handshakeError } from '../support/ws.js';

const run = promisify(execFile);
const SELF_SIGNED = { TLS: 'self-signed' };

interface TlsResponse {
  status: number;
  certificate: X509Certificate;
}
const get = (port: number, ca: string, host = '127.0.0.1'): Promise<TlsResponse> =>
  new Promise((resolve, reject) => {
    httpsRequest(
      {
        host: '127.0.0.1',
        servername: host === '127.0.0.1' ? '' : host,
        port,
        path: '/healthz',
        ca,
        agent: false,
      },
      (response) => {
        response.resume();
        resolve({
          status: response.statusCode ?? 0,
          certificate: new X509Certificate((response.socket as TLSSocket).getPeerCertificate().raw),
        });
      },
    )
      .on('error', reject)
      .end();
  });

/** Writes a self-signed certificate for `name` and its key to files, as an administrator does. */
function writeCertificate(name: string): { TLS_CERT: string; TLS_KEY: string } {
  const dir = temporaryFolder();
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(
    join(dir, 'c.pem'),
    signCertificate({
      subject: name,
      publicKey,
      issuer: name,
      issuerKey: privateKey,
      from: 1_700_000_000,
      until: 2_000_000_000,
      names: [name],
    }),
  );
  writeFileSync(join(dir, 'k.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return { TLS_CERT: join(dir, 'c.pem'), TLS_KEY: join(dir, 'k.pem') };
}

describe('issued server certificate', () => {
  it('is valid for the names and addresses of the machine and verified by its root', async () => {
    const app = await listeningApp({ env: SELF_SIGNED });
    const { status, certificate } = await get(app.port, app.ctx.tls?.own?.pem ?? '');
    expect(status).toBe(200);
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(certificate.checkIP('::1')).toBe('::1');
    expect(certificate.checkHost('localhost')).toBe('localhost');
    expect(certificate.checkHost('elsewhere.example')).toBeUndefined();
    expect(await get(app.port, app.ctx.tls?.own?.pem ?? '', 'localhost')).toMatchObject({
      status: 200,
    });
    await expect(get(app.port, testTls.cert.toString())).rejects.toThrow(
      /self-signed|unable to verify/,
    );
  });

  it('keeps its root and key across restarts, in files that only their owner can read', async () => {
    const first = await listeningApp({ env: SELF_SIGNED });
    const own = first.ctx.tls?.own;
    await first.close();
    const second = await listeningApp({ env: SELF_SIGNED, dir: first.dir });
    expect(second.ctx.tls?.own).toMatchObject({ pem: own?.pem, spkiPin: own?.spkiPin });
    expect(await get(second.port, own?.pem ?? '')).toMatchObject({ status: 200 });
    for (const name of ['tls.key', 'tls-root.key', 'tls-root.pem'])
      expect(statSync(join(first.dir, name)).mode & 0o777).toBe(0o600);
  });

  it('is accepted by openssl and curl, also by its pinned key', async () => {
    const app = await listeningApp({ env: SELF_SIGNED });
    const { spkiPin } = app.ctx.tls?.own ?? { spkiPin: '' };
    const chain = join(app.dir, 'chain.pem');
    writeFileSync(chain, app.ctx.tls?.chain ?? '');
    const root = join(app.dir, 'tls-root.pem');
    expect(
      (
        await run('openssl', [
          'verify',
          '-x509_strict',
          '-purpose',
          'sslserver',
          '-CAfile',
          root,
          chain,
        ])
      ).stdout,
    ).toMatch(/: OK/);
    const url = `https://127.0.0.1:${app.port}/healthz`;
    expect(
      (await run('curl', ['-sS', '--cacert', root, '--pinnedpubkey', spkiPin, url])).stdout,
    ).toBe('{"status":"ok"}');
    await expect(
      run('curl', ['-sS', '--cacert', root, '--pinnedpubkey', 'sha256//AAAA', url]),
    ).rejects.toThrow(/public key/i);
    await expect(run('curl', ['-sS', url])).rejects.toThrow(/certificate/);
  });

  it.each([
    ['0.0.0.0', undefined, ['127.0.0.1', '::1', 'localhost']],
    ['192.0.2.7', undefined, ['192.0.2.7']],
    ['127.0.0.1', 'https://[2001:db8::1]:8443/x', ['2001:db8::1']],
    ['::', 'http://warden.example', ['warden.example']],
  ])('contains for HOST=%s and PUBLIC_URL=%s the names %j', (HOST, PUBLIC_URL, names) => {
    expect(certificateNames({ HOST, PUBLIC_URL })).toEqual(expect.arrayContaining(names));
  });

  it('is valid from two years ago for two more years, also beyond 2049', () => {
    const files = filesOf(temporaryFolder());
    const tls = readTls({ TLS: 'self-signed', HOST: '127.0.0.1' } as never, files, 2_500_000_000);
    const leaf = new X509Certificate(tls?.chain ?? '');
    expect([
      new Date(leaf.validFrom).getUTCFullYear(),
      new Date(leaf.validTo).getUTCFullYear(),
    ]).toEqual([2047, 2051]);
    expect(leaf.verify(createPublicKey(readFileSync(files.tlsRootKey)))).toBe(true);
  });
});

describe('service over TLS', () => {
  it('serves WebSockets, and problems before the upgrade', async () => {
    const app = await listeningApp({ env: SELF_SIGNED });
    const ca = app.ctx.tls?.own?.pem;
    const follower = await connectFollower(app, `wss://127.0.0.1:${app.port}/ws/agents`, {
      ca,
      headers: { authorization: `Bearer ${ADMIN}` },
    });
    const emitted = emit(app.ctx.events, 2);
    expect(await follower.got(2)).toEqual(emitted);
    expect(
      await handshakeError(connectFollower(app, `wss://127.0.0.1:${app.port}/ws/agents`, { ca })),
    ).toEqual({
      status: 401,
      code: 'unauthorized',
    });
  });

  it('is trusted by the command line by the announced certificate, regardless of its names', async () => {
    for (const env of [SELF_SIGNED, writeCertificate('warden.example')]) {
      const app = await listeningApp({ env });
      const request = (url: string, trust?: string) =>
        httpClient(url, ADMIN, '', trust).request('GET', '/hosts');
      expect(await request(`https://127.0.0.1:${app.port}`, app.ctx.tls?.chain)).toMatchObject({
        status: 200,
      });
      await expect(
        request(`https://127.0.0.1:${app.port}`, testTls.cert.toString()),
      ).rejects.toThrow(/cannot be reached/);
      await expect(request(`https://127.0.0.1:${app.port}`)).rejects.toThrow(/NODE_EXTRA_CA_CERTS/);
    }
  });

  it('uses the given certificate and passes a self-signed one on to agents', async () => {
    const files = writeCertificate('localhost');
    const app = await listeningApp({ env: files });
    const pem = readFileSync(files.TLS_CERT, 'utf8');
    expect(await get(app.port, pem, 'localhost')).toMatchObject({ status: 200 });
    expect(app.ctx.tls?.own?.pem.trim()).toBe(pem.trim());
    expect(existsSync(join(app.dir, 'tls.key'))).toBe(false);
  });

  it('has no certificate without TLS', async () => {
    const app = await listeningApp();
    expect(app.ctx.tls).toBeNull();
  });
});

describe('invalid TLS settings', () => {
  const read = (env: Record<string, string>) => {
    const dir = temporaryFolder();
    return readTls(
      readConfig({}, { env: { ...env, DATA_DIR: dir }, cwd: dir, uid: 1000 }),
      filesOf(dir),
      1_790_000_000,
    );
  };
  const certificate = () => writeCertificate('a.example');
  it.each<[string, () => Record<string, string>, RegExp]>([
    [
      'a certificate without a key',
      () => ({ TLS_CERT: certificate().TLS_CERT }),
      /must be set together/,
    ],
    [
      'a certificate and self-signed',
      () => ({ ...certificate(), ...SELF_SIGNED }),
      /mutually exclusive/,
    ],
    ['an unknown mode', () => ({ TLS: 'on' }), /TLS /],
    [
      'a missing file',
      () => ({ ...certificate(), TLS_KEY: '/nonexistent' }),
      /TLS_KEY cannot be read.*ENOENT/,
    ],
    [
      'a file with other content',
      () => ({ ...certificate(), TLS_CERT: certificate().TLS_KEY }),
      /TLS_CERT .*not usable PEM/,
    ],
    [
      'the key of another certificate',
      () => ({ ...certificate(), TLS_KEY: certificate().TLS_KEY }),
      /is not the key of/,
    ],
  ])('rejects %s with the reason', (_what, env, reason) => {
    expect(() => read(env())).toThrow(reason);
  });
});
