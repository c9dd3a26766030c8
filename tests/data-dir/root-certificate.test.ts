import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { filesOf } from '../../src/data-dir/paths.js';
import { issueCertificates } from '../../src/data-dir/server-certificate.js';
import { namesFor, readTls } from '../../src/data-dir/tls.js';
import { signCertificate } from '../../src/data-dir/x509.js';
import { presentCertificates } from '../../src/platform/http/server-certificates.js';
import { temporaryFolder } from '../support/database.js';
import { listeningApp } from '../support/ws.js';

const NOW = 1_790_000_000;
const DAY = 86_400;
const YEAR = 366 * DAY;
const NAMES = ['warden.example', 'localhost', '127.0.0.1', '::1', '192.0.2.7', '2001:db8::7'];

function setUp() {
  const dir = temporaryFolder();
  const files = filesOf(dir);
  const issue = (now: number, names = NAMES) => {
    const issued = issueCertificates(files, names, now);
    return { ...issued, chain: issued.chainFor(names) };
  };
  /** Returns what openssl says about the first certificate of a chain, for a client that trusts `root`. */
  const verify = (root: string, chain: string, now: number): string => {
    const rootFile = join(dir, 'r.pem');
    const chainFile = join(dir, 'c.pem');
    writeFileSync(rootFile, root);
    writeFileSync(chainFile, chain);
    const args = ['verify', '-x509_strict', '-purpose', 'sslserver', '-attime', String(now)];
    const { stdout, stderr } = spawnSync(
      'openssl',
      [...args, '-CAfile', rootFile, '-untrusted', chainFile, chainFile],
      { encoding: 'utf8' },
    );
    return /: OK/.test(stdout)
      ? 'OK'
      : (/error \d+ at .*?: (.*)/.exec(stderr + stdout)?.[1] ?? stderr);
  };
  /** A certificate that a thief of the root's key issues. */
  const forge = (names: string[]): string =>
    signCertificate({
      subject: names[0] ?? '',
      publicKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey,
      issuer: 'hostwarden root',
      issuerKey: createPrivateKey(readFileSync(files.tlsRootKey)),
      from: NOW - DAY,
      until: NOW + DAY,
      names,
    });
  return { dir, files, issue, verify, forge };
}

const lifeOf = (pem: string): number => {
  const { validFrom, validTo } = new X509Certificate(pem);
  return (Date.parse(validTo) - Date.parse(validFrom)) / 1000;
};

describe('the root certificate', () => {
  it('is valid for two years at most, and verifies the certificate of the service', () => {
    const { issue, verify } = setUp();
    const { root, chain } = issue(NOW);
    expect(lifeOf(root)).toBeLessThanOrEqual(2 * 365 * DAY);
    expect(verify(root, chain, NOW)).toBe('OK');
  });

  it.each([
    [['elsewhere.example']],
    [['warden.example', 'elsewhere.example']],
    [['192.0.2.8']],
    [['2001:db8::8']],
    [['10.0.0.1', '127.0.0.1']],
  ])('verifies no certificate for %j, even if its key was stolen', (names) => {
    const { issue, verify, forge } = setUp();
    const { root } = issue(NOW);
    expect(verify(root, forge(names), NOW)).toMatch(/permitted subtree violation/);
  });

  it('has its names in a critical extension', () => {
    const { issue, dir } = setUp();
    writeFileSync(join(dir, 'root.pem'), issue(NOW).root);
    const text = execFileSync('openssl', ['x509', '-in', join(dir, 'root.pem'), '-noout', '-text']);
    expect(text.toString()).toMatch(
      /Name Constraints: critical\s+Permitted:\s+DNS:warden\.example\s+DNS:localhost\s+IP:127\.0\.0\.1\/255\.255\.255\.255/,
    );
  });

  it('stays the same at the next start, also without some of its names, and is new for a new name', () => {
    const { issue } = setUp();
    const { root } = issue(NOW);
    expect(issue(NOW + 100 * DAY).root.trim()).toBe(root.trim());
    expect(issue(NOW, NAMES.slice(1)).root.trim()).toBe(root.trim());
    expect(issue(NOW, [...NAMES, '192.0.2.8']).root.trim()).not.toBe(root.trim());
  });

  it('is renewed when half of its life is left; a copy of the former one is valid until its end', () => {
    const { issue, verify } = setUp();
    const first = issue(NOW);
    expect(first.renewAt).toBe(NOW + 350 * DAY);
    const second = issue(first.renewAt + DAY);
    expect(second.root.trim()).not.toBe(first.root.trim());
    expect(verify(first.root, second.chain, NOW + 699 * DAY)).toBe('OK');
    expect(verify(second.root, second.chain, NOW + 699 * DAY)).toBe('OK');
  });

  it('replaces a root without limits of an earlier version, whose copies stay valid', () => {
    const { issue, files, verify } = setUp();
    const { agentRoot } = issue(NOW);
    writeFileSync(files.tlsRoot, agentRoot); // as version 0.1.0 wrote it
    const { root, chain } = issue(NOW);
    expect(lifeOf(root)).toBeLessThanOrEqual(2 * 365 * DAY);
    expect(verify(agentRoot, chain, NOW)).toBe('OK');
  });
});

describe('the root certificate of agents', () => {
  it('verifies the certificate of the service after years, renewals and new names', () => {
    const { issue, verify } = setUp();
    const { agentRoot } = issue(NOW);
    for (const years of [1, 3, 10, 25]) {
      const at = NOW + years * YEAR;
      expect(verify(agentRoot, issue(at, [`10.0.0.${years}`]).chain, at)).toBe('OK');
    }
  });
});

describe('the names of a certificate', () => {
  const names = {
    all: ['203.0.113.5', 'host', 'localhost', '127.0.0.1', '::1', '10.0.0.1', '10.0.0.2'],
    public: ['203.0.113.5'],
  };
  const loopback = ['localhost', '127.0.0.1', '::1'];
  it.each([
    [{ name: 'HOST' }, ['host']],
    [{ name: 'elsewhere.example' }, undefined],
    [{ address: '127.0.0.1' }, loopback],
    [{ address: '10.0.0.2' }, ['10.0.0.2', '203.0.113.5', ...loopback]],
    [{ address: '10.0.0.3' }, names.all],
  ])('for %j are %j', (requested, expected) => {
    expect(namesFor(requested, names)).toEqual(expected);
  });

  it('are accepted by a copy of the root from before the machine got another address', () => {
    const { issue, verify } = setUp();
    const before = ['host', ...loopback, '10.0.0.1'];
    const all = [...before, '172.17.0.1'];
    const { root } = issue(NOW, before);
    const later = issue(NOW, all);
    const chainFor = (requested: { name: string } | { address: string }): string =>
      later.chainFor(namesFor(requested, { all, public: [] }) ?? []);
    expect(later.root.trim()).not.toBe(root.trim());
    expect(verify(root, chainFor({ address: '10.0.0.1' }), NOW)).toBe('OK');
    expect(verify(root, chainFor({ name: 'host' }), NOW)).toBe('OK');
    expect(verify(root, chainFor({ address: '172.17.0.1' }), NOW)).not.toBe('OK');
    expect(verify(later.root, chainFor({ address: '172.17.0.1' }), NOW)).toBe('OK');
  });
});

describe('a running service', () => {
  const get = (port: number, ca: string, options: object): Promise<X509Certificate> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, ca, ...options }, () => {
        resolve(new X509Certificate(socket.getPeerCertificate().raw));
        socket.destroy();
      });
      socket.on('error', reject);
    });

  it('presents a certificate for the address or the name that a client connects to', async () => {
    const app = await listeningApp({ env: { TLS: 'self-signed', HOST: '0.0.0.0' } });
    const ca = app.ctx.tls?.own?.pem ?? '';
    const byAddress = await get(app.port, ca, { host: '127.0.0.1', servername: '' });
    expect(byAddress.subjectAltName).toBe(
      'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1',
    );
    const byName = await get(app.port, ca, { host: '127.0.0.1', servername: 'localhost' });
    expect(byName.subjectAltName).toBe('DNS:localhost');
  });

  it('renews its certificate before the end, and uses it for new connections', async () => {
    const { files, verify } = setUp();
    const tls = readTls({ TLS: 'self-signed', HOST: '127.0.0.1' } as never, files, NOW);
    if (!tls?.issued) throw new Error('TLS is off');
    const former = { chain: tls.chain, agentPem: tls.own?.agentPem ?? '' };
    let now = NOW;
    const server = createServer({ key: tls.key, cert: tls.chain });
    const end = presentCertificates(server, tls.issued, { now: () => now }, 1);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => {
      end();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const options = { host: '127.0.0.1', servername: '' };
    const first = await get(port, former.agentPem, options);
    now += 351 * DAY;
    await expect.poll(() => tls.chain).not.toBe(former.chain);
    const second = await get(port, former.agentPem, options);
    expect(second.validTo).not.toBe(first.validTo);
    expect(second.publicKey.equals(first.publicKey)).toBe(true);
    expect(verify(former.agentPem, tls.chain, now)).toBe('OK');
  });
});
