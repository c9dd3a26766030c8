import { AppError, type ErrorCode } from '../../errors.js';
import { hasExpired, parseCertificate } from '../../platform/ssh/keys/certificate.js';
import { readKeyFile } from '../../platform/ssh/keys/read/key-reader.js';
import { createSshKey, keyFingerprint, type SshKey } from '../../platform/ssh/keys/ssh-key.js';

/** The sealed form of a key. */
export interface StoredKey {
  /** PKCS#8 PEM, decrypted: its passphrase is not stored */
  private_key: string;
  /** the line of a `*-cert.pub` file */
  certificate: string | null;
}

/** The visible facts about a key. */
interface KeyFacts {
  fingerprint: string;
  certificate_expires_at: number | null;
}

const KEY_PROBLEMS = {
  unreadable: ['key_unreadable', '/private_key', 'The private key cannot be read'],
  passphrase_missing: ['passphrase_missing', '/passphrase', 'The private key needs a passphrase'],
  passphrase_wrong: ['passphrase_wrong', '/passphrase', 'The passphrase is wrong'],
} as const;

/** Decrypts the private key of a request; its PKCS#8 PEM. 422 if it cannot be read. */
export async function readPrivateKey(
  text: string,
  passphrase: string | undefined,
): Promise<string> {
  const read = await readKeyFile({ text, passphrase });
  if ('pem' in read) return read.pem;
  const [code, path, message] = KEY_PROBLEMS[read.problem];
  throw refusal(code, path, `${message}: ${read.detail}`);
}

/**
 * Returns the visible facts about a key. 422 if its certificate cannot be read, is of another key, or expired at `now`.
 */
export function checkKey({ private_key, certificate }: StoredKey, now: number): KeyFacts {
  const { publicKey } = createSshKey(private_key, null);
  const fingerprint = keyFingerprint(publicKey);
  if (certificate === null) return { fingerprint, certificate_expires_at: null };
  const expiresAt = checkCertificate(certificate, publicKey, now);
  return { fingerprint, certificate_expires_at: expiresAt };
}

function checkCertificate(
  text: string,
  publicKey: SshKey['publicKey'],
  now: number,
): number | null {
  const path = '/certificate';
  const certificate = parseCertificate(text);
  if (certificate === 'unreadable')
    throw refusal(
      'certificate_unreadable',
      path,
      'The certificate cannot be read; send the line of a *-cert.pub file of OpenSSH',
    );
  if (certificate === 'host_certificate')
    throw refusal(
      'certificate_unreadable',
      path,
      'This is the certificate of a host; send that of a user',
    );
  if (!certificate.publicKey.equals(publicKey.blob))
    throw refusal(
      'certificate_of_another_key',
      path,
      `The certificate is of the key ${keyFingerprint({ blob: certificate.publicKey })}, ` +
        `not of ${keyFingerprint(publicKey)}; send that of the key, or null for none`,
    );
  if (hasExpired(certificate, now))
    throw refusal('certificate_expired', path, 'The certificate has expired');
  return certificate.expiresAt;
}

const refusal = (code: ErrorCode, path: string, detail: string): AppError =>
  new AppError(code, detail, { errors: [{ in: 'body', path, message: detail }] });
