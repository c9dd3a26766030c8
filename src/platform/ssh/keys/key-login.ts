import type { Client, ParsedKey } from 'ssh2';
import { printable } from '../../../lib/text.js';
import { chooseMethods, type LoginAttempts, type LoginMethod } from '../auth.js';
import { sendKey, type KeyOffer } from './certificate-auth.js';
import { keyFingerprint, signWithKey, type SshKey } from './ssh-key.js';

interface KeyLogin {
  client: Client;
  /** of the library */
  parseKey: (text: string) => ParsedKey | Error;
  username: string;
  key: SshKey;
}

/**
 * Logs in with a key, once: with its certificate if it has one. RSA is offered with a second algorithm if the server
 * refuses the first. Nothing secret is sent.
 */
export const keyLogin = (login: KeyLogin): LoginMethod => ({
  createHandler: (attempts, giveUp) => {
    const { client, parseKey, username, key } = login;
    let offer: KeyOffer | undefined;
    return chooseMethods({ username, attempts, giveUp }, (remaining) => {
      const isFirst = offer === undefined && remaining.includes('publickey');
      if (!isFirst && (attempts.partial || offer?.hasNext() !== true)) {
        attempts.offered = remaining;
        return undefined;
      }
      offer ??= sendKey(client, key);
      if (isFirst) attempts.tried.push('publickey');
      return { type: 'publickey', username, key: createOfferedKey(parseKey, key) };
    });
  },
  failureText: (attempts) => keyFailureText(login, attempts),
  answered: 'the key',
});

const MAX_PRINCIPALS = 5;

/**
 * Returns the reason of a failed login with a key.
 * @internal
 */
export function keyFailureText(
  { username, key }: Pick<KeyLogin, 'username' | 'key'>,
  { offered, tried, partial }: LoginAttempts,
): string {
  if (tried.length === 0)
    return `the server does not accept keys (it offers: ${offered.join(', ') || 'nothing'})`;
  if (partial)
    return `the key was accepted, but the server requires another method (${offered.join(', ')})`;
  const text = `the server rejected the key ${keyFingerprint(key.publicKey)} for ${printable(username)}`;
  const { certificate } = key;
  if (certificate === null) return text;
  const listed = certificate.principals.slice(0, MAX_PRINCIPALS).map(printable).join(', ');
  return `${text}, with a certificate for ${listed || 'any user'}`;
}

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
function createOfferedKey(parseKey: (text: string) => ParsedKey | Error, key: SshKey): ParsedKey {
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
