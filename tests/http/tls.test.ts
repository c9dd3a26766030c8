import { execFile } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
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
import { emit, follow, listeningApp, refusal } from '../support/ws.js';

const run = promisify(execFile);
const SELF = { TLS: 'self-signed' };

interface Shown {
  status: number;
  certificate: X509Certificate;
}
const get = (port: number, ca: string, host = '127.0.0.1'): Promise<Shown> =>
  new Promise((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        servername: host === '127.0.0.1' ? '' : host,
        port,
        path: '/healthz',
        ca,
        agent: false,
      },
      (answer) => {
        answer.resume();
        resolve({
          status: answer.statusCode ?? 0,
          certificate: new X509Certificate((answer.socket as TLSSocket).getPeerCertificate().raw),
        });
      },
    )
      .on('error', reject)
      .end();
  });

/** A self-signed certificate for `name` in files, as an administrator may have one. */
function ownFiles(name: string): { TLS_CERT: string; TLS_KEY: string } {
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

describe('a certificate of its own', () => {
  it('is shown, is good for the names and addresses of the machine, and is known by its root', async () => {
    const app = await listeningApp({ env: SELF });
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

  it('keeps its root and its key over restarts, in files for their owner alone', async () => {
    const first = await listeningApp({ env: SELF });
    const own = first.ctx.tls?.own;
    await first.close();
    const second = await listeningApp({ env: SELF, dir: first.dir });
    expect(second.ctx.tls?.own).toEqual(own);
    expect(await get(second.port, own?.pem ?? '')).toMatchObject({ status: 200 });
    for (const name of ['tls.key', 'tls-root.key', 'tls-root.pem'])
      expect(statSync(join(first.dir, name)).mode & 0o777).toBe(0o600);
  });

  it('satisfies openssl and curl, with the pin too', async () => {
    const app = await listeningApp({ env: SELF });
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
  ])('listening on %s with %s it holds %j', (HOST, PUBLIC_URL, names) => {
    expect(certificateNames({ HOST, PUBLIC_URL })).toEqual(expect.arrayContaining(names));
  });

  it('is valid two years back and ten ahead, also beyond 2049', () => {
    const files = filesOf(temporaryFolder());
    const tls = readTls({ TLS: 'self-signed', HOST: '127.0.0.1' } as never, files, 2_400_000_000);
    const leaf = new X509Certificate(tls?.chain ?? '');
    expect([
      new Date(leaf.validFrom).getUTCFullYear(),
      new Date(leaf.validTo).getUTCFullYear(),
    ]).toEqual([2044, 2056]);
    expect(leaf.verify(createPublicKey(readFileSync(files.tlsRootKey)))).toBe(true);
  });
});

describe('the service over TLS', () => {
  it('carries the channel, and refusals before the upgrade', async () => {
    const app = await listeningApp({ env: SELF });
    const ca = app.ctx.tls?.own?.pem;
    const follower = await follow(app, `wss://127.0.0.1:${app.port}/ws/agents`, {
      ca,
      headers: { authorization: `Bearer ${ADMIN}` },
    });
    const made = emit(app.ctx.events, 2);
    expect(await follower.got(2)).toEqual(made);
    expect(await refusal(follow(app, `wss://127.0.0.1:${app.port}/ws/agents`, { ca }))).toEqual({
      status: 401,
      code: 'unauthorized',
    });
  });

  it('is trusted by the command line through what the data folder announces, whatever name it bears', async () => {
    for (const env of [SELF, ownFiles('warden.example')]) {
      const app = await listeningApp({ env });
      const ask = (url: string, trust?: string) =>
        httpClient(url, ADMIN, '', trust).request('GET', '/hosts');
      expect(await ask(`https://127.0.0.1:${app.port}`, app.ctx.tls?.chain)).toMatchObject({
        status: 200,
      });
      await expect(ask(`https://127.0.0.1:${app.port}`, testTls.cert.toString())).rejects.toThrow(
        /cannot be reached/,
      );
      await expect(ask(`https://127.0.0.1:${app.port}`)).rejects.toThrow(/NODE_EXTRA_CA_CERTS/);
    }
  });

  it('shows the given certificate; a self-signed one is passed on to agents', async () => {
    const files = ownFiles('localhost');
    const app = await listeningApp({ env: files });
    const pem = readFileSync(files.TLS_CERT, 'utf8');
    expect(await get(app.port, pem, 'localhost')).toMatchObject({ status: 200 });
    expect(app.ctx.tls?.own?.pem.trim()).toBe(pem.trim());
    expect(existsSync(join(app.dir, 'tls.key'))).toBe(false);
  });

  it('without TLS there is no certificate', async () => {
    const app = await listeningApp();
    expect(app.ctx.tls).toBeNull();
  });
});

describe('wrong settings', () => {
  const read = (env: Record<string, string>) => {
    const dir = temporaryFolder();
    return readTls(
      readConfig({}, { env: { ...env, DATA_DIR: dir }, cwd: dir, uid: 1000 }),
      filesOf(dir),
      1_790_000_000,
    );
  };
  const one = () => ownFiles('a.example');
  it.each<[string, () => Record<string, string>, RegExp]>([
    ['a certificate without a key', () => ({ TLS_CERT: one().TLS_CERT }), /belong together/],
    ['both kinds', () => ({ ...one(), ...SELF }), /exclude each other/],
    ['a kind that is unknown', () => ({ TLS: 'on' }), /TLS /],
    [
      'a file that is not there',
      () => ({ ...one(), TLS_KEY: '/nonexistent' }),
      /TLS_KEY cannot be read.*ENOENT/,
    ],
    [
      'a file that holds something else',
      () => ({ ...one(), TLS_CERT: one().TLS_KEY }),
      /TLS_CERT .*not usable PEM/,
    ],
    [
      "another certificate's key",
      () => ({ ...one(), TLS_KEY: one().TLS_KEY }),
      /is not the key of/,
    ],
  ])('%s is refused with its reason', (_what, env, reason) => {
    expect(() => read(env())).toThrow(reason);
  });
});
