/** A private key as its owner has it. */
export interface KeyFile {
  /** OpenSSH's format, or PEM (PKCS#1, PKCS#8, SEC1) */
  text: string;
  passphrase: string | undefined;
}

/** The decrypted key as PKCS#8 PEM, or why it cannot be read. `detail` contains nothing of the key. */
export type ReadKey =
  | { pem: string }
  | { problem: 'unreadable' | 'passphrase_missing' | 'passphrase_wrong'; detail: string };

export const TOO_SLOW =
  'its passphrase takes too long to check: encrypt it again with fewer rounds';

export function unreadable(detail: string): ReadKey {
  return { problem: 'unreadable', detail };
}

/** Returns the bytes between the lines `-----BEGIN …-----` and `-----END …-----`. */
export const pemBytes = (text: string): Buffer =>
  Buffer.from(text.replace(/^-----.*$/gm, ''), 'base64');
