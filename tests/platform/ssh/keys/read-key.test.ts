import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readKey } from '../../../../src/platform/ssh/keys/read/read-key.js';
import { createSshKey, keyFingerprint } from '../../../../src/platform/ssh/keys/ssh-key.js';
import { blobOf, KEY_NAMES, SSH_KEYS } from '../../../support/ssh-keys.js';

const { keys, passphrase } = SSH_KEYS;
const FORMS = [
  'openssh',
  'openssh_encrypted',
  'pkcs8',
  'pkcs8_encrypted',
  'pem',
  'pem_encrypted',
] as const;
const files = KEY_NAMES.flatMap((name) =>
  FORMS.flatMap((form) => {
    const text = keys[name][form];
    return text === undefined ? [] : [{ name, form, text }];
  }),
);
const encrypted = files.filter(({ form }) => form.endsWith('_encrypted'));

const derOf = (tag: number, content: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.from([tag, 0x84]), length, content]);
};

/** Returns an RSA key of PKCS#1 whose modulus has this many bits; its other numbers are 1. */
function rsaPem(bits: number): string {
  const modulus = Buffer.alloc(Math.ceil(bits / 8) + 1, 0xff);
  modulus[0] = 0;
  if (bits % 8 !== 0) modulus[1] = (1 << (bits % 8)) - 1;
  const one = Buffer.from([1]);
  const numbers = [Buffer.from([0]), modulus, ...Array.from({ length: 7 }, () => one)];
  const der = derOf(0x30, Buffer.concat(numbers.map((number) => derOf(0x02, number))));
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n');
  return `-----BEGIN RSA PRIVATE KEY-----\n${lines}\n-----END RSA PRIVATE KEY-----\n`;
}

describe('a private key', () => {
  it.each(files)('$name is read in the form $form', async ({ name, form, text }) => {
    const given = form.endsWith('_encrypted') ? passphrase : undefined;
    const read = await readKey({ text, passphrase: given });
    if (!('pem' in read)) throw new Error(read.problem);
    const { publicKey } = createSshKey(read.pem, null);
    expect(publicKey.blob.equals(blobOf(keys[name].public))).toBe(true);
    expect(keyFingerprint(publicKey)).toBe(keys[name].fingerprint);
    expect(read.pem).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
  });

  it.each(encrypted)('$name in the form $form needs its passphrase', async ({ text }) => {
    expect(await readKey({ text, passphrase: undefined })).toMatchObject({
      problem: 'passphrase_missing',
    });
    expect(await readKey({ text, passphrase: 'wrong' })).toMatchObject({
      problem: 'passphrase_wrong',
    });
  });

  it.each([
    ['line breaks of Windows', keys.rsa.pem?.replaceAll('\n', '\r\n') ?? ''],
    ['spaces around it', `\n\n ${keys.ed25519.openssh}\n\n`],
    ['no line break at its end', keys.ed25519.pkcs8.trim()],
  ])('is read with %s', async (_name, text) => {
    expect(await readKey({ text, passphrase: undefined })).toHaveProperty('pem');
  });

  it('is read with a passphrase that it does not need', async () => {
    expect(await readKey({ text: keys.rsa.openssh, passphrase })).toHaveProperty('pem');
  });

  it.each([512, 16_385, 65_536])('of RSA with %i bits is refused', async (bits) => {
    const read = await readKey({ text: rsaPem(bits), passphrase: undefined });
    expect(read).toMatchObject({ problem: 'unreadable' });
    expect('detail' in read && read.detail).toContain(`${bits} bits`);
  });

  it.each([1024, 16_384])('of RSA with %i bits is read', async (bits) => {
    const read = await readKey({ text: rsaPem(bits), passphrase: undefined });
    expect(read).toHaveProperty('pem');
  });

  const withRounds = (rounds: number): string => {
    const lines = keys.ed25519.openssh_encrypted.trim().split('\n');
    const bytes = Buffer.from(lines.slice(1, -1).join(''), 'base64');
    const options = bytes.indexOf('bcrypt') + 'bcrypt'.length + 4 + 4 + 16;
    bytes.writeUInt32BE(rounds, options);
    return `${lines[0]}\n${bytes.toString('base64')}\n${lines.at(-1)}\n`;
  };

  it.each([
    ['no key', 'hello', 'format'],
    ['a public key', keys.rsa.public, 'public key'],
    [
      'a public key in PEM',
      createPublicKey(keys.rsa.pkcs8).export({ type: 'spki', format: 'pem' }) as string,
      'public key',
    ],
    ['a key of PuTTY', 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n', 'PuTTY'],
    [
      'a truncated key',
      `${keys.rsa.openssh.slice(0, 400)}\n-----END OPENSSH PRIVATE KEY-----`,
      'damaged',
    ],
    ['a damaged PEM', keys.rsa.pkcs8.replace(/[A-Za-z]{8}/g, 'AAAAAAAA'), 'damaged'],
    ['a passphrase with 4 billion rounds', withRounds(0xffff_ffff), 'too long'],
    ['a certificate', SSH_KEYS.certificates.rsa, 'public key'],
  ])('cannot be read from %s', async (_name, text, detail) => {
    expect(await readKey({ text, passphrase })).toEqual({
      problem: 'unreadable',
      detail: expect.stringContaining(detail) as string,
    });
  });
});
