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
