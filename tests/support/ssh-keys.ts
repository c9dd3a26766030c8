import { readFileSync } from 'node:fs';

/** One key in the forms that ssh-keygen writes. Ed25519 has no `pem`. */
interface KeyForms {
  openssh: string;
  openssh_encrypted: string;
  pkcs8: string;
  pkcs8_encrypted: string;
  pem?: string;
  pem_encrypted?: string;
  public: string;
  fingerprint: string;
}

type KeyName = 'ed25519' | 'rsa' | 'ecdsa-256' | 'ecdsa-384' | 'ecdsa-521';

/** Keys and certificates made by ssh-keygen, for tests only. */
export const SSH_KEYS = JSON.parse(
  readFileSync(new URL('../fixtures/ssh-keys/keys.json', import.meta.url), 'utf8'),
) as {
  passphrase: string;
  /** the public key that signed the certificates */
  authority: string;
  keys: Record<KeyName, KeyForms>;
  certificates: Record<KeyName | 'expired' | 'until_2100' | 'host', string>;
};

export const KEY_NAMES = Object.keys(SSH_KEYS.keys) as KeyName[];

/** Returns a certificate with other times, Unix seconds; its signature does not fit them. */
export function certificateValid(line: string, after: bigint, before: bigint): string {
  const [type, base64 = ''] = line.split(' ');
  const blob = Buffer.from(base64, 'base64');
  const skip = (position: number, count: number): number =>
    count === 0 ? position : skip(position + 4 + blob.readUInt32BE(position), count - 1);
  const keyFields = /^(ssh-rsa|ecdsa)/.test(line) ? 2 : 1;
  const serial = skip(0, 2 + keyFields); // after the type, the nonce and the key
  const times = skip(serial + 8 + 4, 2); // after the serial number, the kind, the id and the principals
  blob.writeBigUInt64BE(after, times);
  blob.writeBigUInt64BE(before, times + 8);
  return `${type} ${blob.toString('base64')}`;
}

/** Returns the bytes of a public key or certificate in OpenSSH's format. */
export const blobOf = (line: string): Buffer => Buffer.from(line.split(' ')[1] ?? '', 'base64');
