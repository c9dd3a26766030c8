import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { parseHostKey } from '../host-key.js';
import { parseCertificate, type UserCertificate } from './certificate.js';
import { toSshPublicKey, type SshPublicKey } from './public-key.js';
import { wireInteger } from './wire.js';

/** A key for logins. */
export interface SshKey {
  privateKey: KeyObject;
  publicKey: SshPublicKey;
  certificate: UserCertificate | null;
}

/**
 * Builds a key from its stored form: PKCS#8 PEM, and the line of its certificate. Throws if it is damaged, or the
 * certificate is of another key.
 */
export function createSshKey(pem: string, certificateText: string | null): SshKey {
  const privateKey = createPrivateKey(pem);
  const publicKey = toSshPublicKey(privateKey);
  if (publicKey === null) throw new Error('This type of key is not supported');
  if (certificateText === null) return { privateKey, publicKey, certificate: null };
  const certificate = parseCertificate(certificateText);
  if (typeof certificate === 'string' || !certificate.publicKey.equals(publicKey.blob))
    throw new Error('The certificate is not of this key');
  return { privateKey, publicKey, certificate };
}

/** Returns the fingerprint as ssh-keygen prints it: `SHA256:…`. */
export const keyFingerprint = ({ blob }: Pick<SshPublicKey, 'blob'>): string =>
  parseHostKey(blob).fingerprint_sha256;

const HASHES: Readonly<Record<string, string>> = {
  'ecdsa-sha2-nistp256': 'sha256',
  'ecdsa-sha2-nistp384': 'sha384',
  'ecdsa-sha2-nistp521': 'sha512',
};

/**
 * Signs in SSH's format (RFC 4253 section 6.6, RFC 5656 section 3.1.2, RFC 8332, RFC 8709 section 6).
 * @param rsaHash `sha512`, `sha256`, or `sha1` for servers of before 2016
 */
export function signWithKey(
  { privateKey, publicKey }: SshKey,
  data: Buffer,
  rsaHash: string,
): Buffer {
  const { type } = publicKey;
  if (type === 'ssh-ed25519') return sign(null, data, privateKey);
  if (type === 'ssh-rsa') return sign(rsaHash, data, privateKey);
  const pair = sign(HASHES[type], data, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const half = pair.length / 2;
  return Buffer.concat([wireInteger(pair.subarray(0, half)), wireInteger(pair.subarray(half))]);
}
