import { createPrivateKey, type KeyObject, type PrivateKeyInput } from 'node:crypto';
import { toSshPublicKey } from '../public-key.js';
import { iterationsOf } from './der.js';
import { pemBytes, TOO_SLOW, unreadable, type KeyFile, type ReadKey } from './key-file.js';
import { readOpenSshKey } from './openssh-key.js';

/** Iterations of a passphrase's key derivation: some seconds. Common are 2,048 to 650,000. */
const MAX_ITERATIONS = 5_000_000;

const FORMATS = 'use the OpenSSH or PEM format of RSA, ECDSA or Ed25519';
const OTHER_FORMATS: readonly [RegExp, string][] = [
  [/^PuTTY-User-Key-File-/, 'this is a key of PuTTY: export it in the OpenSSH format'],
  [/^(ssh-|ecdsa-|sk-)\S+ /, 'this is a public key: the private key is required'],
  [/^-----BEGIN PUBLIC KEY-----/, 'this is a public key: the private key is required'],
  [/^---- BEGIN SSH2 PUBLIC KEY ----/, 'this is a public key: the private key is required'],
];

/** Reads and decrypts a private key. Takes a second for a key with a passphrase; see read-key.worker.ts. */
export async function readKey({ text, passphrase }: KeyFile): Promise<ReadKey> {
  const trimmed = text.trim().replace(/\r\n?/g, '\n');
  const other = OTHER_FORMATS.find(([pattern]) => pattern.test(trimmed));
  if (other) return unreadable(other[1]);
  const [, label = ''] = /^-----BEGIN ([A-Z0-9 ]+)-----\n/.exec(trimmed) ?? [];
  if (label === 'OPENSSH PRIVATE KEY') {
    const read = await readOpenSshKey({ text: trimmed, passphrase });
    return 'pem' in read ? readPlainPem(read.pem) : read;
  }
  if (!/^(RSA |EC |ENCRYPTED )?PRIVATE KEY$/.test(label)) return unreadable(FORMATS);
  return readPem(trimmed, label, passphrase);
}

function readPem(text: string, label: string, passphrase: string | undefined): ReadKey {
  const isPkcs8 = label === 'ENCRYPTED PRIVATE KEY';
  const isEncrypted = isPkcs8 || /^Proc-Type: *4, *ENCRYPTED$/m.test(text);
  if (!isEncrypted) return readPlainPem(text);
  if (passphrase === undefined)
    return { problem: 'passphrase_missing', detail: 'the key is encrypted' };
  if (isPkcs8 && iterationsOf(pemBytes(text)) > MAX_ITERATIONS) return unreadable(TOO_SLOW);
  const key = tryCreateKey({ key: text, passphrase });
  if (!(key instanceof Error)) return toPkcs8(key);
  if (isPkcs8 && (key as NodeJS.ErrnoException).code === UNSUPPORTED)
    return unreadable(`its encryption is not supported; ${FORMATS}`);
  return { problem: 'passphrase_wrong', detail: 'it does not decrypt the key' };
}

const UNSUPPORTED = 'ERR_OSSL_UNSUPPORTED';

function readPlainPem(text: string): ReadKey {
  const key = tryCreateKey({ key: text });
  return key instanceof Error
    ? unreadable('it is damaged, or not of a supported type')
    : toPkcs8(key);
}

function tryCreateKey(input: PrivateKeyInput): KeyObject | Error {
  try {
    return createPrivateKey(input);
  } catch (error) {
    return error as Error;
  }
}

/** The largest modulus that OpenSSH accepts (SSHBUF_MAX_BIGNUM). A signature of the largest takes 0.3 s. */
const MIN_RSA_BITS = 1_024;
const MAX_RSA_BITS = 16_384;

function toPkcs8(key: KeyObject): ReadKey {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? MAX_RSA_BITS; // of RSA only
  if (bits < MIN_RSA_BITS || bits > MAX_RSA_BITS)
    return unreadable(
      `it has ${bits} bits, and SSH servers accept RSA of ${MIN_RSA_BITS} to ${MAX_RSA_BITS}`,
    );
  if (toSshPublicKey(key) === null) return unreadable(`its type is not supported; ${FORMATS}`);
  return { pem: key.export({ type: 'pkcs8', format: 'pem' }) as string };
}
