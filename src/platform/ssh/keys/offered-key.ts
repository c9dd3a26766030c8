import type { ParsedKey } from 'ssh2';
import { signWithKey, type SshKey } from './ssh-key.js';

/** A key that the library offers: it asks for the type, the public blob and signatures. */
type OfferedKey = Pick<ParsedKey, 'getPublicSSH'> & {
  type: string;
  isPrivateKey: () => true;
  sign: (data: Buffer, hash?: string) => Buffer;
};

const MODERN_HASH = 'sha512';

/**
 * Returns a key as the library expects one. With a certificate, the certificate is what is offered.
 * @param parseKey of the library, whose keys have a private mark
 */
export function createOfferedKey(
  parseKey: (text: string) => ParsedKey | Error,
  key: SshKey,
): ParsedKey {
  const { publicKey, certificate } = key;
  const parsed = parseKey(`${publicKey.type} ${publicKey.blob.toString('base64')}`);
  if (parsed instanceof Error) throw parsed;
  const offered: OfferedKey = {
    type: certificate?.type ?? publicKey.type,
    getPublicSSH: () => certificate?.blob ?? publicKey.blob,
    isPrivateKey: () => true,
    sign: (data, hash) => signWithKey(key, data, hash ?? MODERN_HASH),
  };
  return Object.assign(Object.create(parsed) as ParsedKey, offered);
}
