import { createPublicKey, type KeyObject } from 'node:crypto';
import { wireInteger, wireString } from './wire.js';

/** A public key in SSH's form. */
export interface SshPublicKey {
  /** `ssh-ed25519`, `ssh-rsa`, `ecdsa-sha2-nistp256`, … */
  type: string;
  /** RFC 4253 section 6.6, RFC 5656 section 3.1, RFC 8709 section 4 */
  blob: Buffer;
}

const CURVES: Readonly<Record<string, string>> = {
  'P-256': 'nistp256',
  'P-384': 'nistp384',
  'P-521': 'nistp521',
};

/** Returns the public half of a key; null for a type or curve that SSH servers do not accept. */
export function toSshPublicKey(privateKey: KeyObject): SshPublicKey | null {
  const type = privateKey.asymmetricKeyType;
  if (type !== 'rsa' && type !== 'ec' && type !== 'ed25519') return null;
  const { n = '', e = '', crv = '', x = '', y = '' } = exportJwk(privateKey);
  if (type === 'rsa') return build('ssh-rsa', [wireInteger(bytes(e)), wireInteger(bytes(n))]);
  if (type === 'ed25519') return build('ssh-ed25519', [wireString(bytes(x))]);
  const curve = CURVES[crv];
  if (curve === undefined) return null;
  const point = Buffer.concat([Buffer.from([4]), bytes(x), bytes(y)]); // uncompressed
  return build(`ecdsa-sha2-${curve}`, [wireString(curve), wireString(point)]);
}

/** Throws for a curve that JWK has no name for. */
function exportJwk(privateKey: KeyObject): Partial<Record<string, string>> {
  try {
    return createPublicKey(privateKey).export({ format: 'jwk' }) as Partial<Record<string, string>>;
  } catch {
    return {};
  }
}

const bytes = (base64url: string): Buffer => Buffer.from(base64url, 'base64url');

const build = (type: string, fields: readonly Buffer[]): SshPublicKey => ({
  type,
  blob: Buffer.concat([wireString(type), ...fields]),
});
