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

/** Returns the bytes of a public key or certificate in OpenSSH's format. */
export const blobOf = (line: string): Buffer => Buffer.from(line.split(' ')[1] ?? '', 'base64');
