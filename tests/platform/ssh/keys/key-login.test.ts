import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { LoginAttempts } from '../../../../src/platform/ssh/auth.js';
import {
  algorithmsOf,
  publicKeyRequest,
} from '../../../../src/platform/ssh/keys/certificate-auth.js';
import { keyFailureText } from '../../../../src/platform/ssh/keys/key-login.js';
import { createSshKey, signWithKey } from '../../../../src/platform/ssh/keys/ssh-key.js';
import { createWireReader } from '../../../../src/platform/ssh/keys/wire.js';
import { blobOf, KEY_NAMES, SSH_KEYS } from '../../../support/ssh-keys.js';
import { sshServer } from '../../../support/ssh-server.js';
import { limits, session, sshRejection } from '../../../support/ssh-session.js';

const { keys, certificates } = SSH_KEYS;
const keyOf = (name: keyof typeof keys) => createSshKey(keys[name].pkcs8, null);
const authorized = (...names: (keyof typeof keys)[]) => ({
  admin: {
    password: 'Sandbox-admin-1',
    methods: ['publickey', 'password'] as const,
    publicKeys: names.map((name) => blobOf(keys[name].public)),
  },
});

describe('a login with a key', () => {
  it.each(KEY_NAMES)('of %s runs commands, and sends no password', async (name) => {
    const server = await sshServer({ users: authorized(name) });
    const opened = await session(server, { password: undefined, key: keyOf(name) });
    expect((await opened.run('echo "$HOME"', limits)).exitCode).toBe(0);
    expect(server.log.passwords).toBe(0);
    expect(server.log.logins.map(({ method }) => method)).toContain('publickey');
  });

  it('becomes root with the password for sudo', async () => {
    const server = await sshServer({ users: authorized('ed25519') });
    const opened = await session(server, {
      password: undefined,
      key: keyOf('ed25519'),
      sudoPassword: server.password('admin'),
    });
    expect(await opened.elevate()).toEqual({ kind: 'sudo_password', pty: false });
  });

  it('reports that sudo requires a password, without one', async () => {
    const { admin } = authorized('ed25519');
    const users = { admin: { ...admin, password: 'null' } }; // which sudo must not be given
    const server = await sshServer({ users });
    const opened = await session(server, { password: undefined, key: keyOf('ed25519') });
    expect(await sshRejection(opened.elevate())).toMatchObject({
      code: 'sudo_denied',
      message: 'sudo requires a password, and the credential has none for it',
    });
  });

  it('uses sudo without a password', async () => {
    const server = await sshServer({ users: authorized('ed25519'), sudo: 'nopasswd' });
    const opened = await session(server, { password: undefined, key: keyOf('ed25519') });
    expect(await opened.elevate()).toEqual({ kind: 'sudo', pty: false });
  });

  it('is offered once if it is refused, with its fingerprint in the error', async () => {
    const server = await sshServer({ users: authorized('rsa') });
    const error = await sshRejection(
      session(server, { password: undefined, key: keyOf('ed25519') }),
    );
    expect(error.code).toBe('auth_failed');
    expect(error.message).toContain(keys.ed25519.fingerprint);
    expect(server.log.logins.filter(({ method }) => method === 'publickey')).toHaveLength(1);
  });

  it.each([
    ['sha512', ['sha512', 'sha512']],
    ['sha256', ['sha512', 'sha256', 'sha256']],
  ])('of RSA logs in where a server accepts %s only', async (hash, offered) => {
    const server = await sshServer({ users: authorized('rsa'), rsaHashes: [hash] });
    const opened = await session(server, { password: undefined, key: keyOf('rsa') });
    expect((await opened.run('true', limits)).exitCode).toBe(0);
    expect(server.offers.map((offer) => offer.hash)).toEqual(offered);
  });

  it('of RSA is offered with two algorithms if it is refused, and with no others', async () => {
    const server = await sshServer({ users: authorized('ed25519') });
    const error = await sshRejection(session(server, { password: undefined, key: keyOf('rsa') }));
    expect(error.code).toBe('auth_failed');
    expect(server.offers.map((offer) => offer.hash)).toEqual(['sha512', 'sha256']);
  });

  it('is not offered with a certificate that has expired', async () => {
    const server = await sshServer({ users: authorized('ed25519') });
    const key = createSshKey(keys.ed25519.pkcs8, certificates.expired);
    expect(await sshRejection(session(server, { password: undefined, key }))).toMatchObject({
      code: 'certificate_expired',
    });
    expect(server.connections()).toBe(0);
  });

  it.each(KEY_NAMES)('offers the certificate of %s, signed by the key', async (name) => {
    const server = await sshServer({ users: authorized(name) });
    const key = createSshKey(keys[name].pkcs8, certificates[name]);
    await sshRejection(session(server, { password: undefined, key }));
    const [offer] = server.offers;
    const type = name === 'rsa' ? 'rsa-sha2-512' : key.publicKey.type;
    expect(offer?.algorithm).toBe(`${type}-cert-v01@openssh.com`);
    expect(offer?.blob.equals(blobOf(certificates[name]))).toBe(true);
  });
});

describe('a signature', () => {
  it.each([
    ['rsa', 'sha512'],
    ['rsa', 'sha256'],
    ['ed25519', null],
    ['ecdsa-256', 'sha256'],
    ['ecdsa-384', 'sha384'],
    ['ecdsa-521', 'sha512'],
  ] as const)('of %s with %s is valid', (name, hash) => {
    const key = keyOf(name);
    const data = Buffer.from('data');
    const signature = signWithKey(key, data, hash ?? '');
    const publicKey = createPublicKey(key.privateKey);
    if (!name.startsWith('ecdsa')) {
      expect(verify(hash, data, publicKey, signature)).toBe(true);
      return;
    }
    const reader = createWireReader(signature);
    const half = Math.ceil(Number(name.slice(6)) / 8);
    const pair = [reader.string(), reader.string()].map((integer) =>
      Buffer.concat([Buffer.alloc(half), integer]).subarray(-half),
    );
    const dsa = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify(hash, data, dsa, Buffer.concat(pair))).toBe(true);
  });
});

describe('the algorithms of a key', () => {
  const both = ['rsa-sha2-512', 'rsa-sha2-256'];
  it.each([
    ['rsa', 'rsa-sha2-256', both],
    ['rsa', 'rsa-sha2-512', ['rsa-sha2-512']],
    ['rsa', 'ssh-rsa', ['ssh-rsa']],
    ['ed25519', undefined, ['ssh-ed25519']],
    ['ecdsa-384', undefined, ['ecdsa-sha2-nistp384']],
  ] as const)('of %s, listed as %s, are %j', (name, listed, names) => {
    const algorithms = algorithmsOf(keyOf(name), listed);
    expect(algorithms).toEqual(
      names.map((algorithm) => ({ key: algorithm, signature: algorithm })),
    );
  });

  it('of a certificate are named after it', () => {
    const key = createSshKey(keys.rsa.pkcs8, certificates.rsa);
    expect(algorithmsOf(key, undefined)).toEqual(
      both.map((signature) => ({ key: `${signature}-cert-v01@openssh.com`, signature })),
    );
  });
});

describe('the request of the method publickey', () => {
  it('has the fields of RFC 4252, section 7', () => {
    const request = publicKeyRequest({
      username: 'root',
      algorithm: 'ssh-ed25519-cert-v01@openssh.com',
      blob: Buffer.from('blob'),
      isSigned: true,
    });
    const reader = createWireReader(request.subarray(1));
    expect(request[0]).toBe(50);
    expect([1, 2, 3].map(() => reader.string().toString())).toEqual([
      'root',
      'ssh-connection',
      'publickey',
    ]);
    const rest = request.subarray(
      1 + 3 * 4 + ['root', 'ssh-connection', 'publickey'].join('').length,
    );
    expect(rest[0]).toBe(1);
    const fields = createWireReader(rest.subarray(1));
    expect([1, 2].map(() => fields.string().toString())).toEqual([
      'ssh-ed25519-cert-v01@openssh.com',
      'blob',
    ]);
  });
});

describe('the reason of a failed login with a key', () => {
  const attempts = (fields: Partial<LoginAttempts>): LoginAttempts => ({
    offered: ['publickey', 'password'],
    tried: ['publickey'],
    partial: false,
    unanswered: null,
    ...fields,
  });
  it.each<[string, Partial<LoginAttempts>, string | null, string]>([
    [
      'a server without keys',
      { offered: ['password'], tried: [] },
      null,
      'the server does not accept keys (it offers: password)',
    ],
    [
      'a second factor',
      { partial: true, offered: ['keyboard-interactive'] },
      null,
      'the key was accepted, but the server requires another method (keyboard-interactive)',
    ],
    [
      'a refused key',
      {},
      null,
      `the server rejected the key ${keys.ed25519.fingerprint} for deploy`,
    ],
    [
      'a refused certificate',
      {},
      certificates.ed25519,
      `the server rejected the key ${keys.ed25519.fingerprint} for deploy, ` +
        'with a certificate for root, admin',
    ],
  ])('names %s', (_name, fields, certificate, text) => {
    const key = createSshKey(keys.ed25519.pkcs8, certificate);
    expect(keyFailureText({ username: 'deploy', key }, attempts(fields))).toBe(text);
  });
});
