import { createHash } from 'node:crypto';
import type { ServerHostKeyAlgorithm } from 'ssh2';

/**
 * `type` is the key's own type (`ssh-ed25519`, `ssh-rsa`, …). The fingerprint has OpenSSH's format:
 * `SHA256:` and base64 without padding.
 */
export interface HostKey {
  type: string;
  fingerprint_sha256: string;
}

/**
 * Parses a public host key in wire format (RFC 4253 section 6.6: its type as a string comes first).
 */
export function parseHostKey(blob: Buffer): HostKey {
  const length = blob.length >= 4 ? blob.readUInt32BE(0) : 0;
  const type = blob.toString('latin1', 4, 4 + Math.min(length, 64)).replace(/[^\x21-\x7e]/g, '?');
  return {
    type,
    fingerprint_sha256: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
  };
}

export function isSameKey(a: HostKey, b: HostKey): boolean {
  return a.type === b.type && a.fingerprint_sha256 === b.fingerprint_sha256;
}

const PREFERRED: readonly ServerHostKeyAlgorithm[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
  'ssh-rsa',
];
const ALGORITHMS_OF: Record<string, readonly ServerHostKeyAlgorithm[]> = {
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'],
}; // RFC 8332: one key, three signatures

/**
 * Order of the host key algorithms. The pinned type is first: a server with several keys must
 * present the pinned one.
 */
export function hostKeyAlgorithms(pinned: HostKey | null): ServerHostKeyAlgorithm[] {
  if (pinned === null) return [...PREFERRED];
  const preferred = ALGORITHMS_OF[pinned.type] ?? PREFERRED.filter((name) => name === pinned.type);
  return [...preferred, ...PREFERRED.filter((name) => !preferred.includes(name))];
}
